"""Templates that rows were made from, where a column tells them apart and each makes rows of one label."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from operator import add

import numpy as np
import polars as pl

from rightreasons.engine.memory import frame_key, remembered
from rightreasons.guarded_yaml import packaged_yaml
from rightreasons.labels import Label
from rightreasons.pairs import PairTable

ROWS_EACH = 5
ONE_LABEL = 0.95
SHARED = 0.5


def plain_name(column: str) -> str:
    """Return the last part of a column's name as lists of columns have it."""
    return re.sub(r"[-\s]+", "_", column.strip().lower()).rpartition(".")[2]


def template_column(pairs: PairTable) -> str | None:
    """Return the column with the templates of rows, or None.

    Either it has a name of ``templates.yaml`` and at least two values, of `ROWS_EACH` rows on average, and of
    the rows with gold `ONE_LABEL` have the label that is the most frequent of their value. Or it has another
    name, `makes_labels` says so with several values a label, and hypotheses of one value share most of their
    words: `SHARED` of all words stand in at least half of the rows of their value.
    """
    return remembered("template column", frame_key(pairs.frame), lambda: _template_column(pairs))


def _template_column(pairs: PairTable) -> str | None:
    named = named_templates(pairs.groups)
    by_name = (name for name in named if makes_labels(pairs, name, values=1))
    others = (name for name in pairs.groups if name not in named)
    by_content = (name for name in others if makes_labels(pairs, name) and _shares_words(pairs, name))
    return next(chain(by_name, by_content), None)


def named_templates(columns: Iterable[str]) -> list[str]:
    """Return the columns that have a name of ``templates.yaml``."""
    listed = packaged_yaml("rightreasons.artifacts", "templates.yaml")["columns"]
    return [name for name in columns if plain_name(name) in listed]


@dataclass(frozen=True)
class LabelsOfValues:
    """What the values of a column come to by label; those of some values and of others are added.

    Parameters
    ----------
    values, rows
        How many there are, of rows with gold.
    of_most
        Rows that have the label that is the most frequent of their value.
    most
        How many values each label is the most frequent of, by its place in `Label`.
    """

    values: int
    rows: int
    of_most: int
    most: tuple[int, ...]

    @classmethod
    def of(cls, rows: pl.DataFrame) -> "LabelsOfValues":
        """Count rows with gold: columns ``value``, and ``label`` as its place in `Label`."""
        counts = (
            rows.group_by("value", "label")
            .len()
            .group_by("value")
            .agg(
                rows=pl.col("len").sum(),
                most=pl.col("len").max(),
                label=pl.col("label").sort_by("len", "label").last(),
            )
        )
        most = np.bincount(counts["label"].to_numpy(), minlength=len(Label))
        return cls(counts.height, int(counts["rows"].sum()), int(counts["most"].sum()), tuple(most.tolist()))

    def __add__(self, other: "LabelsOfValues") -> "LabelsOfValues":
        most = tuple(map(add, self.most, other.most))
        return LabelsOfValues(
            self.values + other.values, self.rows + other.rows, self.of_most + other.of_most, most
        )

    def make_labels(self, labels: Iterable[Label], values: int = 2) -> bool:
        """Return whether each value makes rows of one label, and at least so many values each label."""
        places = {label: place for place, label in enumerate(Label)}
        return (
            self.values > 1
            and self.rows >= ROWS_EACH * self.values
            and self.of_most >= ONE_LABEL * self.rows
            and (values < 2 or all(self.most[places[label]] >= values for label in labels))
        )


def makes_labels(pairs: PairTable, column: str, *, values: int = 2) -> bool:
    """Return whether each value of a column makes rows of one label.

    Parameters
    ----------
    pairs, column
        The set, and a column beyond the pair.
    values
        How many values at least every label has: a column with one a label is another spelling of it.
    """
    if pairs.frame.schema[column].is_nested():
        return False
    rows = pairs.frame.select(value=pl.col(column), label=pl.col("label").to_physical()).drop_nulls("label")
    return LabelsOfValues.of(rows).make_labels(pairs.labels, values)


def _shares_words(pairs: PairTable, column: str) -> bool:
    """Return whether hypotheses of one value share most of their words."""
    rows = pairs.frame.select(
        value=pl.col(column).cast(pl.String).fill_null(""),
        word=pl.col("hypothesis").str.to_lowercase().str.extract_all(r"[\p{L}\p{N}]+").list.unique(),
    ).with_row_index("row")
    words = rows.explode("word").drop_nulls("word")
    of_value = rows.group_by("value").agg(rows=pl.len())
    within = words.group_by("value", "word").agg(n=pl.len()).join(of_value, on="value")
    common = within.filter(2 * pl.col("n") >= pl.col("rows"), pl.col("rows") > 1).select("value", "word")
    return words.join(common, on=["value", "word"], how="semi").height >= SHARED * max(words.height, 1)


def template_numbers(pairs: PairTable, column: str) -> pl.Series:
    """Return the number of every row's template, from 0 up without gaps."""
    values = pairs.frame[column].cast(pl.String).fill_null("")
    return values.rank("dense").cast(pl.Int64) - 1


def known_templates(train: PairTable, test: PairTable, column: str) -> float:
    """Return the share of the rows of a test whose template is one of training, 0 where it does not say."""
    if column not in test.groups or not len(test):
        return 0.0
    known = train.frame[column].cast(pl.String).unique()
    of_known = test.frame[column].cast(pl.String).is_in(known.implode())
    return int(of_known.sum()) / len(test)
