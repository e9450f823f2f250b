"""Titles and remarks above the header of a table: rows of one cell, or of two, above rows of several."""

import csv
from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from rightreasons.printable import printable
from rightreasons.sources.formats.delimited.separators import separator_of
from rightreasons.sources.raw import HIDDEN, ROW, Content, Parsed

MOST_ROWS = 16
"""Rows that are looked at, none of them blank."""
_HEAD = 64 * 2**10
_LEAST_WIDE = 3
_OF_A_REMARK = 2
_LONGEST_NAME = 40
_COMMENT = "#"
_MOST_BELOW = 3
_IMPORT = '{"ImportId"'


def rows_above(rows: Sequence[Sequence[str]]) -> int:
    """Return how many rows stand above the header; 0 where the first is the header, or none is found.

    Parameters
    ----------
    rows
        The cells of the first rows.
    """
    for at, cells in enumerate(rows):
        if _filled(cells) > 1:
            below = rows[at + 1 : at + 3]
            fits = below and all(len(row) == len(cells) and _filled(row) > 1 for row in below)
            if at and fits and _is_header(cells):
                return at
            if _filled(cells) > _OF_A_REMARK or _filled(cells) * 2 >= max(map(_filled, rows)):
                return 0
    return 0


def without_rows_above(content: Content) -> tuple[Content, tuple[str, ...]]:
    """Return delimited text with blank lines for those above its header, so that all keep their number.

    Lines that begin with ``#`` are remarks where they have other cells than the header.
    """
    head = content.data[:_HEAD]
    text = head[: head.rfind(b"\n") + 1].decode("utf-8", "replace").removeprefix("\ufeff")
    filled = [(at, line) for at, line in enumerate(text.split("\n")) if line.strip(" \r,;\t|")][:MOST_ROWS]
    for number, (at, line) in enumerate(filled[1:], 1):
        separator = separator_of(Content(content.name, line.encode()))
        rows = [_cells(each, separator) for _, each in filled]
        above = [_blanked(cells, rows[number]) for cells in rows[:number]]
        if rows_above([*above, *rows[number:]]) == number:
            places = content.data.split(b"\n", at)
            told = note([each for _, each in filled[:number]])
            return replace(content, data=b"\n" * at + places[at]), (told,)
    return content, ()


def note(lines: Sequence[str]) -> str:
    """Return what a reader is told of lines that were left out."""
    rows = "1 row" if len(lines) == 1 else f"{len(lines)} rows"
    return f"{rows} above the header left out: '{printable(lines[0].strip(), 60)}'"


def _blanked(cells: Sequence[str], header: Sequence[str]) -> Sequence[str]:
    """Return a remark as one cell; any other row as it is."""
    return cells[:1] if cells[0].startswith(_COMMENT) and len(cells) != len(header) else cells


def _cells(line: str, separator: str) -> Sequence[str]:
    line = line.removesuffix("\r")
    if len(separator) > 1:
        return line.split(separator)
    try:
        return next(csv.reader([line], delimiter=separator))
    except csv.Error:  # a line break of its own kind inside
        return line.split(separator)


def _filled(cells: Sequence[str]) -> int:
    return sum(bool(cell and cell.strip()) for cell in cells)


def _is_header(cells: Sequence[str]) -> bool:
    names = [cell.strip() for cell in cells if cell and cell.strip()]
    short = all(len(name) <= _LONGEST_NAME for name in names)
    return len(names) >= max(_LEAST_WIDE, len(cells) - 1) and short and len(set(names)) == len(names)


def without_rows_below(parsed: Parsed) -> Parsed:
    """Return rows without those below the header that say what questions were, up to a row of import ids.

    Surveys are exported so: the second line holds questions, the third ``{"ImportId": ...}`` a cell.

    Parameters
    ----------
    parsed
        The rows under the header.
    """
    head = parsed.frame.drop(HIDDEN, strict=False).head(_MOST_BELOW)
    for at, row in enumerate(head.iter_rows()):
        cells = [cell for cell in row if isinstance(cell, str) and cell.strip()]
        if len(cells) > 1 and all(cell.lstrip().startswith(_IMPORT) for cell in cells):
            told = "1 row" if at == 0 else f"{at + 1} rows"
            rows = parsed.frame.slice(at + 1)
            rows = (
                rows.with_columns(pl.int_range(pl.len(), dtype=pl.Int64).alias(ROW))
                if ROW in rows.columns
                else rows
            )
            notes = (*parsed.notes, f"{told} below the header left out: what was asked, and import ids")
            asked = head.row(at - 1, named=True) if at else {}
            texts = {name: text for name, text in asked.items() if isinstance(text, str)}
            return replace(parsed, frame=rows, notes=notes, asked=texts)
    return parsed


def may_have_rows_below(content: Content) -> bool:
    """Return whether a text may have rows that `without_rows_below` leaves out, by its beginning."""
    return _IMPORT[2:-1].encode() in content.data[:_HEAD]
