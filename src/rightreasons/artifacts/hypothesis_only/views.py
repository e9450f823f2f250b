"""Tables of a baseline: per label, confusion, per group, and the features that tell most."""

import numpy as np
import polars as pl

from rightreasons.artifacts.hypothesis_only.features import Features
from rightreasons.artifacts.hypothesis_only.regression import Regression
from rightreasons.artifacts.hypothesis_only.scoring import Scored
from rightreasons.errors import MeasureInputError
from rightreasons.figures import Rows, where
from rightreasons.findings import View
from rightreasons.labels import Label
from rightreasons.printable import printable
from rightreasons.statistics.proportions import wilson_bounds

FEATURES_PER_LABEL = 15


def per_label(scored: Scored, rows: Rows) -> View:
    """Return accuracy by gold label beside the label's share (Poliak et al. 2018, Table 3)."""
    frame = _by_gold(scored).group_by("gold").agg(n=pl.len(), hits=pl.col("right").sum()).sort("gold")
    frame = frame.with_columns(accuracy=pl.col("hits") / pl.col("n"), share=pl.col("n") / pl.col("n").sum())
    frame = frame.with_columns(
        label=pl.col("gold").replace_strict(dict(enumerate(map(str, scored.labels))), return_dtype=pl.String),
        difference_percent=100 * (pl.col("accuracy") / pl.col("share") - 1),
    )
    columns = ("label", "n", "accuracy", "share", "difference_percent", "low", "high")
    return View.from_frame(
        "Accuracy per gold label",
        _bounded(frame).select(columns),
        by=("label",),
        bounds={"accuracy": ("low", "high")},
        rows=rows,
        items={"label": "label"},
        quantities={"difference_percent": "relative_gain"},
    )


def confusion(scored: Scored, rows: Rows, predicted: str) -> View:
    """Return how often each gold label (line) was predicted as each label (column)."""
    size = len(scored.labels)
    counts = np.bincount(scored.gold * size + scored.predicted, minlength=size * size).reshape(size, size)
    lines: list[tuple[str | int, ...]] = [
        (str(label), *row.tolist()) for label, row in zip(scored.labels, counts, strict=True) if row.any()
    ]
    return View(
        "Gold label by predicted label",
        ("gold", *map(str, scored.labels)),
        tuple(lines),
        by=("gold",),
        rows=rows.ordered_by(predicted),
        items={"gold": "label"},
    )


def per_group(scored: Scored, column: str, rows: Rows) -> View:
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
    of_groups = (None if group is None else where(**{column: group}) for group in sums["group"])
    return View.from_frame(
        f"Accuracy per {printable(column)}",
        _bounded(sums).select(columns),
        by=("group",),
        bounds={"accuracy": ("low", "high")},
        line_rows=tuple(own and rows.also(*own.where) for own in of_groups),
        quantities={"majority": "majority_accuracy", "gain_percent": "relative_gain"},
    )


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
    columns = ("label", "kind", "feature", "weight", "count")
    return View("Most telling features", columns, tuple(rows), by=("label", "kind", "feature"))


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
