"""Comma-separated text with quoting; a quoted field may hold separators and line breaks."""

import csv
import sys
from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import islice

import polars as pl

from rightreasons.sources.formats.header import fields_problem, header_names
from rightreasons.sources.formats.lines import text_blocks
from rightreasons.sources.formats.separators import separator_of
from rightreasons.sources.formats.tsv import split_lines
from rightreasons.sources.raw import LINE, ROW, BadRow, Content, Parsed

_BATCH = 20_000
_Record = tuple[int, list[str] | None, str]


def read_csv(content: Content, *, headerless: bool = False) -> Parsed:
    """Read text separated by commas, semicolons or tabs, whichever its first line has.

    A record is malformed if it has another number of fields than the first, or if a quotation mark is not
    closed or not followed by a separator. Text without any quotation mark is split without looking further;
    text in which nothing is malformed is read in batches; the rest record by record.
    """
    separator = separator_of(content)
    if b'"' not in content.data:
        return split_lines(content, separator, headerless=headerless)
    parsed = _in_batches(content, separator, headerless=headerless)
    return parsed or _by_record(content, separator, headerless=headerless)


def _lines(content: Content) -> Iterator[str]:
    # Lines end at "\n" only: a lone "\r" or "\u2028" is part of a field.
    return (line for text in text_blocks(content) for line in StringIO(text, newline="\n"))


def _in_batches(content: Content, separator: str, *, headerless: bool) -> Parsed | None:
    """Read a file in which every record is whole; None if one is not, or if there are blank lines."""
    csv.field_size_limit(sys.maxsize)
    reader = csv.reader(_lines(content), delimiter=separator, strict=True)
    names: list[str] = []
    frames: list[pl.DataFrame] = []
    row, line = 0, 1
    try:
        while batch := list(islice(reader, _BATCH)):
            starts = _starts(batch, line, reader.line_num)
            line = reader.line_num + 1
            if not names:
                names = header_names(content, batch[0], headerless=headerless)
                batch, starts = (batch, starts) if headerless else (batch[1:], starts[1:])
            if any(len(fields) != len(names) for fields in batch):
                return None
            frames.append(_frame(names, batch, range(row, row + len(batch)), starts))
            row += len(batch)
    except csv.Error:
        return None
    return Parsed(pl.concat(frames)) if frames else None


def _starts(batch: Sequence[Sequence[str]], first: int, last: int) -> Sequence[int]:
    """Return the line on which each record of a batch begins."""
    if last - first + 1 == len(batch):
        return range(first, last + 1)
    starts = [first]
    for fields in batch[:-1]:
        starts.append(starts[-1] + 1 + sum(field.count("\n") for field in fields))
    return starts


def _by_record(content: Content, separator: str, *, headerless: bool) -> Parsed:
    records = _records(content, separator)
    header = next(records, None)
    if header is None or header[1] is None:
        bad = (BadRow(0, header[0], header[2]),) if header else ()
        return Parsed(pl.DataFrame(schema={ROW: pl.Int64, LINE: pl.Int64}), bad)
    names = header_names(content, header[1], headerless=headerless)
    kept: list[list[str]] = [header[1]] if headerless else []
    places = [(0, header[0])] if headerless else []
    malformed: list[BadRow] = []
    for row, (line, fields, problem) in enumerate(records, len(kept)):
        if fields is not None and len(fields) == len(names):
            kept.append(fields)
            places.append((row, line))
            continue
        wrong = problem or fields_problem(len(fields or ()), len(names))
        malformed.append(BadRow(row, line, wrong))
    frame = _frame(names, kept, [row for row, _ in places], [line for _, line in places])
    return Parsed(frame, tuple(malformed))


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


def _frame(
    names: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[int], lines: Sequence[int]
) -> pl.DataFrame:
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(names)
    texts = [pl.Series(name, column, dtype=pl.String) for name, column in zip(names, columns, strict=True)]
    places = [pl.Series(ROW, list(numbers), dtype=pl.Int64), pl.Series(LINE, list(lines), dtype=pl.Int64)]
    return pl.DataFrame([*texts, *places])
