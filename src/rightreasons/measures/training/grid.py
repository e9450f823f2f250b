"""The measure `grid`: accuracy on dev of every point, on all of it and on its hard pairs, and the best."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from rightreasons.figures import Figure
from rightreasons.findings import Cell, Finding, View
from rightreasons.pairs import LABEL_TYPE
from rightreasons.sentences.templates import fill
from rightreasons.statistics.results import Estimate

if TYPE_CHECKING:
    from rightreasons.debiasing.adversarial.grid import GridPoint

MEASURE = "grid"
_BEST = {"hard": "grid.best_on_hard", "full": "grid.best_on_all"}
"""The headline by what the best point is the best by."""


@dataclass(frozen=True)
class PointAccuracy:
    """Accuracy of one point on dev, the mean of its seeds.

    Parameters
    ----------
    full, n
        On all of dev, and how many pairs that are.
    hard, n_hard
        On its hard pairs; None where there are none.
    """

    full: float
    n: int
    hard: float | None
    n_hard: int


def accuracy_of(items: pl.DataFrame, seeds: Collection[int], hard: Collection[str]) -> PointAccuracy:
    """Return the accuracy of a training on dev.

    Parameters
    ----------
    items
        See `rightreasons.measures.training.accuracy.predicted_items`.
    seeds
        Of the training.
    hard
        Ids of the hard pairs.
    """
    from rightreasons.training.evaluation import is_right

    dev = items.filter(pl.col("set") == "dev")
    gold = dev["label"].cast(LABEL_TYPE)
    right = pl.DataFrame(
        [is_right(gold, dev[f"seed-{seed}_predicted"].cast(LABEL_TYPE)).alias(str(seed)) for seed in seeds]
    )
    of_pair = right.mean_horizontal()
    of_hard = of_pair.filter(dev["id"].is_in(list(hard)))
    return PointAccuracy(_mean(of_pair) or 0.0, len(of_pair), _mean(of_hard), len(of_hard))


def _mean(shares: pl.Series) -> float | None:
    return sum(shares) / len(shares) if len(shares) else None


def grid_finding(
    recipe: str,
    points: Sequence["GridPoint"],
    figures: Mapping[int, PointAccuracy],
    failed: Mapping[int, str],
    best: int,
    by: str,
) -> Finding:
    """Return the table of all points.

    Parameters
    ----------
    recipe
        What was trained.
    points
        In the order of the grid.
    figures, failed
        By position: what came of a point, or why nothing did.
    best
        Position of the best.
    by
        What it is the best by.
    """
    chosen, point = figures[best], points[best]
    estimates = {"full": Estimate(chosen.full, "proportion", chosen.n, reason="mean of seeds")}
    if chosen.hard is not None:
        estimates["hard"] = Estimate(chosen.hard, "proportion", chosen.n_hard, reason="mean of seeds")
    best_of = [Figure("accuracy", each, {"items": items}, what="best") for items, each in estimates.items()]
    rows = tuple(_row(each, figures.get(place), place == best) for place, each in enumerate(points))
    columns = (*point.values, "full", "hard", "best")
    roles = {**dict.fromkeys(point.values, "number"), "full": "accuracy", "hard": "accuracy", "best": "text"}
    return Finding(
        MEASURE,
        recipe,
        fill("grid.definition", by=by),
        fill(_BEST[by], points=len(points), best=point.method),
        best_of,
        {"points": View(fill("grid.points"), columns, rows, by=tuple(point.values), roles=roles)},
        settings={"by": by, "best": point.method, "folder": f"points/{point.name}"},
        notes=tuple(
            fill("grid.not_trained", point=points[place].method, reason=reason)
            for place, reason in failed.items()
        ),
    )


def _row(point: "GridPoint", accuracy: PointAccuracy | None, best: bool) -> tuple[Cell, ...]:  # noqa: FBT001 - a cell
    shares = (None, None) if accuracy is None else (accuracy.full, accuracy.hard)
    return (*(float(value) for value in point.values.values()), *shares, "best" if best else "")
