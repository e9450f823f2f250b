"""WordNet in a file of the format WN-LMF, read by the library wn."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rightreasons.errors import MissingExtraError, UnreadableFileError
from rightreasons.printable import printable
from rightreasons.streams.files import file_bytes
from rightreasons.text.language import language
from rightreasons.text.word_pairs import ALL_POS, Origin, Pos
from rightreasons.text.wordnet.database import Synsets, converse

_POS: Mapping[str, Pos] = {"n": "n", "v": "v", "a": "a", "s": "a", "r": "r"}


_Many = dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class LmfWordNet:
    """The lexicons of one language in a WN-LMF file, in memory: see `Database`."""

    name: str
    origin: tuple[Origin, ...]
    _tables: Mapping[Pos, tuple[_Many, _Many, Counter[str], Synsets]]

    def senses(self, pos: Pos) -> Mapping[str, tuple[str, ...]]:
        """Return the synsets of every lower-case lemma, in the order of its senses in the file."""
        return self._tables[pos][0]

    def exceptions(self, pos: Pos) -> Mapping[str, tuple[str, ...]]:
        """Return the lemmas of the further forms that entries list."""
        return self._tables[pos][1]

    def uses(self, pos: Pos) -> Mapping[str, int]:
        """Return the counts of the senses of lemmas, added up."""
        return self._tables[pos][2]

    def synsets(self, pos: Pos) -> Synsets:
        """Return the synsets of the lexicons."""
        return self._tables[pos][3]


def read_lmf(path: Path) -> LmfWordNet:
    """Read the lexicons of English in a WN-LMF file; an extension of another lexicon is left out.

    Raises
    ------
    MissingExtraError
        If the library `wn` is not installed.
    UnreadableFileError
        If it is no WN-LMF file, is broken, or holds no English lexicon.
    """
    try:
        import wn.lmf
    except ImportError:
        raise MissingExtraError(
            f"{printable(path.name)} needs the library `wn` to be read",
            "that library, or a folder of WordNet's database files",
            "pip install 'rightreasons[wordnet]'",
        ) from None
    code = language().code
    try:
        found: list[Any] = list(wn.lmf.load(path, progress_handler=None)["lexicons"])
        own = [
            each for each in found if each["language"].split("-")[0].lower() == code and "extends" not in each
        ]
        tables = {pos: _tables(own, pos) for pos in ALL_POS}
    except (wn.Error, OSError, UnicodeError, KeyError, TypeError, ValueError) as error:
        raise _broken(path, f"{type(error).__name__}: {error}") from None
    if not own:
        raise _broken(path, f"no lexicon of the language {code}")
    name = ", ".join(f"{lexicon['label']} {lexicon['version']}" for lexicon in own)
    checksum = hashlib.sha256(file_bytes(path)).hexdigest()
    return LmfWordNet(printable(name), (Origin(path.name, checksum),), tables)


def _broken(path: Path, problem: str) -> UnreadableFileError:
    return UnreadableFileError(
        f"{printable(path.name)} ({printable(problem, 160)})",
        "a WN-LMF file (.xml) with a lexicon of English",
        "decompress it first if it is compressed, or give a folder of WordNet's database files",
    )


def _tables(lexicons: list[Any], pos: Pos) -> tuple[_Many, _Many, Counter[str], Synsets]:
    entries = [
        (entry["lemma"]["writtenForm"], entry)
        for lexicon in lexicons
        for entry in lexicon.get("entries", ())
        if _POS.get(entry["lemma"]["partOfSpeech"]) == pos
    ]
    senses = [(word, sense) for word, entry in entries for sense in entry.get("senses", ())]
    written = {sense["id"]: word for word, sense in senses}
    words = _many((sense["synset"], word) for word, sense in senses)
    uses: Counter[str] = Counter()
    for word, sense in senses:
        uses[word.lower()] += sum(count["value"] for count in sense.get("counts", ()))
    hypernyms = _many(
        (synset["id"], relation["target"])
        for lexicon in lexicons
        for synset in lexicon.get("synsets", ())
        for relation in synset.get("relations", ())
        if relation["relType"] == "hypernym" and {synset["id"], relation["target"]} <= words.keys()
    )
    antonyms: dict[str, tuple[tuple[str, str], ...]] = {}
    for word, sense in senses:
        for relation in sense.get("relations", ()):
            if relation["relType"] == "antonym" and relation["target"] in written:
                pair = (word, written[relation["target"]])
                antonyms[sense["synset"]] = (*antonyms.get(sense["synset"], ()), pair)
    return (
        _many((word.lower(), sense["synset"]) for word, sense in senses),
        _many(
            (form["writtenForm"].lower(), word.lower()) for word, e in entries for form in e.get("forms", ())
        ),
        uses,
        Synsets(words, hypernyms, converse(hypernyms), antonyms),
    )


def _many(pairs: Iterable[tuple[str, str]]) -> _Many:
    found: dict[str, dict[str, None]] = {}
    for key, value in pairs:
        found.setdefault(key, {})[value] = None
    return {key: tuple(values) for key, values in found.items()}
