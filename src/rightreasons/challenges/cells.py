"""Accuracy by group and gold label, with intervals over items and over whole clusters."""

from collections.abc import Sequence

import polars as pl

from rightreasons.challenges.challenge import Reference
from rightreasons.challenges.grouping import by_value
from rightreasons.challenges.pooling import EACH_ONCE, Pooling
from rightreasons.findings import Table
from rightreasons.statistics.clustered import clustered_proportion
from rightreasons.statistics.results import Estimate

CELL = ("label", "n", "correct", "accuracy", "low", "high")


def cells(scored: pl.DataFrame, group: str, pooling: Pooling = EACH_ONCE) -> pl.DataFrame:
    """Count right answers by group and gold label.

    Parameters
    ----------
    scored
        One row an item: the group column, ``label`` (gold), ``correct`` (boolean).
    group
        The group column; of a column of lists every tag is a group.
    pooling
        How items of a sample count.

    Returns
    -------
    pl.DataFrame
        The group column and `CELL` (``low`` and ``high`` of 95 %, by Wilson where items count once), in order
        of first appearance.
    """
    counted = by_value(scored, group).group_by(group, "label", maintain_order=True)
    counts = counted.agg(n=pl.len(), correct=pl.col("correct").sum())
    shares = list(_shares(scored, group, pooling).values())
    bounds = [(share.interval.low, share.interval.high) for share in shares if share.interval is not None]
    return counts.with_columns(
        accuracy=pl.Series([share.value for share in shares], dtype=pl.Float64),
        low=pl.Series([low for low, _ in bounds], dtype=pl.Float64),
        high=pl.Series([high for _, high in bounds], dtype=pl.Float64),
    )


def estimates(scored: pl.DataFrame, group: str, pooling: Pooling = EACH_ONCE) -> dict[str, Estimate]:
    """Return the accuracy of every cell under its name, GROUP.LABEL; parameters as in `cells`."""
    shares = _shares(scored, group, pooling)
    return {f"{value}.{label}": share for (value, label), share in shares.items()}


def _shares(scored: pl.DataFrame, group: str, pooling: Pooling) -> dict[tuple[object, ...], Estimate]:
    found = by_value(scored, group).group_by(group, "label", maintain_order=True)
    return {key: pooling.share(cell, "correct") for key, cell in found}


def with_cluster_intervals(
    counted: pl.DataFrame,
    scored: pl.DataFrame,
    group: str,
    clusters: str,
    pooling: Pooling = EACH_ONCE,
) -> pl.DataFrame:
    """Return the cells with an interval over whole clusters (`clustered_proportion`).

    Three columns are added: how many clusters there are (called as the cluster column, in the plural), and
    the bounds of 95 %, null where a cell has too few clusters for an interval that covers them.
    """
    items = by_value(scored, group)
    rows = []
    for value, label in counted.select(group, "label").iter_rows():
        cell = items.filter((pl.col(group) == value) & (pl.col("label") == label))
        rows.append((cell[clusters].n_unique(), *_bounds(cell, clusters, pooling)))
    names = (f"{clusters}s", f"{clusters}_low", f"{clusters}_high")
    added = pl.DataFrame(
        rows, schema=dict(zip(names, (pl.Int64, pl.Float64, pl.Float64), strict=True)), orient="row"
    )
    return counted.hstack(added)


def beside(counted: pl.DataFrame, group: str, reference: Reference | None) -> pl.DataFrame:
    """Return the cells with the columns of a reference beside them; null where it has no such cell."""
    if reference is None:
        return counted
    figures = reference.figures.cast({"label": counted.schema["label"]})
    return counted.join(figures, on=[group, "label"], how="left", maintain_order="left")


def table_of(counted: pl.DataFrame, group: str) -> Table:
    """Return the cells as a table."""
    return Table.from_frame(f"Accuracy by {group} and gold label", counted)


def expected_cells(items: pl.DataFrame, groups: Sequence[str]) -> dict[str, Estimate]:
    """Return an estimate without value for every named cell of a challenge, by name."""
    none = Estimate(None, "proportion", 0, reason="no predictions of these items")
    return {
        f"{value}.{label}": none
        for group in groups
        for value, label in by_value(items.select(group, "label"), group)
        .unique(maintain_order=True)
        .iter_rows()
    }


def _bounds(cell: pl.DataFrame, clusters: str, pooling: Pooling) -> tuple[float | None, float | None]:
    codes = cell[clusters].rank("dense").to_numpy()
    right = cell["correct"].cast(pl.Float64).to_numpy()
    interval = clustered_proportion(right, codes, pooling.weights(cell)).interval
    return (None, None) if interval is None else (interval.low, interval.high)
