"""Stand-off annotation of brat: texts (``.txt``) with marked places and relations beside them (``.ann``)."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from rightreasons.pairs import SourceFile
from rightreasons.sources.opening.folders import Loader
from rightreasons.sources.python_values import frame_of
from rightreasons.sources.raw import Content, Parsed, RawTable, natural_key, numbered

_ANN, _TXT = ".ann", ".txt"
_ENTITY = re.compile(r"(T\w+)\t(\S+) (\d+(?: \d+)?(?:;\d+ \d+)*)(?:\t(.*))?")
_RELATION = re.compile(r"(R\w+)\t(\S+) ([^:\s]+):(\w+) ([^:\s]+):(\w+)\s*")
_ATTRIBUTE = re.compile(r"([AM]\w+)\t(\S+) (\w+)(?: (.+?))?\s*")
_NOTE = re.compile(r"(#\w*)\t(\S+) (\w+)\t(.*)")
RELATION, DOCUMENT, MARK = "relation", "document", "mark"
"""Columns: the type of a relation, the name of the file, the type of a marked place."""


@dataclass
class _Marks:
    """What an annotation file says: places with type and text, relations, and what is said of either."""

    entities: dict[str, tuple[str, str]] = field(default_factory=dict)
    relations: dict[str, tuple[str, tuple[str, str], tuple[str, str]]] = field(default_factory=dict)
    said: dict[str, dict[str, str]] = field(default_factory=dict)


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
    """
    found: list[tuple[str, str, _Marks]] = []
    sources: list[SourceFile] = []
    for marked, beside in texts.items():
        contents = [files[each]() for each in (marked, beside)]
        sources += [SourceFile(each.name, each.sha256, "standoff", None) for each in contents]
        whole = text(contents[1])
        found.append((PurePosixPath(beside).stem, whole, _marks(text(contents[0]), whole)))
    rows = list(_related(found)) or list(_marked(found))
    return RawTable(name, Parsed(numbered(frame_of(rows))), tuple(sources))


def _marks(annotations: str, whole: str) -> _Marks:
    marks = _Marks()
    for line in map(str.rstrip, annotations.replace("\r\n", "\n").split("\n")):
        if entity := _ENTITY.fullmatch(line):
            marks.entities[entity[1]] = (entity[2], _text(whole, entity[3], entity[4]))
        elif relation := _RELATION.fullmatch(line):
            marks.relations[relation[1]] = (
                relation[2],
                (relation[3], relation[4]),
                (relation[5], relation[6]),
            )
        elif attribute := (_NOTE.fullmatch(line) or _ATTRIBUTE.fullmatch(line)):
            marks.said.setdefault(attribute[3], {})[attribute[2]] = attribute[4] or "true"
    return marks


def _text(whole: str, places: str, shown: str | None) -> str:
    """Return the text of a marked place: as the annotation repeats it, else what stands there."""
    if shown is not None:
        return shown
    spans = [tuple(map(int, each.split())) for each in places.split(";")]
    return " ".join(whole[span[0] : span[-1]] for span in spans)


def _related(found: list[tuple[str, str, _Marks]]) -> Iterator[dict[str, object]]:
    kinds: list[set[str]] = [set(), set()]
    for _, _, marks in found:
        for _, *ends in marks.relations.values():
            for at, (_, place) in enumerate(ends):
                kinds[at].add(marks.entities.get(place, ("", ""))[0])
    by_kind = all(len(each) == 1 for each in kinds) and not kinds[0] & kinds[1]
    for document, _, marks in found:
        for key, (relation, *ends) in marks.relations.items():
            row: dict[str, object] = {DOCUMENT: document, RELATION: relation}
            for role, place in ends:
                kind, text = marks.entities.get(place, ("", ""))
                row[kind if by_kind else role] = text
                row |= {
                    f"{kind if by_kind else role} {name}": value
                    for name, value in marks.said.get(place, {}).items()
                }
            yield row | {name: value for name, value in marks.said.get(key, {}).items() if name not in row}


def _marked(found: list[tuple[str, str, _Marks]]) -> Iterator[dict[str, object]]:
    for document, whole, marks in found:
        for key, (kind, text) in marks.entities.items():
            yield {
                DOCUMENT: document,
                "text of document": whole.strip(),
                MARK: kind,
                "marked text": text,
                **marks.said.get(key, {}),
            }
