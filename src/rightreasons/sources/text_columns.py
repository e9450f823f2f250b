"""Columns as text: premise and hypothesis as they are, labels as they were found."""

import json
from collections.abc import Sequence

import polars as pl

from rightreasons.errors import ColumnError
from rightreasons.pairs import ANNOTATORS, Count
from rightreasons.printable import printable
from rightreasons.sources.raw import ROW, RawTable

_LINE_BREAKS = "\r\n"


def text_column(raw: RawTable, column: str, role: str) -> pl.Series:
    """Return a column of `raw` as strings, content untouched.

    Raises
    ------
    ColumnError
        If it holds lists, records or bytes.
    """
    series = raw.parsed.frame[column]
    if not is_plain(series.dtype):
        raise ColumnError(
            f"{printable(raw.name)} column '{printable(column)}' for {role} holds {series.dtype}",
            "text or a number a row",
            "name another with --columns",
        )
    return series.cast(pl.String, strict=False)


def joined_text(raw: RawTable, columns: Sequence[str], role: str) -> pl.Series:
    """Return the columns of one role as one text a row, with spaces between them; null where one is null."""
    texts = [text_column(raw, column, role).alias(str(at)) for at, column in enumerate(columns)]
    return pl.DataFrame(texts).select(pl.concat_str(pl.all(), separator=" ").alias(role)).to_series()


def is_plain(kind: pl.DataType) -> bool:
    """Whether values of this type are one piece of text, a number or a truth value each."""
    return not kind.is_nested() and kind not in (pl.Binary, pl.Object)


def is_plain_list(kind: pl.DataType) -> bool:
    """Whether values of this type are lists of plain ones."""
    return isinstance(kind, pl.List) and is_plain(kind.inner)  # type: ignore[arg-type]  # an instance, never a class, in a schema


def label_text(raw: RawTable, column: str, *, as_numbers: bool) -> pl.Series:
    """Return the labels as found: ``true`` for a boolean, ``1`` for 1 and 1.0, null for NaN.

    A list of labels is written as a JSON list.

    Parameters
    ----------
    raw
        The table.
    column
        Its label column.
    as_numbers
        Leave numbers as they are although the file states names for them.
    """
    series = raw.parsed.frame[column]
    if isinstance(series.dtype, pl.List) and series.dtype.inner == pl.String:
        series = _as_json_lists(raw, series)
    if series.dtype.is_float():
        series = series.fill_nan(None)
        whole = series.cast(pl.Int64, strict=False)
        series = whole if (whole == series).all() else series
    names = raw.parsed.class_names.get(column)
    if names is None or as_numbers or not series.dtype.is_integer():
        return text_column(raw.replaced(series), column, "label")
    by_number = {str(number): name for number, name in enumerate(names)}
    return series.cast(pl.String).replace(by_number)


def _as_json_lists(raw: RawTable, series: pl.Series) -> pl.Series:
    twice = series.list.n_unique() < series.list.len()
    if twice.any():
        row = raw.parsed.frame[ROW][int(twice.arg_true()[0])]
        raise ColumnError(
            f"{printable(raw.name)} column '{printable(series.name)}' holds a label twice in row {row}",
            "distinct labels in a list, or votes of annotators",
            f"if these are votes: --columns {ANNOTATORS}={printable(series.name)} --gold majority",
        )
    lists = [None if items is None else json.dumps(items, ensure_ascii=False) for items in series.to_list()]
    return pl.Series(series.name, lists, dtype=pl.String)


def without_line_breaks(
    frame: pl.DataFrame, columns: Sequence[str]
) -> tuple[pl.DataFrame, tuple[Count, ...]]:
    """Return the rows without line breaks at the end of `columns`, and how many rows had some."""
    has_some = pl.any_horizontal(pl.col(columns).str.contains(r"[\r\n]$"))
    rows = int(frame.select(has_some.sum()).item() or 0)
    if not rows:
        return frame, ()
    stripped = frame.with_columns(pl.col(columns).str.strip_chars_end(_LINE_BREAKS))
    return stripped, (Count("line break at the end of a text", rows),)
