"""Stand-off annotation of brat: texts (``.txt``) with marked places and relations beside them (``.ann``)."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import TypeVar

from rightreasons.errors import UnreadableFileError
from rightreasons.pairs import SourceFile
from rightreasons.printable import printable, quoted
from rightreasons.sources.opening.folders import Loader
from rightreasons.sources.python_values import frame_of
from rightreasons.sources.raw import Content, Parsed, RawTable, natural_key, numbered

_ANN, _TXT = ".ann", ".txt"
_ENTITY = re.compile(r"(T\w+)\t(\S+) (\d{1,9} \d{1,9}(?:;\d{1,9} \d{1,9})*)(?:\t(.*))?")
_RELATION = re.compile(r"(R\w+)\t(\S+) ([^:\s]+):(\w+) ([^:\s]+):(\w+)\s*")
_ATTRIBUTE = re.compile(r"([AM]\w+)\t(\S+) (\w+)(?: (.+?))?\s*")
_NOTE = re.compile(r"(#\w*)\t(\S+) (\w+)\t(.*)")
_PASSED = re.compile(r"(?:E\w+|N\w+|\*)\t.*|")
"""Lines of events, of names in knowledge bases and of equal places, which make no rows."""
_MOST_COLUMNS = 2_000
_MOST_CHARACTERS = 256 * 2**20
_Value = TypeVar("_Value")
RELATION, DOCUMENT, MARK = "relation", "document", "mark"
"""Columns: the type of a relation, the name of the file, the type of a marked place."""


@dataclass
class _Marks:
    """What an annotation file says: places with type and text, relations, and what is said of either."""

    entities: dict[str, tuple[str, str]] = field(default_factory=dict)
    relations: dict[str, tuple[str, tuple[str, str], tuple[str, str]]] = field(default_factory=dict)
    said: dict[str, dict[str, str]] = field(default_factory=dict)
    passed: int = 0

    @property
    def related(self) -> set[str]:
        """The places that stand in a relation."""
        return {place for _, *ends in self.relations.values() for _, place in ends}

    @property
    def known(self) -> set[str]:
        """The places and relations."""
        return {*self.entities, *self.relations}


def standoff_among(names: Sequence[str]) -> Mapping[str, str]:
    """Return the text beside each annotation file, where every such file has one."""
    there = set(names)
    marked = sorted((name for name in names if name.lower().endswith(_ANN)), key=natural_key)
    texts = {name: f"{name[: -len(_ANN)]}{_TXT}" for name in marked}
    return texts if all(text in there for text in texts.values()) else {}


def standoff_table(
    name: str, texts: Mapping[str, str], files: Mapping[str, Loader], text: Callable[[Content], str]
) -> RawTable:
    """Return a row for each relation; without any, a row for each marked place that something is said of.

    The marked places of a relation are columns called by their types, where each side has one type, else by
    their roles; what attributes and notes say are columns called by the attributes.

    Parameters
    ----------
    name
        What to call the table.
    texts
        The text beside each annotation file.
    files
        How to load each.
    text
        Reads one as text.

    Raises
    ------
    UnreadableFileError
        If a line is not understood, or the table would be without bounds.
    """
    found: list[tuple[str, str, _Marks]] = []
    sources: list[SourceFile] = []
    for marked, beside in texts.items():
        contents = [files[each]() for each in (marked, beside)]
        sources += [SourceFile(each.name, each.sha256, "standoff", None) for each in contents]
        whole = text(contents[1])
        found.append((PurePosixPath(beside).stem, whole, _marks(marked, text(contents[0]), whole)))
    if any(marks.relations for *_, marks in found):
        rows = list(_related(found))
    else:
        _check_size(name, sum(len(whole) * len(marks.entities) for _, whole, marks in found))
        rows = list(_marked(found))
    columns = {key for row in rows for key in row}
    if len(columns) > _MOST_COLUMNS:
        raise _error(name, f"has attributes of {len(columns):,} names")
    return RawTable(name, Parsed(numbered(frame_of(rows)), notes=tuple(_notes(found))), tuple(sources))


def _check_size(name: str, characters: int) -> None:
    if characters > _MOST_CHARACTERS:
        raise _error(
            name, f"makes a table of {characters:,} characters, with its text beside each marked place"
        )


def _error(name: str, problem: str) -> UnreadableFileError:
    return UnreadableFileError(
        f"{printable(name)} {problem}",
        f"annotation of brat that makes at most {_MOST_COLUMNS:,} columns, {_MOST_CHARACTERS:,} characters",
        "check that the file is whole, or save the pairs as CSV",
    )


def _notes(found: list[tuple[str, str, _Marks]]) -> Iterator[str]:
    passed = sum(marks.passed for *_, marks in found)
    if passed:
        yield f"lines of annotation that are not read (events, names in knowledge bases): {passed:,}"
    if any(marks.relations for *_, marks in found):
        alone = sum(len(marks.entities.keys() - marks.related) for *_, marks in found)
        if alone:
            yield f"marked places that stand in no relation: {alone:,}"


def _marks(name: str, annotations: str, whole: str) -> _Marks:
    marks = _Marks()
    for number, line in enumerate(map(str.rstrip, annotations.replace("\r\n", "\n").split("\n")), 1):
        try:
            _take(marks, line, whole)
        except ValueError as error:
            raise _error(name, f"line {number} {error}") from None
    missing = sorted({*marks.related, *(each for each in marks.said if each[0] in "TR")} - marks.known)
    if missing:
        raise _error(name, f"speaks of {quoted(tuple(missing), 4)}, which it does not mark")
    return marks


def _take(marks: _Marks, line: str, whole: str) -> None:
    """Take what a line says; raise ValueError where it is not understood."""
    if entity := _ENTITY.fullmatch(line):
        _add(marks.entities, entity[1], (entity[2], _text(whole, entity[3], entity[4])))
    elif relation := _RELATION.fullmatch(line):
        ends = (relation[3], relation[4]), (relation[5], relation[6])
        _add(marks.relations, relation[1], (relation[2], *ends))
    elif attribute := (_NOTE.fullmatch(line) or _ATTRIBUTE.fullmatch(line)):
        _add(marks.said.setdefault(attribute[3], {}), attribute[2], attribute[4] or "true")
    elif _PASSED.fullmatch(line):
        marks.passed += bool(line)
    else:
        raise ValueError("is no annotation that is read here")


def _add(known: dict[str, _Value], name: str, value: _Value) -> None:
    if name in known:
        raise ValueError(f"has '{printable(name, 40)}' a second time")
    known[name] = value


def _text(whole: str, places: str, shown: str | None) -> str:
    """Return the text of a marked place: as the annotation repeats it, else what stands there."""
    if shown is not None:
        return shown
    spans = [tuple(map(int, each.split())) for each in places.split(";")]
    if any(not start <= end <= len(whole) for start, end in spans):
        raise ValueError("marks a place that the text does not have")
    return " ".join(whole[start:end] for start, end in spans)


def _related(found: list[tuple[str, str, _Marks]]) -> Iterator[dict[str, object]]:
    kinds: list[set[str]] = [set(), set()]
    for _, _, marks in found:
        for _, *ends in marks.relations.values():
            for at, (_, place) in enumerate(ends):
                kinds[at].add(marks.entities[place][0])
    by_kind = all(len(each) == 1 for each in kinds) and not kinds[0] & kinds[1]
    for document, _, marks in found:
        for key, (relation, *ends) in marks.relations.items():
            row: dict[str, object] = {DOCUMENT: document, RELATION: relation}
            for role, place in ends:
                kind, text = marks.entities[place]
                side = kind if by_kind else role
                said = {f"{side} {name}": value for name, value in marks.said.get(place, {}).items()}
                row = _joined(row, {side: text, **said})
            yield _joined(row, marks.said.get(key, {}))


def _joined(row: Mapping[str, object], more: Mapping[str, object]) -> dict[str, object]:
    """Return a row with what else is said, under a name of its own."""
    return {**row, **{_new(name, row): value for name, value in more.items()}}


def _new(name: str, taken: Mapping[str, object]) -> str:
    return name if name not in taken else _new(f"{name} (annotation)", taken)


def _marked(found: list[tuple[str, str, _Marks]]) -> Iterator[dict[str, object]]:
    for document, whole, marks in found:
        for key, (kind, text) in marks.entities.items():
            row = {DOCUMENT: document, "text of document": whole.strip(), MARK: kind, "marked text": text}
            yield _joined(row, marks.said.get(key, {}))
