"""Accuracy by group and gold label, with intervals over items and over whole clusters."""

from collections.abc import Sequence

import polars as pl

from rightreasons.challenges.challenge import Reference
from rightreasons.findings import Table
from rightreasons.statistics.proportions import proportion, wilson_bounds
from rightreasons.statistics.resampling import cluster_bootstrap
from rightreasons.statistics.results import Estimate

CELL = ("label", "n", "correct", "accuracy", "low", "high")


def cells(scored: pl.DataFrame, group: str) -> pl.DataFrame:
    """Count right answers by group and gold label.

    Parameters
    ----------
    scored
        One row an item: the group column, ``label`` (gold), ``correct`` (boolean).
    group
        The group column.

    Returns
    -------
    pl.DataFrame
        The group column and `CELL` (``low`` and ``high`` by Wilson, 95 %), in order of first appearance.
    """
    counted = scored.group_by(group, "label", maintain_order=True).agg(
        n=pl.len(), correct=pl.col("correct").sum()
    )
    low, high = wilson_bounds(counted["correct"].to_numpy(), counted["n"].to_numpy())
    return counted.with_columns(
        accuracy=pl.col("correct") / pl.col("n"), low=pl.Series(low), high=pl.Series(high)
    )


def estimates(counted: pl.DataFrame, group: str) -> dict[str, Estimate]:
    """Return the accuracy of every cell under its name, GROUP.LABEL."""
    rows = counted.select(group, "label", "correct", "n").iter_rows()
    return {f"{value}.{label}": proportion(correct, n) for value, label, correct, n in rows}


def with_cluster_intervals(
    counted: pl.DataFrame, scored: pl.DataFrame, group: str, clusters: str, seed: int
) -> pl.DataFrame:
    """Return the cells with an interval that resamples whole clusters.

    Three columns are added: how many clusters there are (called as the cluster column, in the plural), and
    the bounds of 95 %, null where a cell has fewer than two clusters.
    """
    rows = []
    for value, label in counted.select(group, "label").iter_rows():
        cell = scored.filter((pl.col(group) == value) & (pl.col("label") == label))
        rows.append((cell[clusters].n_unique(), *_bounds(cell, clusters, seed)))
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
        for value, label in items.select(group, "label").unique(maintain_order=True).iter_rows()
    }


def _bounds(cell: pl.DataFrame, clusters: str, seed: int) -> tuple[float | None, float | None]:
    if cell[clusters].n_unique() < 2:
        return None, None
    codes = cell[clusters].rank("dense").to_numpy()
    interval = cluster_bootstrap(cell["correct"].cast(pl.Float64).to_numpy(), codes, seed)
    return interval.low, interval.high
