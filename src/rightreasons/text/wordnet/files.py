"""Finds WordNet and reads it: its database files (wndb(5WN)), or WN-LMF by the library `wn`."""

import hashlib
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from rightreasons.errors import FileMissingError, MalformedRowError, MissingExtraError, UnreadableFileError
from rightreasons.printable import printable
from rightreasons.streams import file_bytes, file_opened
from rightreasons.text.language import language
from rightreasons.text.word_pairs import ALL_POS, Origin, Pos
from rightreasons.text.wordnet.wordnet import Synsets, WordNet, converse

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


# Finds WordNet on this machine and opens it.


_DEBIAN = Path("/usr/share/wordnet")
_VARIABLE = "WNSEARCHDIR"
_REMEDY = (
    "install it with `apt install wordnet-base`, or give the folder of its files (also in the environment "
    f"variable {_VARIABLE}) or a WN-LMF file (.xml)"
)


def open_wordnet(path: Path | None = None) -> WordNet:
    """Return the WordNet at `path`, or else that of this machine; what is in it is read when it is needed.

    Parameters
    ----------
    path
        The folder of the database files of WordNet 3.x (``index.noun``, ``data.noun``, ``noun.exc``, ...), or
        a WN-LMF file. Without one, the folder that the environment variable ``WNSEARCHDIR`` names, or else
        the one of Debian's package ``wordnet-base``.

    Raises
    ------
    FileMissingError
        If there is none.
    MissingExtraError
        If it is a WN-LMF file and the library `wn` is not installed.
    UnreadableFileError
        If a WN-LMF file is broken.
    """
    place = path or Path(os.environ.get(_VARIABLE) or _DEBIAN)
    if place.is_file():
        return WordNet(read_lmf(place))
    missing = [name for name in FILES if not (place / name).is_file()]
    if missing:
        fault = f"lacks {', '.join(missing[:3])}" if place.is_dir() else "is not there"
        raise FileMissingError(
            f"WordNet: {printable(str(place), 200)} {fault}", "WordNet's database files", _REMEDY
        )
    return WordNet(WordNetFiles(place))


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
