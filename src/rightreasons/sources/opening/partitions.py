"""Columns that the names of folders hold, as in ``label=entailment/part-0.parquet``."""

import re
from pathlib import PurePosixPath
from urllib.parse import unquote

import polars as pl

_PARTITION = re.compile(r"(?P<column>[^=]+)=(?P<value>.*)")
_NULL = "__HIVE_DEFAULT_PARTITION__"


def with_partitions(frame: pl.DataFrame, path: str) -> pl.DataFrame:
    """Return `frame` with a column of text for each folder ``column=value`` of its path.

    A column that the file itself has goes before one of its folders.

    Parameters
    ----------
    frame
        The rows of one file.
    path
        Where the file stands in its folder or archive.
    """
    found = [_PARTITION.fullmatch(part) for part in PurePosixPath(path).parts[:-1]]
    values = {match["column"]: unquote(match["value"]) for match in found if match}
    return frame.with_columns(
        pl.lit(None if value == _NULL else value, dtype=pl.String).alias(column)
        for column, value in values.items()
        if column not in frame.columns
    )
