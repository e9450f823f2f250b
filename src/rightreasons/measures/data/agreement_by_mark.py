"""Whether annotators agree less on hard instances than on easy ones."""

from collections.abc import Iterator, Sequence

import numpy as np
import polars as pl

from rightreasons.artifacts.annotator_counts import agreement_with_gold, annotator_counts
from rightreasons.artifacts.means import difference_of, mean_of, stratified
from rightreasons.difficulty.marks import DifficultyMarks
from rightreasons.figures import Figure, where
from rightreasons.pairs import ANNOTATORS, PairTable
from rightreasons.statistics.results import Estimate


def annotator_figures(
    pairs: PairTable, marks: DifficultyMarks, column: str, prefix: str = ""
) -> Iterator[Figure]:
    """Return how far annotators agree with gold on easy and on hard instances.

    Parameters
    ----------
    pairs
        The instances; empty result if they have no labels of at least two annotators.
    marks
        Their marks.
    column
        Column of the items that holds them.
    prefix
        What stands before the names of the figures.

    Yields
    ------
    Figure
        ``agreement_easy``, ``agreement_hard`` (mean share of a row's annotators who say its gold label),
        ``agreement_difference``: easy minus hard, and ``agreement_difference_within_labels``: the same within
        each gold label, averaged by rows, since labels differ in agreement too.
    """
    rated = _rated(pairs, marks)
    if not rated.height:
        return
    by_label = [part for _, part in sorted(rated.group_by("label"), key=lambda group: str(group[0]))]
    for mark in ("easy", "hard"):
        mean, rows = mean_of(_of(rated, mark), "proportion"), where(set=pairs.name, **{column: mark})
        yield Figure("agreement", mean, {column: mark}, rows=rows, what=f"{prefix}agreement_by_mark")
    both = where(set=pairs.name, **{column: ("easy", "hard")})
    for name, difference in (
        ("agreement_difference", difference_of(_of(rated, "easy"), _of(rated, "hard"), "proportion")[0]),
        ("agreement_difference_within_labels", _within_labels(by_label)),
    ):
        yield Figure("difference", difference, rows=both, what=f"{prefix}{name}")


def _within_labels(parts: Sequence[pl.DataFrame]) -> Estimate:
    return stratified([(_of(part, "easy"), _of(part, "hard")) for part in parts], "proportion")


def _rated(pairs: PairTable, marks: DifficultyMarks) -> pl.DataFrame:
    """Return label, mark and agreement of the rows with gold and at least two annotators."""
    if ANNOTATORS not in pairs.frame.columns:
        return pl.DataFrame()
    labelled = pairs.with_gold()
    counts, labels = annotator_counts(labelled)
    agreement = agreement_with_gold(labelled, counts, labels)
    rows = labelled.frame.select("id", "label").with_columns(agreement=pl.Series(agreement))
    rated = rows.filter(pl.Series(counts.sum(axis=1) >= 2))
    return rated.join(marks.frame.select("id", "mark"), on="id", maintain_order="left")


def _of(rated: pl.DataFrame, mark: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    values: np.ndarray[tuple[int], np.dtype[np.float64]] = rated.filter(pl.col("mark") == mark)[
        "agreement"
    ].to_numpy()
    return values
