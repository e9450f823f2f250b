"""XML whose repeated elements are rows, as of the RTE challenges: attributes and inner elements are columns.

An element without attributes and inner elements is its text; one with them a record, whose own text is its
field ``text``; inner elements of one name are a list. From there on it is read as JSON is.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn
from xml.parsers import expat

from rightreasons.errors import UnreadableFileError
from rightreasons.printable import printable
from rightreasons.sources.formats.cells import Row, table_of_cells
from rightreasons.sources.formats.json_document import table_in
from rightreasons.sources.formats.lines import text_blocks
from rightreasons.sources.raw import Content, Format, Parsed

ADDS = {"format": {"xml": "XML"}}
_MOST_DEPTH = 64
_MOST_MARKS = 200
_BEGINS = ("<?xml", "<!--")
_OWN_TEXT = "text"
_MOST_CELLS = 1_000


@dataclass
class _Element:
    """An element that is being read.

    Parameters
    ----------
    attributes
        Its attributes.
    inner
        The values of the elements in it, by their names.
    texts
        What stands in it, in order; whether it is its own text or that of an element in it.
    has_text, is_plain
        Whether it has a text of its own; whether the elements in it have nothing but text.
    """

    attributes: Mapping[str, str] = field(default_factory=dict)
    inner: dict[str, list[Any]] = field(default_factory=dict)
    texts: list[tuple[str, bool]] = field(default_factory=list)
    has_text: bool = False
    is_plain: bool = True

    @property
    def text(self) -> str:
        """Its own text; with that of the elements in it where they are marks within a sentence."""
        within = self.has_marks
        return "".join(text for text, own in self.texts if own or within).strip()

    @property
    def has_marks(self) -> bool:
        """Whether elements in it are marks within a sentence: plain ones beside a text of its own."""
        return self.has_text and self.is_plain

    def add(self, name: str, element: "_Element") -> None:
        """Add an element in it."""
        value = element.value()
        self.inner.setdefault(name, []).append(value)
        self.is_plain = self.is_plain and isinstance(value, str)
        self.texts.append((element.text, False))
        if len(self.texts) > _MOST_MARKS and not self.has_text:
            self.texts.clear()

    def value(self) -> Any:
        """Return it as JSON would have it."""
        inner = {} if self.has_marks else self.inner
        found = {name: values[0] if len(values) == 1 else values for name, values in inner.items()}
        for name, value in self.attributes.items():
            found = {name: value, **found} if name not in found else {**found, f"{name} attribute": value}
        if not found:
            return self.text
        return {**found, _OWN_TEXT: self.text} if self.text and _OWN_TEXT not in found else found


class _Reader:
    """What the parser tells, put together; entities of its own and depths that nobody writes are refused."""

    def __init__(self, content: Content) -> None:
        self.name = printable(content.name)
        self.open: list[_Element] = [_Element()]
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.EntityDeclHandler = self._entity
        self.parser.SkippedEntityHandler = self._entity

    def _start(self, _: str, attributes: Mapping[str, str]) -> None:
        if len(self.open) > _MOST_DEPTH:
            raise self.error(f"has elements more than {_MOST_DEPTH} deep")
        self.open.append(_Element(attributes))

    def _end(self, name: str) -> None:
        element = self.open.pop()
        self.open[-1].add(name, element)

    def _text(self, text: str) -> None:
        self.open[-1].texts.append((text, True))
        self.open[-1].has_text = self.open[-1].has_text or bool(text.strip())

    def _entity(self, *_: object) -> NoReturn:
        raise self.error("has entities of its own, which may be without bounds")

    def error(self, problem: str) -> UnreadableFileError:
        """Return the error for what is wrong, with the line."""
        place = f"{self.name} line {self.parser.CurrentLineNumber}"
        return UnreadableFileError(f"{place} {problem}", "XML that is whole", "check that the file is whole")


def read_xml(content: Content, *, headerless: bool = False) -> Parsed:  # noqa: ARG001 - one shape for all readers
    """Read the elements that are repeated as rows.

    Raises
    ------
    UnreadableFileError
        If it is not well formed, has entities of its own, or goes too deep.
    """
    reader = _Reader(content)
    try:
        for text in text_blocks(content):
            reader.parser.Parse(text)
        reader.parser.Parse("", True)  # noqa: FBT003 - expat takes no keyword
    except expat.ExpatError as error:
        raise reader.error(f"is no XML ({expat.errors.messages[error.code]})") from None
    root = next(iter(reader.open[0].inner.values()))[0]
    if (sheet := _sheet(root)) is not None:
        return table_of_cells(content, sheet)
    return table_in(root, json.dumps(root, ensure_ascii=False))


def _sheet(root: Any) -> list[Row] | None:
    """Return the rows of the longest sheet of a workbook of Excel 2003; None of any other document."""
    sheets = root.get("Worksheet") if isinstance(root, dict) else None
    found = []
    for sheet in sheets if isinstance(sheets, list) else [sheets]:
        table = sheet.get("Table") if isinstance(sheet, dict) else None
        rows = table.get("Row") if isinstance(table, dict) else None
        if isinstance(rows, list):
            found.append([_cells(row) for row in rows])
    longest = max(found, key=len, default=None)
    if longest is None:
        return None
    width = max(map(len, longest))
    return [(None, cells + [""] * (width - len(cells))) for cells in longest if any(cells)]


def _cells(row: Any) -> list[str]:
    """Return the texts of the cells of a row, empty ones before a cell that states its place."""
    cells = row.get("Cell", []) if isinstance(row, dict) else []
    found: list[str] = []
    for cell in cells if isinstance(cells, list) else [cells]:
        place = cell.get("ss:Index", "") if isinstance(cell, dict) else ""
        if isinstance(place, str) and place.isascii() and place.isdecimal():
            found += [""] * min(int(place) - 1 - len(found), _MOST_CELLS)
        data = cell.get("Data", "") if isinstance(cell, dict) else ""
        data = data.get(_OWN_TEXT, "") if isinstance(data, dict) else data
        found.append(data if isinstance(data, str) else "")
    return found


def _is_xml(_: Content, first: str, ending: str) -> bool:
    return first.lstrip("\ufeff ").startswith(_BEGINS) or (
        ending == ".xml" and first.lstrip().startswith("<")
    )


XML = Format(read_xml, (".xml",), matches=_is_xml)
