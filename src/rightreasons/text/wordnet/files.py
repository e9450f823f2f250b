"""Finds WordNet and reads it: its database files (wndb(5WN)), or WN-LMF by the library `wn`."""

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from rightreasons.errors import MalformedRowError, UnreadableFileError
from rightreasons.printable import printable
from rightreasons.streams.files import file_bytes, file_opened
from rightreasons.text.word_pairs import ALL_POS, Origin, Pos
from rightreasons.text.wordnet.database import Synsets, converse

_SUFFIX: Mapping[Pos, str] = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}


_KINDS = ("index.{}", "data.{}", "{}.exc")


FILES = tuple(kind.format(_SUFFIX[pos]) for pos in ALL_POS for kind in _KINDS)
"""The files that a folder must hold."""


_COUNTS = "cntlist.rev"


_ROLES: tuple[Pos, ...] = ("n", "v", "a", "r", "a")  # ss_type 1 to 5; 5 is an adjective satellite


_VERSION = re.compile(rb"WordNet \d+(\.\d+)*")


_HEAD = 4096


_Row = TypeVar("_Row")


class WordNetFiles:
    """A folder of WordNet's database files; each is read once, when it is first needed.

    Parameters
    ----------
    folder
        Holds `FILES`.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._senses: dict[Pos, dict[str, tuple[str, ...]]] = {}
        self._exceptions: dict[Pos, dict[str, tuple[str, ...]]] = {}
        self._synsets: dict[Pos, Synsets] = {}
        self._uses: dict[Pos, Counter[str]] = {}

    @cached_property
    def name(self) -> str:
        """``WordNet`` and the version that the licence at the head of its files tells, if it does."""
        with file_opened(self.folder / "index.noun") as stream:
            found = _VERSION.search(stream.read(_HEAD))
        return found[0].decode() if found else "WordNet"

    @cached_property
    def origin(self) -> tuple[Origin, ...]:
        """The files and their checksums."""
        paths = [path for name in (*FILES, _COUNTS) if (path := self.folder / name).is_file()]
        return tuple(Origin(path.name, hashlib.sha256(file_bytes(path)).hexdigest()) for path in paths)

    def senses(self, pos: Pos) -> Mapping[str, tuple[str, ...]]:
        """Return the offsets of the synsets of every lemma of ``index.*``, the most frequent sense first."""
        if pos not in self._senses:
            self._senses[pos] = dict(self._rows(f"index.{_SUFFIX[pos]}", _index_row))
        return self._senses[pos]

    def exceptions(self, pos: Pos) -> Mapping[str, tuple[str, ...]]:
        """Return the lemmas of every form of ``*.exc``; a form may be on several lines."""
        if pos not in self._exceptions:
            found: dict[str, tuple[str, ...]] = {}
            for form, lemmas in self._rows(f"{_SUFFIX[pos]}.exc", _exception_row):
                found[form] = tuple(dict.fromkeys(found.get(form, ()) + lemmas))
            self._exceptions[pos] = found
        return self._exceptions[pos]

    def uses(self, pos: Pos) -> Mapping[str, int]:
        """Return the uses of lemmas that ``cntlist.rev`` counts; nothing where that file is not there."""
        if not self._uses:
            self._uses = {each: Counter() for each in ALL_POS}
            rows = self._rows(_COUNTS, _count_row) if (self.folder / _COUNTS).is_file() else ()
            for lemma, role, count in rows:
                self._uses[role][lemma] += count
        return self._uses[pos]

    def synsets(self, pos: Pos) -> Synsets:
        """Return the synsets of ``data.*``, read once.

        Raises
        ------
        MalformedRowError
            If a row cannot be read, or points to what is not there.
        UnreadableFileError
            If the file cannot be read.
        """
        if pos not in self._synsets:
            name = f"data.{_SUFFIX[pos]}"
            try:
                self._synsets[pos] = _synsets(self._rows(name, _data_row))
            except (KeyError, IndexError) as error:
                raise MalformedRowError(
                    f"{name} points to {printable(str(error))}",
                    "pointers to what is there",
                    "install WordNet again",
                ) from None
        return self._synsets[pos]

    def _rows(self, name: str, parse: Callable[[str], _Row]) -> Iterator[_Row]:
        path = self.folder / name
        try:
            text = file_bytes(path).decode("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise UnreadableFileError(
                f"{name} ({printable(str(error), 120)})", "a database file of WordNet", "install it again"
            ) from None
        for number, line in enumerate(text.split("\n"), 1):
            if not line or line.startswith(" "):  # the licence
                continue
            try:
                yield parse(line)
            except (ValueError, IndexError):
                raise MalformedRowError(
                    f"{name} line {number}: '{printable(line)}'",
                    "a row as wndb(5WN) says",
                    "install WordNet again",
                ) from None


def _index_row(line: str) -> tuple[str, tuple[str, ...]]:
    # lemma pos synset_cnt p_cnt [symbol...] sense_cnt tagsense_cnt offset [offset...]
    fields = line.split()
    count = int(fields[2])
    if len(fields) != 6 + int(fields[3]) + count:
        raise ValueError(line)
    return fields[0], tuple(fields[-count:])


def _count_row(line: str) -> tuple[str, Pos, int]:
    # lemma%ss_type:lex_filenum:lex_id:head_word:head_id sense_number tag_cnt (cntlist(5WN))
    key, _, count = line.split()
    lemma, _, sense = key.rpartition("%")
    return lemma, _ROLES[int(sense[0]) - 1], int(count)


def _exception_row(line: str) -> tuple[str, tuple[str, ...]]:
    form, lemma, *more = line.split()
    return form, (lemma, *more)


_Pointer = tuple[str, str, int, int]


_DataRow = tuple[str, tuple[str, ...], list[_Pointer]]


def _data_row(line: str) -> _DataRow:
    # offset lex_filenum ss_type w_cnt word lex_id [...] p_cnt [symbol offset pos source/target ...] ...
    fields = line.split(" | ", 1)[0].split()
    after = 4 + 2 * int(fields[3], 16)
    words = tuple(word.partition("(")[0] for word in fields[4:after:2])
    end = after + 1 + 4 * int(fields[after])
    if not words or end > len(fields):
        raise ValueError(line)
    pointers = [
        (fields[at], fields[at + 1], int(fields[at + 3][:2], 16), int(fields[at + 3][2:], 16))
        for at in range(after + 1, end, 4)
        if fields[at] in {"@", "!"}
    ]
    return fields[0], words, pointers


def _synsets(rows: Iterator[_DataRow]) -> Synsets:
    words: dict[str, tuple[str, ...]] = {}
    hypernyms: dict[str, tuple[str, ...]] = {}
    opposed: list[tuple[str, _Pointer]] = []
    for offset, own, pointers in rows:
        words[offset] = own
        above = tuple(target for symbol, target, _, _ in pointers if symbol == "@")
        if above:
            hypernyms[offset] = above
        opposed += [(offset, pointer) for pointer in pointers if pointer[0] == "!"]
    hyponyms = converse(hypernyms)
    missing = hyponyms.keys() - words.keys()
    if missing:
        raise KeyError(min(missing))
    return Synsets(words, hypernyms, hyponyms, _antonyms(opposed, words))


def _antonyms(
    opposed: list[tuple[str, _Pointer]], words: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[tuple[str, str], ...]]:
    antonyms: dict[str, tuple[tuple[str, str], ...]] = {}
    for offset, (_, target, source_word, target_word) in opposed:
        pair = (_word(words[offset], source_word), _word(words[target], target_word))
        antonyms[offset] = (*antonyms.get(offset, ()), pair)
    return antonyms


def _word(words: tuple[str, ...], number: int) -> str:
    if not 1 <= number <= len(words):
        raise IndexError(f"word {number} of {len(words)}")
    return words[number - 1]
