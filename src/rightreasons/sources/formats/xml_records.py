"""XML whose repeated elements are rows, as of the RTE challenges: attributes and inner elements are columns.

An element without attributes and inner elements is its text; one with them a record, whose own text is its
field ``text``; inner elements of one name are a list. From there on it is read as JSON is.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn
from xml.parsers import expat

from rightreasons.errors import UnreadableFileError
from rightreasons.printable import printable
from rightreasons.sources.formats.cells import Row, table_of_cells
from rightreasons.sources.formats.json_document import table_in
from rightreasons.sources.formats.json_lines import as_json
from rightreasons.sources.formats.lines import text_blocks
from rightreasons.sources.raw import Content, Format, Parsed

ADDS = {"format": {"xml": "XML"}}
_MOST_DEPTH = 64
_MOST_MARKS = 200
_BEGINS = ("<?xml", "<!--")
_OWN_TEXT, _OTHER_TEXT = "text", "own text"
_MOST_COLUMNS, _MANY_CELLS, _LEAST_FILLED = 16_384, 2_000_000, 0.05
"""Columns that a sheet of Excel has; cells from which on something must stand in this share of them."""
_NUMBER = re.compile(r"[0-9]{1,5}")


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
    has_text, is_plain, has_many
        Whether it has a text of its own; whether the elements in it have nothing but text, and are too many
        for a sentence.
    """

    attributes: Mapping[str, str] = field(default_factory=dict)
    inner: dict[str, list[Any]] = field(default_factory=dict)
    texts: list[tuple[str, bool]] = field(default_factory=list)
    has_text: bool = False
    is_plain: bool = True
    has_many: bool = False

    @property
    def text(self) -> str:
        """Its own text; with that of the elements in it where they are marks within a sentence."""
        within = self.has_marks
        return "".join(text for text, own in self.texts if own or within).strip()

    @property
    def has_marks(self) -> bool:
        """Whether elements in it are marks within a sentence: plain ones, not many, beside its own text."""
        return self.has_text and self.is_plain and not self.has_many

    def add(self, name: str, element: "_Element") -> None:
        """Add an element in it."""
        value = element.value()
        self.inner.setdefault(name, []).append(value)
        self.is_plain = self.is_plain and isinstance(value, str)
        self.texts.append((element.text, False))
        if len(self.texts) > _MOST_MARKS and not self.has_text:
            self.has_many = True
            self.texts.clear()

    def value(self) -> Any:
        """Return it as JSON would have it."""
        inner = {} if self.has_marks else self.inner
        found = {name: values[0] if len(values) == 1 else values for name, values in inner.items()}
        for name, value in self.attributes.items():
            found = {name: value, **found} if name not in found else {**found, f"{name} attribute": value}
        if not found:
            return self.text
        return {**found, _OTHER_TEXT if _OWN_TEXT in found else _OWN_TEXT: self.text} if self.text else found


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
    sheets = _sheets(content, root)
    if not sheets:
        return table_in(root, as_json(content, root))
    longest = max(sheets, key=len)
    others = len([each for each in sheets if each]) - 1
    notes = (f"other sheets that are not read: {others:,}",) if others else ()
    return table_of_cells(content, _filled(content, longest), notes=notes)


def _sheets(content: Content, root: Any) -> list[list[dict[int, str]]]:
    """Return the rows of the sheets of a workbook of Excel 2003, by position; none of other documents."""
    sheets = root.get("Worksheet") if isinstance(root, dict) else None
    found = []
    for sheet in sheets if isinstance(sheets, list) else [sheets]:
        table = sheet.get("Table") if isinstance(sheet, dict) else None
        rows = table.get("Row") if isinstance(table, dict) else None
        if isinstance(rows, list):
            cells = [_cells(content, row) for row in rows]
            found.append([row for row in cells if any(row.values())])
    return found


def _filled(content: Content, rows: Sequence[Mapping[int, str]]) -> list[Row]:
    """Return rows by position as rows of one length."""
    width = max((max(row) + 1 for row in rows), default=0)
    cells = width * len(rows)
    if width > _MOST_COLUMNS or (cells > _MANY_CELLS and sum(map(len, rows)) < _LEAST_FILLED * cells):
        _refuse(content, f"a sheet of {len(rows):,} rows and {width:,} columns, most of it empty")
    return [(None, [row.get(at, "") for at in range(width)]) for row in rows]


def _cells(content: Content, row: Any) -> dict[int, str]:
    """Return the texts of the cells of a row by position: a cell may state it, or be as wide as several."""
    cells = row.get("Cell", []) if isinstance(row, dict) else []
    found: dict[int, str] = {}
    at = 0
    for cell in cells if isinstance(cells, list) else [cells]:
        stated = _number(content, cell, "ss:Index", at + 1) - 1
        if stated < at:
            _refuse(content, f"two cells in column {stated + 1:,} of a row")
        at = stated
        found[at] = _text_of(content, cell)
        at += 1 + _number(content, cell, "ss:MergeAcross", 0)
    return found


def _number(content: Content, cell: Any, name: str, otherwise: int) -> int:
    stated = cell.get(name) if isinstance(cell, dict) else None
    if stated is None:
        return otherwise
    if not isinstance(stated, str) or not _NUMBER.fullmatch(stated):
        _refuse(content, f"'{printable(str(stated), 20)}' as {name}")
    return int(stated)


def _text_of(content: Content, cell: Any) -> str:
    """Return the text of a cell; one in which parts look different is refused, as their order is lost."""
    data = (
        next((cell[key] for key in ("Data", "ss:Data") if key in cell), "") if isinstance(cell, dict) else ""
    )
    if not isinstance(data, dict):
        return data if isinstance(data, str) else _refuse(content, "several texts in one cell")
    if any(":" not in name and name not in (_OWN_TEXT, "xmlns") for name in data):
        _refuse(content, "a cell with marks within its text")
    return str(data.get(_OWN_TEXT, ""))


def _refuse(content: Content, what: str) -> NoReturn:
    raise UnreadableFileError(
        f"{printable(content.name)} has {what}",
        f"at most {_MOST_COLUMNS:,} columns, most of them filled, a plain text in each cell",
        "save the sheet as CSV",
    )


def _is_xml(_: Content, first: str, ending: str) -> bool:
    return first.lstrip("\ufeff ").startswith(_BEGINS) or (
        ending == ".xml" and first.lstrip().startswith("<")
    )


XML = Format(read_xml, (".xml",), matches=_is_xml)
