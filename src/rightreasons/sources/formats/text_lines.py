"""Plain lines, each a row: texts of which labels or hypotheses stand in the same lines of other files."""

import polars as pl

from rightreasons.sources.formats.lines import lines
from rightreasons.sources.raw import LINE, ROW, Content, Format, Parsed

ADDS = {"format": {"lines": "LINES"}}
TEXT = "line"


def read_lines(content: Content, *, headerless: bool = False) -> Parsed:  # noqa: ARG001 - one shape for all readers
    """Read every line as the one text of a row."""
    texts = pl.Series(TEXT, list(lines(content)), dtype=pl.String)
    frame = pl.DataFrame([texts])
    numbers = pl.int_range(pl.len(), dtype=pl.Int64)
    return Parsed(frame.with_columns(numbers.alias(ROW), (numbers + 1).alias(LINE)))


LINES = Format(read_lines, matches=lambda *_: False)
