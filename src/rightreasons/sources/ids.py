"""Stable ids: those of the source where they are complete and distinct, else the number of the row."""

from collections.abc import Sequence

import polars as pl

from rightreasons.printable import printable
from rightreasons.sources.raw import ROW, RawTable

NUMBERED = "row number"


def ids_of(
    raw: RawTable, candidates: Sequence[str], decided: str | None = None
) -> tuple[pl.Series, str, tuple[str, ...]]:
    """Return the ids, the column they come from (`NUMBERED` if none), and what is to be noted.

    Parameters
    ----------
    raw
        The rows that are kept.
    candidates
        Columns that may hold ids; the first without nulls and repetitions is taken.
    decided
        Of a block of rows, the column, or `NUMBERED`, that suits all of them; None: it is looked for.
    """
    frame = raw.parsed.frame
    for column in candidates if decided is None else ():
        ids = frame[column].cast(pl.String, strict=False) if not frame[column].dtype.is_nested() else None
        if ids is not None and not ids.null_count() and ids.n_unique() == len(ids):
            return ids.alias("id"), column, ()
    if decided is None or decided == NUMBERED:
        return _by_number(raw, candidates)
    return frame[decided].cast(pl.String, strict=False).alias("id"), decided, ()


def _by_number(raw: RawTable, candidates: Sequence[str]) -> tuple[pl.Series, str, tuple[str, ...]]:
    frame = raw.parsed.frame
    numbers = frame.select(id=_numbered(frame)).to_series()
    if not candidates:
        return numbers, NUMBERED, ()
    shown = ", ".join(f"'{printable(column)}'" for column in candidates)
    return numbers, NUMBERED, (f"ids in {shown} are repeated or missing; rows are numbered from 0 (row-N)",)


def _numbered(frame: pl.DataFrame) -> pl.Expr:
    """Return ``row-N``, or ``row-N-K`` where a row of the source holds several pairs."""
    if frame[ROW].n_unique() == frame.height:
        return _named(pl.col(ROW))
    return _named(pl.col(ROW)) + "-" + pl.int_range(pl.len()).over(ROW).cast(pl.String)


def _named(number: pl.Expr) -> pl.Expr:
    return "row-" + number.cast(pl.String)  # of no rows `pl.format` panics (polars 2.1)


def share_ids(columns: Sequence[pl.Series]) -> bool:
    """Return whether an id stands in more than one of several columns of distinct ones."""
    ids = pl.concat(columns)
    return ids.n_unique() != len(ids)
