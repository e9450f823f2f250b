"""Comma-separated text with quoting; a quoted field may hold separators and line breaks."""

import csv
import sys
from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import chain

import polars as pl

from rightreasons.sources.formats.delimited.headers import fields_problem, header_of
from rightreasons.sources.formats.delimited.plain_fields import split_lines
from rightreasons.sources.formats.delimited.separators import DELIMITED, is_delimited, separator_of
from rightreasons.sources.formats.lines import text_blocks
from rightreasons.sources.raw import LINE, ROW, BadRow, Content, Format, Parsed

ADDS = {"format": {"csv": "CSV"}}
SWALLOWED = "stands inside a quotation mark that an earlier line opens"
"""What is wrong with a line that would be a row, had a quotation mark before it been closed."""
_BATCH = 20_000
_Record = tuple[int, list[str] | None, str, Sequence[str]]


def read_csv(content: Content, *, headerless: bool = False, marked: bool | None = None) -> Parsed:
    """Read text separated by commas, semicolons or tabs, whichever its first line has.

    A record is malformed if it has another number of fields than the first, or if a quotation mark is not
    closed or not followed by a separator; so is each line in it that would be a row by itself. Text without
    any quotation mark is split without looking further; the rest is read record by record and kept as
    columns a batch at a time.

    Parameters
    ----------
    content
        The file, or its header and a block of its records.
    headerless
        Whether it has no header.
    marked
        Whether there is a quotation mark anywhere in the file; None: it is looked for.
    """
    separator = separator_of(content)
    marked = b'"' in content.data if marked is None else marked
    if not marked or len(separator) > 1:
        return split_lines(content, separator, headerless=headerless)
    records = _records(content, separator)
    first = next(records, (1, None, "", ()))
    if first[1] is None:
        bad = (BadRow(0, first[0], first[2]),) if first[2] else ()
        return Parsed(pl.DataFrame(schema={ROW: pl.Int64, LINE: pl.Int64}), bad)
    header = header_of(content, first[1], headerless=headerless)
    names = header.names
    frames, batch, malformed = list[pl.DataFrame](), list[tuple[str | int, ...]](), list[BadRow]()
    row = 0
    for line, fields, problem, lines in chain([first] if headerless else [], records):
        if fields is not None and len(fields) == len(names):
            batch.append((*fields, row, line))
        else:
            malformed.append(BadRow(row, line, problem or fields_problem(len(fields or ()), len(names))))
            for behind in _rows_in(lines, line, separator, len(names)):
                row += 1
                malformed.append(BadRow(row, behind, SWALLOWED))
        row += 1
        if len(batch) == _BATCH:
            frames.append(_frame(names, batch))
            batch = []
    whole = pl.concat([*frames, _frame(names, batch)])
    return Parsed(whole, tuple(malformed), repeated=header.repeated)


def _lines(content: Content) -> Iterator[str]:
    # Lines end at "\n" only: a lone "\r" or "\u2028" is part of a field.
    return (line for text in text_blocks(content) for line in StringIO(text, newline="\n"))


def _records(content: Content, separator: str) -> Iterator[_Record]:
    """Yield the line on which a record begins, its fields, what is wrong if it has none, and its lines."""
    csv.field_size_limit(sys.maxsize)
    lines: list[str] = []

    def kept() -> Iterator[str]:
        for line in _lines(content):
            lines.append(line)
            yield line

    reader = csv.reader(kept(), delimiter=separator, strict=True)
    while True:
        first = reader.line_num + 1
        lines.clear()
        try:
            fields = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield first, None, f"cannot be read as CSV ({error})", lines
            continue
        if fields:
            yield first, fields, "", lines


def _rows_in(lines: Sequence[str], first: int, separator: str, fields: int) -> Iterator[int]:
    """Yield which lines behind the first of a malformed record would be rows by themselves."""
    for at, line in enumerate(lines[1:], first + 1):
        if line.count(separator) == fields - 1:
            yield at


def _frame(names: Sequence[str], rows: Sequence[Sequence[str | int]]) -> pl.DataFrame:
    schema = dict.fromkeys(names, pl.String) | {ROW: pl.Int64, LINE: pl.Int64}
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(schema)
    return pl.DataFrame(dict(zip(schema, columns, strict=True)), schema=schema)


def _is_delimited_by_marks(content: Content, first: str, ending: str) -> bool:
    return is_delimited(first, ending, separator_of(content)) and separator_of(content) != "\t"


CSV = Format(read_csv, DELIMITED, matches=_is_delimited_by_marks)
