"""Columns from Python values, as JSON files and lists of dictionaries hold them."""

import json
from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any

import polars as pl

_PRIMITIVES: dict[type, type[pl.DataType]] = {
    str: pl.String,
    bool: pl.Boolean,
    int: pl.Int64,
    float: pl.Float64,
}


def frame_of(rows: Sequence[Mapping[str, Any]]) -> pl.DataFrame:
    """Return a frame with every key that occurs; a key that a row lacks is null there."""
    names = dict.fromkeys(str(key) for row in rows for key in row)
    return pl.DataFrame([series_of(name, [row.get(name) for row in rows]) for name in names])


def series_of(name: str, values: Sequence[Any]) -> pl.Series:
    """Return a column: of one plain type if all values share it, lists and records as such, or text.

    Nested values of different kinds become lists of text.
    """
    kinds = {type(value) for value in values} - {type(None)}
    if not kinds:
        return pl.Series(name, values, dtype=pl.String)
    if len(kinds) == 1 and (plain := _PRIMITIVES.get(next(iter(kinds)))):
        try:
            return pl.Series(name, values, dtype=plain)
        except (OverflowError, TypeError):
            pass  # an integer beyond 64 bits: kept as its digits
    if any(issubclass(kind, (list, tuple, dict, set)) for kind in kinds):
        return _nested(name, values) if kinds <= {list} or kinds <= {dict} else text_lists(name, values)
    return pl.Series(name, [as_text(value) for value in values], dtype=pl.String)


def text_lists(name: str, values: Sequence[Any]) -> pl.Series:
    """Return nested values of any kind as lists of text."""
    return pl.Series(name, [_texts(value) for value in values], dtype=pl.List(pl.String))


def _nested(name: str, values: Sequence[Any]) -> pl.Series:
    """Return lists or records as polars reads them from JSON lines, or as lists of text if it does not."""
    try:
        lines = "\n".join(json.dumps({"value": value}) for value in values)
        series = pl.read_ndjson(BytesIO(lines.encode()), infer_schema_length=None)["value"]
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, ValueError, TypeError, RecursionError):
        return text_lists(name, values)
    same = series.dtype.is_nested() and len(series) == len(values)
    return series.alias(name) if same else text_lists(name, values)


def as_text(value: Any) -> str | None:
    """Return a value as text: ``true`` and ``1`` for booleans and integers, null for null and NaN."""
    if value is None or value != value:  # noqa: PLR0124 - only NaN differs from itself
        return None
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, dict)):
        return json.dumps(value, ensure_ascii=False)
    return str(value)


def _texts(value: Any) -> list[str | None] | None:
    if value is None:
        return None
    items = value if isinstance(value, (list, tuple)) else [value]
    return [as_text(item) for item in items]
