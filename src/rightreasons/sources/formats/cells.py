"""Rows of cells under a header, as tables in documents have them, and the ending of a file's name."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePath

import polars as pl

from rightreasons.sources.formats.delimited.headers import fields_problem, header_of
from rightreasons.sources.raw import LINE, ROW, BadRow, Content, Parsed, check_names

_COMPRESSED = (".gz", ".gzip", ".bz2", ".xz", ".zst")
Row = tuple[int | None, list[str]]


def table_of_cells(
    content: Content,
    rows: Sequence[Row],
    *,
    headerless: bool = False,
    notes: tuple[str, ...] = (),
    problems: Mapping[int | None, str] | None = None,
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
    problems
        What is wrong with a row whose cells could not be told apart, by the line it begins on.

    Raises
    ------
    ColumnError
        If a name is one that columns of our own have.
    """
    unread = problems or {}
    header = header_of(content, rows[0][1] if rows else [], headerless=headerless)
    width = len(header.names)
    under = [(number, line, cells) for number, (line, cells) in enumerate(rows if headerless else rows[1:])]
    bad = [
        BadRow(number, line, unread[line] if line in unread else fields_problem(len(cells), width))
        for number, line, cells in under
        if len(cells) != width or line in unread
    ]
    whole = [row for row in under if len(row[2]) == width and row[1] not in unread]
    columns = [
        pl.Series(name, [cells[at] for _, _, cells in whole], dtype=pl.String)
        for at, name in enumerate(header.names)
    ]
    places = [(number, line) for number, line, _ in whole]
    frame = frame_of(content, columns, places)
    return Parsed(frame, tuple(bad), notes=notes, repeated=header.repeated)


def frame_of(
    content: Content, columns: Iterable[pl.Series], places: Sequence[tuple[int, int | None]]
) -> pl.DataFrame:
    """Return columns with the number and the line of each row.

    Parameters
    ----------
    content
        The file.
    columns
        Each with a name of its own.
    places
        The number of each row in the file, from 0, and the line it begins on, from 1.

    Raises
    ------
    ColumnError
        If a name is one that columns of our own have.
    """
    named = list(columns)
    check_names((each.name for each in named), content.name)
    numbers = pl.Series(ROW, [number for number, _ in places], dtype=pl.Int64)
    starts = pl.Series(LINE, [line for _, line in places], dtype=pl.Int64)
    return pl.DataFrame([*named, numbers, starts])


def outside_note(number: int) -> tuple[str, ...]:
    """Return the note of how many lines stand outside of a table; none where none does."""
    if not number:
        return ()
    said = "1 line outside of the table was" if number == 1 else f"{number:,} lines outside of the table were"
    return (f"{said} not read",)


def has_ending(content: Content, *endings: str) -> bool:
    """Return whether the name of a file ends in one of these, without the ending of compression."""
    path = PurePath(content.name.lower())
    return (path.with_suffix("") if path.suffix in _COMPRESSED else path).suffix in endings
