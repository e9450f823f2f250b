"""Documents (docx, odt): the table of most rows, or else their paragraphs as lines; slides (pptx)."""

import re
from contextlib import suppress
from dataclasses import dataclass, field
from io import BytesIO
from typing import NoReturn
from xml.parsers import expat
from zipfile import ZipFile

from rightreasons.errors import EmptyDataError, UnreadableFileError, UnsafeArchiveError
from rightreasons.printable import printable
from rightreasons.sources.formats.cells import table_of_cells
from rightreasons.sources.raw import Content, Format, Parsed, natural_key
from rightreasons.streams.compression import BROKEN, ZIP, bounded, most_bytes

ADDS = {"format": {"docx": "DOCX"}}
_WORD, _OPEN = "word/document.xml", "content.xml"
_OPEN_TEXT = b"application/vnd.oasis.opendocument.text"
_ROWS = ("w:tr", "table:table-row")
_CELLS = ("w:tc", "table:table-cell")
_TABLES = ("w:tbl", "table:table")
_PARAGRAPHS = ("w:p", "text:p", "text:h", "a:p")
_SHOW = "ppt/presentation.xml"
_SLIDE = re.compile(r"ppt/slides/slide\d{1,5}\.xml")
_MOST_SLIDES = 5_000
_BREAKS = {"w:br": "\n", "w:tab": "\t", "text:line-break": "\n", "text:tab": "\t", "text:s": " "}
_TEXTS = ("w:t", "a:t", "text:p", "text:h", "text:span", "text:a")
_LEFT_OUT = ("w:del", "office:annotation", "text:note", "text:tracked-changes", "w:instrText")
_MOST_DEPTH = 200
_MOST_SPAN = 100


@dataclass
class _Table:
    """A table that is being read: its rows, each of cells of paragraphs, and the spans of cells."""

    rows: list[list[str]] = field(default_factory=list)
    cell: list[str] | None = None
    span: int = 1


