"""Rows of cells under a header, as tables in documents have them, and the ending of a file's name."""

from collections.abc import Sequence
from pathlib import PurePath

import polars as pl

from rightreasons.sources.formats.delimited.headers import fields_problem, header_of
from rightreasons.sources.raw import LINE, ROW, BadRow, Content, Parsed

_COMPRESSED = (".gz", ".gzip", ".bz2", ".xz", ".zst")
Row = tuple[int | None, list[str]]


def table_of_cells(
    content: Content, rows: Sequence[Row], *, headerless: bool = False, notes: tuple[str, ...] = ()
) -> Parsed:
    """Return rows of cells as a table; a row of fewer or more cells than its header is malformed.

    Parameters
    ----------
    content
        The file.
    rows
        Each with the line it begins on; the header first, unless `headerless`.
    headerless
        Whether the first row is none of names.
    notes
        What a reader should know.
    """
    header = header_of(content, rows[0][1] if rows else [], headerless=headerless)
    width = len(header.names)
    under = [(number, line, cells) for number, (line, cells) in enumerate(rows if headerless else rows[1:])]
    bad = [
        BadRow(number, line, fields_problem(len(cells), width))
        for number, line, cells in under
        if len(cells) != width
    ]
    whole = [row for row in under if len(row[2]) == width]
    columns = [
        pl.Series(name, [cells[at] for _, _, cells in whole], dtype=pl.String)
        for at, name in enumerate(header.names)
    ]
    numbers = pl.Series(ROW, [number for number, _, _ in whole], dtype=pl.Int64)
    starts = pl.Series(LINE, [line for _, line, _ in whole], dtype=pl.Int64)
    frame = pl.DataFrame([*columns, numbers, starts])
    return Parsed(frame, tuple(bad), notes=notes, repeated=header.repeated)


def has_ending(content: Content, *endings: str) -> bool:
    """Return whether the name of a file ends in one of these, without the ending of compression."""
    path = PurePath(content.name.lower())
    return (path.with_suffix("") if path.suffix in _COMPRESSED else path).suffix in endings
