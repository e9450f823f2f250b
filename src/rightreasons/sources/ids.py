"""Stable ids: those of the source where they are complete and distinct, else the number of the row."""

from collections.abc import Sequence

import polars as pl

from rightreasons.printable import printable
from rightreasons.sources.raw import ROW, RawTable

NUMBERED = "row number"


def ids_of(raw: RawTable, candidates: Sequence[str]) -> tuple[pl.Series, str, tuple[str, ...]]:
    """Return the ids, the column they come from (`NUMBERED` if none), and what is to be noted.

    Parameters
    ----------
    raw
        The rows that are kept.
    candidates
        Columns that may hold ids; the first without nulls and repetitions is taken.
    """
    frame = raw.parsed.frame
    for column in candidates:
        ids = frame[column].cast(pl.String, strict=False) if not frame[column].dtype.is_nested() else None
        if ids is not None and not ids.null_count() and ids.n_unique() == len(ids):
            return ids.alias("id"), column, ()
    numbers = frame.select(id=_numbered(frame)).to_series()
    if not candidates:
        return numbers, NUMBERED, ()
    shown = ", ".join(f"'{printable(column)}'" for column in candidates)
    return numbers, NUMBERED, (f"ids in {shown} are repeated or missing; rows are numbered from 0 (row-N)",)


def _numbered(frame: pl.DataFrame) -> pl.Expr:
    """Return ``row-N``, or ``row-N-K`` where a row of the source holds several pairs."""
    if frame[ROW].n_unique() == frame.height:
        return pl.format("row-{}", pl.col(ROW))
    return pl.format("row-{}-{}", pl.col(ROW), pl.int_range(pl.len()).over(ROW))
