"""Delimited text: which character separates, what the header is; CSV with quoting, TSV without."""

import csv
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import StringIO
from itertools import chain

import polars as pl

from rightreasons.errors import ColumnError
from rightreasons.printable import printable, quoted
from rightreasons.sources.formats.lines import text_blocks
from rightreasons.sources.raw import HIDDEN, LINE, ROW, BadRow, Content, Format, Parsed

ADDS = {"format": {"csv": "CSV", "tsv": "TSV"}}

# Which character separates the fields of delimited text: told from its first line, never from its name.


_HEAD = 64 * 2**10


def first_line(content: Content) -> str:
    """Return the first line that is not blank, at most its first 64 KiB; empty if there is none."""
    head = Content(content.name, content.data[: 4 * _HEAD])
    text = next(text_blocks(_whole_characters(head)), "")
    return next((line.removesuffix("\r") for line in text.split("\n") if line.strip()), "")[:_HEAD]


def separator_of(content: Content) -> str:
    """Return what separates the first line outside quotation marks.

    A tab or ``|||`` where it has one, else the commoner of `,` and `;`, and ``|`` where it has neither.
    """
    outside = "".join(first_line(content).split('"')[::2])
    for mark in ("\t", " ||| ", "|||"):
        if mark in outside:
            return mark
    if "|" in outside and not set(",;") & set(outside):
        return "|"
    return ";" if outside.count(";") > outside.count(",") else ","


def _whole_characters(head: Content) -> Content:
    """Cut off a character that the end of the head splits."""
    data = head.data
    while data and data[-1] & 0b1100_0000 == 0b1000_0000:
        data = data[:-1]
    if data and data[-1] >= 0b1100_0000:
        data = data[:-1]
    return Content(head.name, data)


# The header of delimited text: names of columns, or positions where there is none.


def header_names(content: Content, first: Sequence[str], *, headerless: bool) -> list[str]:
    """Return the names of the columns: the fields of the first line, or their positions from 0.

    A nameless column is called by its position (``column 0``).

    Raises
    ------
    ColumnError
        If two columns share a name.
    """
    if headerless:
        return [str(position) for position in range(len(first))]
    names = [name.strip() or f"column {position}" for position, name in enumerate(first)]
    twice = sorted({name for name in names if names.count(name) > 1 or name in HIDDEN})
    if twice:
        raise ColumnError(
            f"{printable(content.name)} has the column {quoted(tuple(twice))} more than once",
            "distinct names in the first line",
            f"rename them; if there is no header, give positions ({_positions(first)}): "
            "--columns premise=...,hypothesis=...,label=...",
        )
    return names


def fields_problem(found: int, expected: int) -> str:
    """Say that a row has the wrong number of fields."""
    return f"has {found} of {expected} fields" if found < expected else f"has {found} fields, not {expected}"


def _positions(first: Sequence[str]) -> str:
    """Return the fields of the first line with their positions, as far as they fit in a message."""
    return ", ".join(f"{position} is '{printable(field, 40)}'" for position, field in enumerate(first[:8]))


# Tab-separated text, quoting off: every tab separates, every quotation mark is text.


_TEXT = "__text__"


def read_tsv(content: Content, *, headerless: bool = False) -> Parsed:
    """Read tab-separated text; a line with another number of fields than the first is malformed.

    Cells that begin and end with a quotation mark are counted and noted.
    """
    parsed = split_lines(content, "\t", headerless=headerless)
    quoted = _quoted_cells(parsed.frame) if b'"' in content.data else 0
    if not quoted:
        return parsed
    note = f"{quoted:,} cells stand in quotation marks, which are kept as text (--quoting on removes them)"
    return replace(parsed, notes=(*parsed.notes, note))


def _quoted_cells(frame: pl.DataFrame) -> int:
    text = pl.col(pl.String)
    enclosed = text.str.starts_with('"') & text.str.ends_with('"') & (text.str.len_bytes() > 1)
    return int(frame.select(enclosed.sum()).sum_horizontal().item() or 0)


def split_lines(content: Content, separator: str, *, headerless: bool) -> Parsed:
    """Read lines that hold nothing but fields between separators, a block at a time.

    Blank lines are not rows.
    """
    names: list[str] = []
    frames: list[pl.DataFrame] = []
    malformed: list[BadRow] = []
    line, row = 1, 0
    for text in text_blocks(content):
        block = _numbered_lines(text, line)
        line += text.count("\n")
        if not names and block.height:
            names = header_names(content, block[_TEXT][0].split(separator), headerless=headerless)
            block = block if headerless else block.slice(1)
        block = block.with_columns(pl.int_range(row, row + pl.len(), dtype=pl.Int64).alias(ROW))
        row += block.height
        frame, bad = _fields(block, names, separator)
        frames.append(frame)
        malformed += bad
    empty = pl.DataFrame(schema=dict.fromkeys(names, pl.String) | {ROW: pl.Int64, LINE: pl.Int64})
    return Parsed(pl.concat([empty, *frames]), tuple(malformed))


