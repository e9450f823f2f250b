"""Data in memory: polars, pandas and Arrow, Hugging Face datasets, lists of dictionaries, pairs."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import polars as pl

from rightreasons.errors import UsageError
from rightreasons.pairs import PairTable, SourceFile
from rightreasons.printable import printable
from rightreasons.sources.formats.parquet import class_label_names
from rightreasons.sources.python_values import frame_of, series_of
from rightreasons.sources.raw import HIDDEN, Parsed, RawTable, numbered


def object_tables(data: Any) -> list[RawTable]:
    """Return the raw tables of an object: one, or one a split of a ``DatasetDict``.

    Raises
    ------
    UsageError
        If it is nothing that can be read.
    """
    if isinstance(data, PairTable):
        return [_table(data.frame, "pairs")]
    package, kind = type(data).__module__.partition(".")[0], type(data).__name__
    if (package, kind) in _OTHERS:
        called, read = _OTHERS[package, kind]
        return [_table(read(data), called)]
    if package == "datasets" and kind == "DatasetDict":
        return [hugging_face_table(part, f"dataset {name}", str(name)) for name, part in data.items()]
    if package == "datasets" and kind == "Dataset":
        return [hugging_face_table(data, "dataset")]
    if hasattr(data, "__arrow_c_stream__"):
        return [_table(pl.DataFrame(data), "Arrow stream")]
    if _is_rows(data):
        return [_table(frame_of(data), "list of dictionaries")]
    shown = f": {data}" if isinstance(data, int | float) else ""
    raise UsageError(
        f"data of type {printable(kind)}{shown}",
        "a path or name, a polars or pandas frame, an Arrow table, a Hugging Face Dataset(Dict), "
        "or a list of dictionaries",
        "convert it to one of these",
    )


def _is_rows(data: Any) -> bool:
    return isinstance(data, (list, tuple)) and all(isinstance(row, Mapping) for row in data)


def hugging_face_table(data: Any, name: str, split: str | None = None) -> RawTable:
    """Return the raw table of a ``datasets.Dataset``, with the names of its ClassLabel columns."""
    names = class_label_names(
        {column: vars(feature) for column, feature in data.features.items() if _has_names(feature)}
    )
    return _table(data.with_format(None).to_polars(), name, split, names)


def _has_names(feature: Any) -> bool:
    return isinstance(getattr(feature, "names", None), list)


def _table(
    frame: pl.DataFrame,
    name: str,
    split: str | None = None,
    class_names: Mapping[str, Sequence[str]] | None = None,
) -> RawTable:
    parsed = Parsed(numbered(frame.drop(HIDDEN, strict=False)), class_names=class_names or {})
    return RawTable(name, parsed, (SourceFile(name, None, "in memory"),), split)


def _from_arrow(data: Any) -> pl.DataFrame:
    found = pl.from_arrow(data)
    return found if isinstance(found, pl.DataFrame) else found.to_frame()


def _from_pandas(data: Any) -> pl.DataFrame:
    """Return the columns through Python values, for polars' own way needs pyarrow; NaN and NA are null."""
    columns = [
        data[column].astype(object).where(data[column].notna(), None).tolist() for column in data.columns
    ]
    return pl.DataFrame(
        [series_of(str(name), values) for name, values in zip(data.columns, columns, strict=True)]
    )


_OTHERS: Mapping[tuple[str, str], tuple[str, Callable[[Any], pl.DataFrame]]] = {
    ("polars", "DataFrame"): ("polars frame", lambda frame: frame),
    ("polars", "LazyFrame"): ("polars frame", lambda frame: frame.collect()),
    ("pandas", "DataFrame"): ("pandas frame", _from_pandas),
    ("pyarrow", "Table"): ("Arrow table", _from_arrow),
    ("pyarrow", "RecordBatch"): ("Arrow table", _from_arrow),
}
"""Frames of other libraries, which are not imported, by package and kind: name, and how they are read."""
