"""Templates that rows were made from, where a column names them and each makes rows of one label."""

import re

import polars as pl

from rightreasons.guarded_yaml import packaged_yaml
from rightreasons.pairs import PairTable

ROWS_EACH = 5
ONE_LABEL = 0.95


def plain_name(column: str) -> str:
    """Return the last part of a column's name as lists of columns have it."""
    return re.sub(r"[-\s]+", "_", column.strip().lower()).rpartition(".")[2]


def template_column(pairs: PairTable) -> str | None:
    """Return the column with the templates of rows, or None.

    It has a name of ``templates.yaml`` and at least two values, of `ROWS_EACH` rows on average, and of the
    rows with gold `ONE_LABEL` have the label that is the most frequent of their value.
    """
    listed = packaged_yaml("rightreasons.artifacts", "templates.yaml")["columns"]
    found = (name for name in pairs.groups if plain_name(name) in listed and _makes_labels(pairs, name))
    return next(found, None)


def _makes_labels(pairs: PairTable, column: str) -> bool:
    if pairs.frame.schema[column].is_nested():
        return False
    counts = (
        pairs.frame.filter(pl.col("label").is_not_null())
        .group_by(pl.col(column).alias("value"), "label")
        .len()
        .group_by("value")
        .agg(rows=pl.col("len").sum(), most=pl.col("len").max())
    )
    rows = int(counts["rows"].sum())
    return (
        counts.height > 1 and rows >= ROWS_EACH * counts.height and counts["most"].sum() >= ONE_LABEL * rows
    )


def template_numbers(pairs: PairTable, column: str) -> pl.Series:
    """Return the number of every row's template, from 0 up without gaps."""
    values = pairs.frame[column].cast(pl.String).fill_null("")
    return values.rank("dense").cast(pl.Int64) - 1