def _numbered_lines(text: str, first: int) -> pl.DataFrame:
    found = pl.Series(_TEXT, text.split("\n"), dtype=pl.String).str.strip_suffix("\r")
    frame = pl.DataFrame([found]).with_columns(
        pl.int_range(first, first + pl.len(), dtype=pl.Int64).alias(LINE)
    )
    return frame.filter(pl.col(_TEXT) != "")


def _fields(block: pl.DataFrame, names: list[str], separator: str) -> tuple[pl.DataFrame, list[BadRow]]:
    block = block.with_columns(pl.col(_TEXT).str.split(separator))
    count = pl.col(_TEXT).list.len()
    wrong = block.filter(count != len(names)).select(ROW, LINE, count)
    right = block.filter(count == len(names))
    columns = [pl.col(_TEXT).list.get(at).alias(name) for at, name in enumerate(names)]
    bad = [BadRow(row, line, fields_problem(found, len(names))) for row, line, found in wrong.iter_rows()]
    return right.select(*columns, ROW, LINE), bad


# Comma-separated text with quoting; a quoted field may hold separators and line breaks.


_BATCH = 20_000
_Record = tuple[int, list[str] | None, str]


def read_csv(content: Content, *, headerless: bool = False) -> Parsed:
    """Read text separated by commas, semicolons or tabs, whichever its first line has.

    A record is malformed if it has another number of fields than the first, or if a quotation mark is not
    closed or not followed by a separator. Text without any quotation mark is split without looking further;
    the rest is read record by record and kept as columns a batch at a time.
    """
    separator = separator_of(content)
    if b'"' not in content.data or len(separator) > 1:
        return split_lines(content, separator, headerless=headerless)
    records = _records(content, separator)
    header = next(records, (1, None, ""))
    if header[1] is None:
        bad = (BadRow(0, header[0], header[2]),) if header[2] else ()
        return Parsed(pl.DataFrame(schema={ROW: pl.Int64, LINE: pl.Int64}), bad)
    names = header_names(content, header[1], headerless=headerless)
    frames, batch, malformed = list[pl.DataFrame](), list[tuple[str | int, ...]](), list[BadRow]()
    for row, (line, fields, problem) in enumerate(chain([header] if headerless else [], records)):
        if fields is not None and len(fields) == len(names):
            batch.append((*fields, row, line))
        else:
            wrong = problem or fields_problem(len(fields or ()), len(names))
            malformed.append(BadRow(row, line, wrong))
        if len(batch) == _BATCH:
            frames.append(_frame(names, batch))
            batch = []
    return Parsed(pl.concat([*frames, _frame(names, batch)]), tuple(malformed))


def _lines(content: Content) -> Iterator[str]:
    # Lines end at "\n" only: a lone "\r" or "\u2028" is part of a field.
    return (line for text in text_blocks(content) for line in StringIO(text, newline="\n"))


def _records(content: Content, separator: str) -> Iterator[_Record]:
    """Yield the line on which a record begins, its fields, and what is wrong if it has none."""
    csv.field_size_limit(sys.maxsize)
    reader = csv.reader(_lines(content), delimiter=separator, strict=True)
    while True:
        first = reader.line_num + 1
        try:
            fields = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield first, None, f"cannot be read as CSV ({error})"
            continue
        if fields:
            yield first, fields, ""


def _frame(names: Sequence[str], rows: Sequence[Sequence[str | int]]) -> pl.DataFrame:
    schema = dict.fromkeys(names, pl.String) | {ROW: pl.Int64, LINE: pl.Int64}
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(schema)
    return pl.DataFrame(dict(zip(schema, columns, strict=True)), schema=schema)


# Delimited text among other text: what it is if nothing else is.


def _is_tabbed(content: Content, first: str, ending: str) -> bool:
    return _is_delimited(first, ending, separator_of(content)) and separator_of(content) == "\t"


def _is_delimited_by_marks(content: Content, first: str, ending: str) -> bool:
    return _is_delimited(first, ending, separator_of(content)) and separator_of(content) != "\t"


def _is_delimited(first: str, ending: str, separator: str) -> bool:
    return ending in _DELIMITED or (not ending and separator in first)


_DELIMITED = (".csv", ".tsv", ".txt")
CSV = Format(read_csv, _DELIMITED, matches=_is_delimited_by_marks)
TSV = Format(read_tsv, _DELIMITED, matches=_is_tabbed)
