"""Reads a WN-LMF file, the XML format of newer wordnets, by the library `wn`."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rightreasons.errors import MissingExtraError, UnreadableFileError
from rightreasons.printable import printable
from rightreasons.text.word_pairs import ALL_POS, Origin, Pos
from rightreasons.text.wordnet.wordnet import Synsets, converse

if TYPE_CHECKING:
    from wn.lmf import LexicalResource

_POS: Mapping[str, Pos] = {"n": "n", "v": "v", "a": "a", "s": "a", "r": "r"}
_Many = dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class LmfWordNet:
    """The English part of a WN-LMF file, in memory.

    Parameters
    ----------
    name
        Labels and versions of its lexicons.
    origin
        The file.
    by_pos
        Senses, exceptions and synsets of every part of speech.
    counts
        Uses of lemmas, by part of speech.
    """

    name: str
    origin: tuple[Origin, ...]
    by_pos: Mapping[Pos, tuple[_Many, _Many, Synsets]]
    counts: Mapping[Pos, Mapping[str, int]]

    def senses(self, pos: Pos) -> Mapping[str, tuple[str, ...]]:
        """Return the ids of the synsets of every lower-case lemma, in the order of its senses in the file."""
        return self.by_pos[pos][0]

    def exceptions(self, pos: Pos) -> Mapping[str, tuple[str, ...]]:
        """Return the lemmas of the further forms that entries list."""
        return self.by_pos[pos][1]

    def uses(self, pos: Pos) -> Mapping[str, int]:
        """Return the counts that the senses of lemmas have, added up."""
        return self.counts[pos]

    def synsets(self, pos: Pos) -> Synsets:
        """Return the synsets."""
        return self.by_pos[pos][2]


def read_lmf(path: Path) -> LmfWordNet:
    """Read the English lexicons of a WN-LMF file.

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
    try:
        lexicons = _english(wn.lmf.load(path, progress_handler=None))
        by_pos = {pos: _part(lexicons, pos) for pos in ALL_POS}
        counts = {pos: _uses(lexicons, pos) for pos in ALL_POS}
    except (wn.Error, OSError, UnicodeError, KeyError, TypeError, ValueError) as error:
        raise _broken(path, f"{type(error).__name__}: {error}") from None
    if not lexicons:
        raise _broken(path, "no lexicon of the language en")
    name = ", ".join(f"{lexicon['label']} {lexicon['version']}" for lexicon in lexicons)
    checksum = hashlib.sha256(path.read_bytes()).hexdigest()
    return LmfWordNet(printable(name), (Origin(path.name, checksum),), by_pos, counts)


def _broken(path: Path, problem: str) -> UnreadableFileError:
    return UnreadableFileError(
        f"{printable(path.name)} ({printable(problem, 160)})",
        "a WN-LMF file (.xml) with a lexicon of English",
        "decompress it first if it is compressed, or give a folder of WordNet's database files",
    )


def _english(resource: "LexicalResource") -> list[Any]:
    """Return the lexicons of English; an extension of another lexicon is left out."""
    found: list[Any] = list(resource["lexicons"])
    return [
        lexicon
        for lexicon in found
        if "extends" not in lexicon and lexicon["language"].partition("-")[0].lower() == "en"
    ]


def _entries(lexicons: list[Any], pos: Pos) -> list[Any]:
    return [entry for entry in _all(lexicons, "entries") if _POS.get(entry["lemma"]["partOfSpeech"]) == pos]


def _uses(lexicons: list[Any], pos: Pos) -> dict[str, int]:
    uses: dict[str, int] = {}
    for entry in _entries(lexicons, pos):
        lemma = entry["lemma"]["writtenForm"].lower()
        counts = (count["value"] for sense in entry.get("senses", ()) for count in sense.get("counts", ()))
        uses[lemma] = uses.get(lemma, 0) + sum(counts)
    return uses


def _part(lexicons: list[Any], pos: Pos) -> tuple[_Many, _Many, Synsets]:
    entries = _entries(lexicons, pos)
    senses: dict[str, list[str]] = {}
    exceptions: dict[str, list[str]] = {}
    words: dict[str, list[str]] = {}
    for entry in entries:
        written = entry["lemma"]["writtenForm"]
        lemma = written.lower()
        for sense in entry.get("senses", ()):
            senses.setdefault(lemma, []).append(sense["synset"])
            words.setdefault(sense["synset"], []).append(written)
        for form in entry.get("forms", ()):
            exceptions.setdefault(form["writtenForm"].lower(), []).append(lemma)
    hypernyms = {
        synset["id"]: above
        for synset in _all(lexicons, "synsets")
        if synset["id"] in words and (above := _hypernyms(synset, words))
    }
    tuples = _tuples(words)
    synsets = Synsets(tuples, hypernyms, converse(hypernyms), _antonyms(entries))
    return _tuples(senses), _tuples(exceptions), synsets


def _all(lexicons: list[Any], kind: str) -> Iterator[Any]:
    return (thing for lexicon in lexicons for thing in lexicon.get(kind, ()))


def _hypernyms(synset: Any, known: Mapping[str, list[str]]) -> tuple[str, ...]:
    return tuple(
        relation["target"]
        for relation in synset.get("relations", ())
        if relation["relType"] == "hypernym" and relation["target"] in known
    )


def _antonyms(entries: list[Any]) -> dict[str, tuple[tuple[str, str], ...]]:
    written = {
        sense["id"]: entry["lemma"]["writtenForm"] for entry in entries for sense in entry.get("senses", ())
    }
    found: dict[str, list[tuple[str, str]]] = {}
    for entry in entries:
        for sense in entry.get("senses", ()):
            for relation in sense.get("relations", ()):
                if relation["relType"] == "antonym" and relation["target"] in written:
                    pair = (written[sense["id"]], written[relation["target"]])
                    found.setdefault(sense["synset"], []).append(pair)
    return {synset: tuple(pairs) for synset, pairs in found.items()}


def _tuples(many: Mapping[str, list[str]]) -> _Many:
    return {key: tuple(dict.fromkeys(values)) for key, values in many.items()}
