"""Tables of a baseline: per label, confusion, per group, and the features that tell most."""

import numpy as np
import polars as pl

from rightreasons.artifacts.hypothesis_only.features import Features
from rightreasons.artifacts.hypothesis_only.regression import Regression
from rightreasons.artifacts.hypothesis_only.scoring import Scored
from rightreasons.errors import MeasureInputError
from rightreasons.findings import View
from rightreasons.labels import Label
from rightreasons.printable import printable
from rightreasons.statistics.proportions import wilson_bounds

FEATURES_PER_LABEL = 15


def per_label(scored: Scored) -> View:
    """Return accuracy by gold label beside the label's share (Poliak et al. 2018, Table 3)."""
    frame = _by_gold(scored).group_by("gold").agg(n=pl.len(), hits=pl.col("right").sum()).sort("gold")
    frame = frame.with_columns(accuracy=pl.col("hits") / pl.col("n"), share=pl.col("n") / pl.col("n").sum())
    frame = frame.with_columns(
        label=pl.col("gold").replace_strict(dict(enumerate(map(str, scored.labels))), return_dtype=pl.String),
        difference_percent=100 * (pl.col("accuracy") / pl.col("share") - 1),
    )
    columns = ("label", "n", "accuracy", "share", "difference_percent", "low", "high")
    return View.from_frame("Accuracy per gold label", _bounded(frame).select(columns))


def confusion(scored: Scored) -> View:
    """Return how often each gold label (row) was predicted as each label (column)."""
    size = len(scored.labels)
    counts = np.bincount(scored.gold * size + scored.predicted, minlength=size * size).reshape(size, size)
    rows: list[tuple[str | int, ...]] = [
        (str(label), *row.tolist()) for label, row in zip(scored.labels, counts, strict=True) if row.any()
    ]
    return View("Gold label by predicted label", ("gold", *map(str, scored.labels)), tuple(rows))


def per_group(scored: Scored, column: str) -> View:
    """Return accuracy by group beside the group's own majority, the largest gain first (Table 4).

    Raises
    ------
    MeasureInputError
        If the set has no such column, or one that holds lists.
    """
    frame = _by_gold(scored).with_columns(group=_groups(scored.frame, column))
    counts = (
        frame.group_by("group", "gold")
        .agg(n=pl.len(), hits=pl.col("right").sum())
        .cast(
            {"n": pl.Int64, "hits": pl.Int64}  # polars counts are unsigned, and a gain can be below zero
        )
    )
    sums = counts.group_by("group").agg(pl.col("n", "hits").sum(), most=pl.col("n").max())
    sums = sums.with_columns(
        accuracy=pl.col("hits") / pl.col("n"),
        majority=pl.col("most") / pl.col("n"),
        gain_percent=100 * (pl.col("hits") - pl.col("most")) / pl.col("most"),
    ).sort("gain_percent", "group", descending=[True, False])
    columns = ("group", "n", "accuracy", "majority", "gain_percent", "low", "high")
    return View.from_frame(f"Accuracy per {printable(column)}", _bounded(sums).select(columns))


def telling_features(features: Features, model: Regression, labels: tuple[Label, ...]) -> View:
    """Return the features with the highest coefficient for each label, coefficients centred over labels."""
    centred = model.coefficients - model.coefficients.mean(axis=1, keepdims=True)
    rows = []
    for column, label in enumerate(labels):
        weights = centred[:, column]
        for position in np.argsort(-weights, kind="stable")[:FEATURES_PER_LABEL].tolist():
            if weights[position] <= 0:
                break
            kind, text = features.name(position)
            rows.append(
                (str(label), kind, text, float(weights[position]), int(model.weighting.counts[position]))
            )
    return View("Most telling features", ("label", "kind", "feature", "weight", "count"), tuple(rows))


def _by_gold(scored: Scored) -> pl.DataFrame:
    return pl.DataFrame({"gold": scored.gold, "right": scored.right})


def _bounded(frame: pl.DataFrame) -> pl.DataFrame:
    low, high = wilson_bounds(frame["hits"].to_numpy(), frame["n"].to_numpy())
    return frame.with_columns(low=pl.Series(low), high=pl.Series(high))


def _groups(frame: pl.DataFrame, column: str) -> pl.Series:
    if column not in frame.columns or frame.schema[column].is_nested():
        raise MeasureInputError(
            f"no column '{printable(column)}' with one value a row to group by",
            "a column of the set that is scored",
            "correct --group-by",
        )
    return frame[column].cast(pl.String)
