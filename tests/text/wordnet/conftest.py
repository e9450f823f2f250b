"""A WordNet of a dozen synsets, written as the database files are, and the real one where it is installed."""

from pathlib import Path
from typing import NamedTuple

import pytest

from rightreasons.errors import FileMissingError
from rightreasons.text.wordnet import WordNet, open_wordnet


class Pointer(NamedTuple):
    """From a word (counted from 1; 0: all) of a synset to one of another."""

    symbol: str
    target: str
    words: str = "0000"


class Synset(NamedTuple):
    """One row of ``data.*``, by a key in place of its byte offset."""

    key: str
    type: str
    words: tuple[str, ...]
    pointers: tuple[Pointer, ...] = ()


NOUNS = (
    Synset("being", "n", ("being",)),
    Synset("animal", "n", ("animal", "beast"), (Pointer("@", "being"),)),
    Synset("canine", "n", ("canine", "canid"), (Pointer("@", "animal"),)),
    Synset("feline", "n", ("feline",), (Pointer("@", "animal"),)),
    Synset("dog", "n", ("dog", "domestic_dog"), (Pointer("@", "canine"),)),
    Synset("wolf", "n", ("wolf",), (Pointer("@", "canine"),)),
    Synset("fellow", "n", ("fellow", "dog"), (Pointer("@", "being"),)),
    Synset("child", "n", ("child", "kid"), (Pointer("@", "being"), Pointer("!", "adult", "0101"))),
    Synset("adult", "n", ("adult", "grown-up"), (Pointer("@", "being"), Pointer("!", "child", "0101"))),
    Synset("China", "n", ("China",), (Pointer("@i", "being"),)),
    Synset("china", "n", ("china", "chinaware")),
)
ADJECTIVES = (
    Synset("hot", "a", ("hot(a)",), (Pointer("!", "cold", "0101"), Pointer("&", "torrid"))),
    Synset("cold", "a", ("cold", "icy(p)"), (Pointer("!", "hot", "0101"),)),
    Synset("torrid", "s", ("torrid", "hot"), (Pointer("&", "hot"),)),
)
VERBS = (
    Synset("travel", "v", ("travel", "go")),
    Synset("run", "v", ("run",), (Pointer("@", "travel"),)),
    Synset("find", "v", ("find",)),
    Synset("found", "v", ("found",)),
)
LICENCE = (
    "  1 This is made by hand for tests, in the form of WordNet 3.1.  \n  2 Rows of a licence begin so.  \n"
)
EXCEPTIONS = {
    "noun": "children child\nwolves wolf\n",
    "verb": "found find\nran run\nwent go\n",
    "adj": "hotter hot\n",
    "adv": "",
}


def row(synset: Synset, offsets: dict[str, int]) -> str:
    """Write a synset as a row of ``data.*``."""
    words = " ".join(f"{word} 0" for word in synset.words)
    pointers = "".join(
        f" {symbol} {offsets.get(target, 0):08d} {synset.type} {numbers}"
        for symbol, target, numbers in synset.pointers
    )
    frames = " 01 + 02 00" if synset.type == "v" else ""
    start = f"{offsets.get(synset.key, 0):08d} 03 {synset.type} {len(synset.words):02x} {words}"
    return f'{start} {len(synset.pointers):03d}{pointers}{frames} | a gloss; "with @ and ! in it"  \n'


def write_part(folder: Path, suffix: str, synsets: tuple[Synset, ...]) -> None:
    """Write ``index``, ``data`` and exceptions of one part of speech."""
    offsets: dict[str, int] = {}
    at = len(LICENCE)
    for synset in synsets:
        offsets[synset.key] = at
        at += len(row(synset, {}))
    data = LICENCE + "".join(row(synset, offsets) for synset in synsets)
    senses: dict[str, list[int]] = {}
    for synset in synsets:
        for word in synset.words:
            senses.setdefault(word.partition("(")[0].lower(), []).append(offsets[synset.key])
    index = LICENCE
    for lemma, found in sorted(senses.items()):
        places = " ".join(f"{offset:08d}" for offset in found)
        index += f"{lemma} {suffix[0]} {len(found)} 2 @ ! {len(found)} 0 {places}  \n"
    (folder / f"data.{suffix}").write_text(data, encoding="utf-8")
    (folder / f"index.{suffix}").write_text(index, encoding="utf-8")
    (folder / f"{suffix}.exc").write_text(EXCEPTIONS[suffix], encoding="utf-8")


@pytest.fixture
def small_folder(tmp_path: Path) -> Path:
    """Database files of the synsets above."""
    folder = tmp_path / "dict"
    folder.mkdir()
    for suffix, synsets in {"noun": NOUNS, "adj": ADJECTIVES, "verb": VERBS, "adv": ()}.items():
        write_part(folder, suffix, synsets)
    return folder


@pytest.fixture
def small(small_folder: Path) -> WordNet:
    """The small WordNet."""
    return open_wordnet(small_folder)


@pytest.fixture(scope="session")
def wordnet() -> WordNet:
    """The WordNet of this machine."""
    try:
        found = open_wordnet()
    except FileMissingError as error:
        pytest.skip(f"WordNet is not installed: {error}")
    return found
