"""Dynamic reweighting: alpha follows the gap of easy and hard accuracy on dev (Liu et al. 2020, Eq. 7)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import polars as pl

from rightreasons.predictions import Predictions
from rightreasons.training.evaluation import is_right
from rightreasons.training.state import State


@dataclass(frozen=True)
class WeightSchedule:
    """How alpha moves.

    Parameters
    ----------
    step
        epsilon, by how much at a time; 0.5 in the paper.
    gap
        phi, the gap of accuracy that is aimed at: 0.15 for SNLI, 0.10 for MultiNLI.
    least
        alpha_0, where it begins, and below which it does not fall; there is no upper bound.
    """

    step: float
    gap: float
    least: float


def next_alpha(alpha: float, gap: float, schedule: WeightSchedule) -> float:
    """Return alpha after a look at dev (Liu et al. 2020, equation 7).

    max(alpha + epsilon, alpha_0) where the gap is at least phi, else max(alpha - epsilon, alpha_0).

    Parameters
    ----------
    alpha
        As it was.
    gap
        delta: accuracy on the easy subset of dev minus that on the hard one.
    schedule
        epsilon, phi and alpha_0.
    """
    step = schedule.step if gap >= schedule.gap else -schedule.step
    return max(alpha + step, schedule.least)


def easy_hard_gap(predictions: Predictions, marked: pl.DataFrame) -> float:
    """Return accuracy on easy minus accuracy on hard pairs.

    Parameters
    ----------
    predictions
        Of dev.
    marked
        Columns ``id``, ``label`` (gold) and ``mark``, ``"easy"`` and ``"hard"`` both among them.
    """
    found = marked.join(predictions.frame.select("id", predicted="label"), on="id", how="inner")
    right = found.with_columns(is_right(found["label"], found["predicted"]))
    means = dict(right.group_by(pl.col("mark").cast(pl.String)).agg(pl.col("right").mean()).iter_rows())
    return float(means["easy"]) - float(means["hard"])


@dataclass(frozen=True)
class DynamicReweighting:
    """Called after each look at dev, the iteration of equation 7.

    Parameters
    ----------
    marked
        The easy and the hard pairs of dev, see `easy_hard_gap`.
    move
        Takes the gap, moves both alphas, and returns them.
    """

    marked: pl.DataFrame = field(repr=False)
    move: Callable[[float], tuple[float, float]]

    def __call__(self, predictions: Predictions, state: State) -> None:
        """Measure the gap, move alpha, and write down both: the gap of the epoch, alphas from now on."""
        gap = easy_hard_gap(predictions, self.marked)
        alpha1, alpha2 = self.move(gap)
        state.figures.update(gap=gap, alpha1=alpha1, alpha2=alpha2)
