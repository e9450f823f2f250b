"""Line-aligned triples: premises, hypotheses and labels in files s1.*, s2.* and labels.*, line by line."""

from collections.abc import Sequence

import polars as pl

from rightreasons.errors import MalformedRowError
from rightreasons.printable import printable
from rightreasons.sources.formats.lines import lines
from rightreasons.sources.raw import LINE, Content, Parsed, numbered

COLUMNS = ("premise", "hypothesis", "label")


def read_aligned(contents: Sequence[Content]) -> Parsed:
    """Read three files of equal length; a space at the end of a line, as tokenisers leave it, is kept.

    Parameters
    ----------
    contents
        Premises, hypotheses, labels.

    Raises
    ------
    MalformedRowError
        If they differ in length: no row can be trusted then.
    """
    columns = [list(lines(content)) for content in contents]
    if len({len(column) for column in columns}) > 1:
        found = ", ".join(
            f"{printable(content.name)} {len(column):,}"
            for content, column in zip(contents, columns, strict=True)
        )
        raise MalformedRowError(
            f"line-aligned files of different lengths: {found} lines",
            "as many lines in each",
            "use whole files",
        )
    series = [pl.Series(name, values, dtype=pl.String) for name, values in zip(COLUMNS, columns, strict=True)]
    frame = numbered(pl.DataFrame(series))
    return Parsed(frame.with_columns(pl.int_range(1, pl.len() + 1, dtype=pl.Int64).alias(LINE)))