class _Reader:
    """What the parser tells, as tables and paragraphs; a table in a table is none of its rows."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.tables: list[_Table] = []
        self.open: list[_Table] = []
        self.paragraphs: list[str] = []
        self.texts: list[str] = []
        self.path: list[str] = []
        self.hidden = 0
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.EntityDeclHandler = self._refuse

    def _refuse(self, *_: object) -> NoReturn:
        raise UnreadableFileError(
            f"{self.name} has entities of its own, which may be without bounds",
            "a plain document",
            "save it anew",
        )

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self.path.append(name)
        if len(self.path) > _MOST_DEPTH:
            raise UnreadableFileError(
                f"{self.name} has elements more than {_MOST_DEPTH} deep", "a plain document", "save it anew"
            )
        self.hidden += name in _LEFT_OUT
        if name in _TABLES:
            self.open.append(_Table())
            self.tables.append(self.open[-1])
        elif name in _ROWS and self.open:
            self.open[-1].rows.append([])
        elif name in _CELLS and self.open:
            self.open[-1].cell = []
            self.open[-1].span = _span(attributes.get("table:number-columns-spanned"))
        elif name == "w:gridSpan" and self.open:
            self.open[-1].span = _span(attributes.get("w:val"))
        elif name in _BREAKS and not self.hidden:
            self.texts.append(_BREAKS[name])

    def _end(self, name: str) -> None:
        self.path.pop()
        self.hidden -= name in _LEFT_OUT
        table = self.open[-1] if self.open else None
        if name in _PARAGRAPHS:
            text = "".join(self.texts).strip()
            self.texts = []
            if table is None:
                self.paragraphs.append(text)
            elif table.cell is not None and text:
                table.cell.append(text)
        elif name in _CELLS and table is not None and table.cell is not None and table.rows:
            table.rows[-1] += ["\n".join(table.cell)] * table.span
            table.cell = None
        elif name in _TABLES and self.open:
            self.open.pop()

    def _text(self, text: str) -> None:
        if not self.hidden and self.path[-1] in _TEXTS:
            self.texts.append(text)


def _span(stated: str | None) -> int:
    return max(1, min(int(stated), _MOST_SPAN)) if stated and stated.isascii() and stated.isdecimal() else 1


def is_document(content: Content) -> bool:
    """Return whether a file is a document of text (Office Open XML or OpenDocument)."""
    if not content.data.startswith(ZIP):
        return False
    try:
        with ZipFile(BytesIO(content.data)) as opened:
            names = set(opened.namelist())
            if _WORD in names:
                return True
            if (
                not {_OPEN, "mimetype"} <= names
                or opened.getinfo("mimetype").file_size > len(_OPEN_TEXT) + 20
            ):
                return False
            return opened.read("mimetype").strip().startswith(_OPEN_TEXT)
    except (*BROKEN, ValueError):
        return False


def read_document(content: Content, *, headerless: bool = False) -> Parsed:
    """Read the table of most rows.

    Parameters
    ----------
    content
        The document.
    headerless
        Whether the first row is none of names.

    Raises
    ------
    EmptyDataError
        If there is no table of two rows.
    """
    reader = _read(content)
    tables = [[row for row in each.rows if any(row)] for each in reader.tables]
    tables = [rows for rows in tables if len(rows) > 1 and max(map(len, rows)) > 1]
    if not tables:
        raise EmptyDataError(
            f"{printable(content.name)} holds no table", "a table of rows and cells", "save it as text or CSV"
        )
    table = max(tables, key=len)
    notes = (f"the largest of {len(tables)} tables was read",) if len(tables) > 1 else ()
    return table_of_cells(content, [(None, row) for row in table], headerless=headerless, notes=notes)


def _slides(content: Content) -> list[str]:
    """Return the slides that a file holds; none of what is no such file, or broken."""
    if not content.data.startswith(ZIP):
        return []
    with suppress(*BROKEN, ValueError), ZipFile(BytesIO(content.data)) as opened:
        names = opened.namelist()
        if _SHOW in names:
            return sorted(filter(_SLIDE.fullmatch, names), key=natural_key)[:_MOST_SLIDES]
    return []


def slides_of(content: Content) -> Content | None:
    """Return the texts of slides as blocks of lines, a block a slide; None for any other file."""
    slides = _slides(content)
    if not slides:
        return None
    try:
        with ZipFile(BytesIO(content.data)) as opened:
            texts, left = [], most_bytes(len(content.data))
            for name in slides:
                info = opened.getinfo(name)
                with opened.open(info) as stream:
                    data = bounded(stream, f"{content.name}/{name}", info.compress_size)
                left -= len(data)
                reader = _Reader(printable(content.name))
                reader.parser.Parse(data, True)  # noqa: FBT003 - expat takes no keyword
                texts.append("\n".join(filter(None, reader.paragraphs)))
                if left < 0:
                    raise _too_large(content)
    except (*BROKEN, ValueError, KeyError, expat.ExpatError) as error:
        raise _broken(content, error) from None
    return Content(f"{content.name}/text.txt", "\n\n".join(texts).encode("utf-8"), content.sha256)


def _too_large(content: Content) -> UnsafeArchiveError:
    most = most_bytes(len(content.data))
    return UnsafeArchiveError(
        f"{printable(content.name)} expands to more than {most:,} bytes",
        "less",
        "save it as text if you trust it",
    )


def _broken(content: Content, error: Exception) -> UnreadableFileError:
    return UnreadableFileError(
        f"{printable(content.name)} is no whole document ({printable(str(error), 80)})",
        "a whole docx, odt or pptx",
        "save it anew",
    )


def paragraphs_of(content: Content, *, always: bool) -> Content | None:
    """Return the paragraphs of a document as lines of text; None where it has a table, unless `always`."""
    reader = _read(content)
    if not always and any(len(each.rows) > 1 for each in reader.tables):
        return None
    return Content(f"{content.name}/text.txt", "\n".join(reader.paragraphs).encode("utf-8"), content.sha256)


def _read(content: Content) -> _Reader:
    """Return what a document holds.

    Raises
    ------
    UnreadableFileError
        If it is broken.
    """
    name = printable(content.name)
    reader = _Reader(name)
    try:
        with ZipFile(BytesIO(content.data)) as opened:
            inside = _WORD if _WORD in opened.namelist() else _OPEN
            info = opened.getinfo(inside)
            with opened.open(info) as stream:
                data = bounded(stream, f"{content.name}/{inside}", info.compress_size)
        reader.parser.Parse(data, True)  # noqa: FBT003 - expat takes no keyword
    except (*BROKEN, ValueError, KeyError, expat.ExpatError) as error:
        raise _broken(content, error) from None
    return reader


DOCX = Format(read_document, (".docx", ".odt"), is_binary=True)
