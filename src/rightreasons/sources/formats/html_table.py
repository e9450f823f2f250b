"""HTML: the table of most rows on a page; cells are their text, merged ones stand in every row they span."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

import polars as pl

from rightreasons.sources.formats.delimited.headers import header_of
from rightreasons.sources.formats.html_records import read_html_records
from rightreasons.sources.formats.lines import text_blocks
from rightreasons.sources.raw import LINE, ROW, Content, Format, Parsed

ADDS = {"format": {"html": "HTML"}}
_BEGINS = ("<!doctype html", "<html", "<table")
_MOST_COLUMNS = 1_000
_MOST_ROWS_SPANNED = 10_000


@dataclass
class _Table:
    """A table that is being read: rows as cells, the line of each, and cells that go on below."""

    rows: list[list[str]] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    below: dict[int, tuple[int, str]] = field(default_factory=dict)

    def start_row(self, line: int) -> None:
        """Begin a row with the cells that reach down to it from above."""
        self.rows.append([])
        self.lines.append(line)

    def add(self, text: str, columns: int, rows: int) -> None:
        """Add a cell that spans columns and rows."""
        self.fill()
        for _ in range(max(1, columns)):
            if len(self.rows[-1]) < _MOST_COLUMNS:
                if rows > 1:
                    self.below[len(self.rows[-1])] = (rows - 1, text)
                self.rows[-1].append(text)

    def fill(self) -> None:
        """Add the cells from above that stand here."""
        while (at := len(self.rows[-1])) in self.below:
            left, text = self.below.pop(at)
            self.rows[-1].append(text)
            if left > 1:
                self.below[at] = (left - 1, text)


class _Reader(HTMLParser):
    """What the parser tells, as tables; one within another is none of its own rows."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tables: list[_Table] = []
        self.open: list[_Table] = []
        self.cell: list[str] | None = None
        self.spans = (1, 1)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self._end_cell()
            self.open.append(_Table())
            self.tables.append(self.open[-1])
        elif tag == "tr" and self.open:
            self._end_cell()
            self.open[-1].start_row(self.getpos()[0])
        elif tag in ("td", "th") and self.open and self.open[-1].rows:
            self._end_cell()
            given = dict(attrs)
            self.spans = (
                _span(given.get("colspan"), _MOST_COLUMNS),
                _span(given.get("rowspan"), _MOST_ROWS_SPANNED),
            )
            self.cell = []
        elif tag in ("br", "p", "li", "div") and self.cell:
            self.cell.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th", "tr", "table"):
            self._end_cell()
        if tag == "tr" and self.open and self.open[-1].rows:
            self.open[-1].fill()
        if tag == "table" and self.open:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if self.cell is not None:
            self.cell.append(data)

    def _end_cell(self) -> None:
        if self.cell is not None and self.open:
            self.open[-1].add(" ".join("".join(self.cell).split()), *self.spans)
        self.cell = None


def _span(stated: str | None, most: int) -> int:
    return min(int(stated), most) if stated is not None and stated.isascii() and stated.isdecimal() else 1


def read_html(content: Content, *, headerless: bool = False) -> Parsed:
    """Read the table of most rows; where there is none, what elements that are repeated hold.

    Parameters
    ----------
    content
        The page.
    headerless
        Whether the first row is none of names.

    Raises
    ------
    EmptyDataError
        If there is neither.
    """
    reader = _Reader()
    for text in text_blocks(content):
        reader.feed(text)
    reader.close()
    tables = [
        each for each in reader.tables if max(map(len, each.rows), default=0) > 1 and any(map(any, each.rows))
    ]
    if not tables:
        return read_html_records(content)
    table = max(tables, key=lambda table: len(table.rows))
    notes = (f"the largest of {len(tables)} tables was read",) if len(tables) > 1 else ()
    return _parsed(content, table, notes, headerless=headerless)


def _parsed(content: Content, table: _Table, notes: tuple[str, ...], *, headerless: bool) -> Parsed:
    width = max(map(len, table.rows))
    filled = [
        (row + [""] * (width - len(row)), line)
        for row, line in zip(table.rows, table.lines, strict=True)
        if any(row)
    ]
    header = header_of(content, filled[0][0], headerless=headerless)
    rows = filled if headerless else filled[1:]
    columns = [
        pl.Series(name, [row[at] for row, _ in rows], dtype=pl.String) for at, name in enumerate(header.names)
    ]
    numbers = pl.Series(ROW, range(len(rows)), dtype=pl.Int64)
    lines = pl.Series(LINE, [line for _, line in rows], dtype=pl.Int64)
    return Parsed(pl.DataFrame([*columns, numbers, lines]), notes=notes, repeated=header.repeated)


def _is_html(_: Content, first: str, ending: str) -> bool:
    return ending == "" and first.lstrip("\ufeff \t").lower().startswith(_BEGINS)


HTML = Format(read_html, matches=_is_html)  # no ending: in a folder of data a page is a report of them
