"""Tables whose first line may be a row: names that are values."""

from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from rightreasons.sources.options import ReadOptions
from rightreasons.sources.raw import HIDDEN, LINE, ROW, RawTable

_MOST_VALUES, _SEVERAL = 10, 5
Parts = Sequence[tuple[RawTable, ReadOptions]]


def without_header(parts: Parts) -> Parts:
    """Return tables whose first line is taken for a row, where it looks like one; else none."""
    if not all(_is_row(raw) for raw, _ in parts):
        return []
    return [(_with_first_row(raw), options) for raw, options in parts]


def _is_row(raw: RawTable) -> bool:
    """Whether names of columns are values: long, or found again in their columns.

    A column of few values that its name is none of shows that names are names.
    """
    text = all(kind == pl.String for kind in raw.parsed.frame.drop(HIDDEN).schema.values())
    long = any(len(name.split()) > 4 for name in raw.columns)
    again = any(name in raw.parsed.frame[name].to_list() for name in raw.columns if text)
    named = any(
        _has_a_name(raw.parsed.frame[name], raw.parsed.repeated.get(name, name)) for name in raw.columns
    )
    return text and (long or again) and not named


def _has_a_name(series: pl.Series, name: str) -> bool:
    """Whether a column has few values, each several times, and its name in the file is none of them."""
    full = series.drop_nulls()
    distinct = full.n_unique()
    few = 1 < distinct <= _MOST_VALUES and distinct * _SEVERAL <= full.len()
    return few and name not in full.to_list()


def _with_first_row(raw: RawTable) -> RawTable:
    frame = raw.parsed.frame.drop(HIDDEN)
    places = [str(at) for at in range(frame.width)]
    header = [raw.parsed.repeated.get(name, name) for name in frame.columns]
    first = pl.DataFrame([header], schema=places, orient="row")
    whole = pl.concat([first, frame.rename(dict(zip(frame.columns, places, strict=True)))])
    numbers = pl.int_range(whole.height, dtype=pl.Int64)
    whole = whole.with_columns(numbers.alias(ROW), pl.select(numbers + 1).to_series().alias(LINE))
    return replace(raw, parsed=replace(raw.parsed, frame=whole, repeated={}))
