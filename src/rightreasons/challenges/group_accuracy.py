"""Accuracy by group and gold label, with intervals over items and over whole clusters."""

from collections.abc import Iterable, Iterator

import polars as pl

from rightreasons.challenges.challenge import Challenge, Reference, item_column
from rightreasons.challenges.group_columns import by_value
from rightreasons.challenges.pooling import EACH_ONCE, Pooling
from rightreasons.figures import WRONG_FIRST, Figure, Rows, containing, where
from rightreasons.findings import View
from rightreasons.labels import Label
from rightreasons.sentences.templates import fill
from rightreasons.statistics.clustered import clustered_proportion
from rightreasons.statistics.results import Estimate

CELL = ("label", "n", "correct", "accuracy", "low", "high")


def group_accuracy(scored: pl.DataFrame, group: str, pooling: Pooling = EACH_ONCE) -> pl.DataFrame:
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


def cell_rows(challenge: Challenge, group: str, value: object, label: str) -> Rows | None:
    """Return the items of a value of a group column and a gold label, wrong ones first.

    None where the value is missing: no condition says that.
    """
    rows = where(set=challenge.name, label=Label(label)).ordered_by(*WRONG_FIRST)
    if value is None:
        return None
    if isinstance(challenge.items.schema[group], pl.List):
        return rows.also(containing(item_column(group), str(value)))
    shown = value if isinstance(value, bool) else str(value)
    return rows.also(*where(**{item_column(group): shown}).where)


def cell_figures(
    challenge: Challenge, scored: pl.DataFrame, group: str, pooling: Pooling = EACH_ONCE
) -> Iterator[Figure]:
    """Return the accuracy of every cell, GROUP.LABEL; other parameters as in `group_accuracy`."""
    for (value, label), share in _shares(scored, group, pooling).items():
        yield _cell_figure(challenge, group, value, str(label), share)


def label_figures(
    challenge: Challenge, scored: pl.DataFrame, pooling: Pooling = EACH_ONCE
) -> Iterator[Figure]:
    """Return the accuracy by gold label, ``all.LABEL``."""
    found = scored.group_by("label", maintain_order=True)
    for (name,), items in found:
        label = Label(str(name))
        rows = where(set=challenge.name, label=label).ordered_by(*WRONG_FIRST)
        yield Figure("accuracy", pooling.share(items, "correct"), label=label, rows=rows, what="all")


def label_view(figures: Iterable[Figure]) -> View:
    """Return the accuracies by gold label, as `label_figures` returns them, as a view."""
    with_interval = [figure for figure in figures if figure.interval is not None]
    lines = tuple(
        (str(each.label), each.n, each.value, each.interval.low, each.interval.high)
        for each in with_interval
        if each.interval is not None
    )
    return View(
        fill("group_accuracy.by_label"),
        ("label", "n", "accuracy", "low", "high"),
        lines,
        by=("label",),
        bounds={"accuracy": ("low", "high")},
        line_rows=tuple(each.rows for each in with_interval),
    )


def expected_figures(challenge: Challenge, items: pl.DataFrame) -> Iterator[Figure]:
    """Return a figure without value for every named cell of a challenge.

    Parameters
    ----------
    challenge
        Says which cells are named.
    items
        Its items, with the gold labels that answers are compared with.
    """
    none = Estimate(None, "proportion", 0, reason="no predictions of these items")
    for group in challenge.named:
        for value, label in (
            by_value(items.select(group, "label"), group).unique(maintain_order=True).iter_rows()
        ):
            yield _cell_figure(challenge, group, value, label, none)


def _cell_figure(challenge: Challenge, group: str, value: object, label: str, share: Estimate) -> Figure:
    rows = cell_rows(challenge, group, value, label)
    return Figure("accuracy", share, {group: str(value)}, Label(label), rows=rows, what="")


def _shares(scored: pl.DataFrame, group: str, pooling: Pooling) -> dict[tuple[object, ...], Estimate]:
    found = by_value(scored, group).group_by(group, "label", maintain_order=True)
    return {key: pooling.share(cell, "correct") for key, cell in found}


def with_cluster_intervals(
    counted: pl.DataFrame, scored: pl.DataFrame, group: str, clusters: str, pooling: Pooling = EACH_ONCE
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


def view_of(counted: pl.DataFrame, challenge: Challenge, group: str) -> View:
    """Return the cells as a view; bounds over clusters and references are accuracies too."""
    others = [name for name in counted.columns if name not in {group, *CELL}]
    roles = {name: "accuracy" if counted.schema[name].is_float() else "count" for name in others}
    keys = counted.select(group, "label").iter_rows()
    return View.from_frame(
        fill("group_accuracy.by_group", group=group),
        counted,
        by=(group, "label"),
        bounds={"accuracy": ("low", "high")},
        line_rows=tuple(cell_rows(challenge, group, value, label) for value, label in keys),
        roles={group: "group"} | roles,
    )


def _bounds(cell: pl.DataFrame, clusters: str, pooling: Pooling) -> tuple[float | None, float | None]:
    codes = cell[clusters].rank("dense").to_numpy()
    right = cell["correct"].cast(pl.Float64).to_numpy()
    return clustered_proportion(right, codes, pooling.weights(cell)).bounds
