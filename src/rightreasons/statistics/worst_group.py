"""Intervals of accuracies by group that hold for all groups at once, and of the lowest of them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rightreasons.statistics.checks import check_level
from rightreasons.statistics.crossed import crossed_mean
from rightreasons.statistics.proportions import clopper_pearson
from rightreasons.statistics.results import DIFFERENCES, SHARES, Covers, Estimate, Interval

Values = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class GroupValues:
    """What two models, or one, got right in one group.

    Parameters
    ----------
    name
        Of the group.
    right
        Whether each seed is right, 0 or 1, of each model, shape (items, seeds).
    clusters
        Cluster of each item, shape (items,): items of one cluster are not independent.
    """

    name: str
    right: tuple[Values, ...]
    clusters: npt.NDArray[np.object_]


def simultaneous(level: float, statements: int) -> float:
    """Return the level of one of several intervals that all hold at once at `level` (Bonferroni)."""
    check_level(level)
    return 1 - (1 - level) / statements


def group_accuracy(right: Values, clusters: npt.ArrayLike, level: float) -> Estimate:
    """Return the accuracy of one group, the mean over its seeds, with an interval that holds if it is small.

    The wider end of two on either side: t over clusters (and seeds, from 3 on; `crossed_mean`), and the exact
    interval of Clopper and Pearson with as many items as there are clusters. The first is empty where all
    items are right, the second knows of no seeds.

    Parameters
    ----------
    right
        0 or 1, shape (items, seeds).
    clusters
        Shape (items,).
    level
        Nominal coverage.
    """
    crossed = crossed_mean(right, clusters, level=level, between=SHARES)
    n = len(np.unique(np.asarray(clusters)))
    successes = round(crossed.value * n, 9)
    exact = (
        clopper_pearson(math.floor(successes), n, level).low,
        clopper_pearson(math.ceil(successes), n, level).high,
    )
    spread = crossed.widest
    low, high = exact if spread is None else (min(exact[0], spread.low), max(exact[1], spread.high))
    covers: Covers = "items" if spread is None else spread.covers
    method = f"t over clusters and Clopper-Pearson of {n:,}, the wider one"
    interval = Interval(low, high, level, method, covers)
    return Estimate(min(crossed.value, 1.0), "proportion", len(right), interval)


def lowest(estimates: Sequence[Estimate], level: float) -> Estimate:
    """Return the lowest of several accuracies, with an interval of the lowest true one.

    Which group has the lowest true accuracy is not known: the one with the lowest estimate is chosen on the
    same items, so that its own interval is too low. Where all intervals hold at once, the lowest true value
    lies between the lowest of the lower and the lowest of the upper bounds.

    Parameters
    ----------
    estimates
        One a group, with intervals that hold at once at `level`.
    level
        At which they do.
    """
    value, n = min((float(each.value or 0.0), each.n) for each in estimates)
    low, high = (min(each.bounds[end] or 0.0 for each in estimates) for end in (0, 1))
    covers: Covers = "items" if estimates[0].interval is None else estimates[0].interval.covers
    method = f"lowest bounds of {len(estimates)} simultaneous intervals"
    return Estimate(value, "proportion", n, Interval(low, high, level, method, covers))


def group_difference(group: GroupValues, level: float) -> Estimate:
    """Return the second accuracy minus the first, item by item and seed by seed.

    The interval is that of `crossed_mean`; where both models have the same items right, so that it would be
    empty, it is what the intervals of both accuracies leave open.
    """
    baseline, candidate = group.right
    crossed = crossed_mean(candidate - baseline, group.clusters, level=level, between=DIFFERENCES)
    found = crossed.widest
    if found is None or found.low == found.high:
        half = simultaneous(level, 2)
        first, second = (group_accuracy(each, group.clusters, half).interval for each in group.right)
        if first is None or second is None:
            raise ValueError("an accuracy of items has an interval")
        method = "both accuracies' intervals"
        found = Interval(second.low - first.high, second.high - first.low, level, method, first.covers)
    return Estimate(crossed.value, "proportion", len(group.clusters), found)


@dataclass(frozen=True, slots=True)
class WorstGroups:
    """Accuracies of two models by group, and their lowest.

    Parameters
    ----------
    groups
        Names, in the order given.
    baseline, candidate, difference
        One estimate a group each; the intervals of each kind hold at once.
    worst
        Lowest accuracy of the baseline, of the candidate, and the second minus the first.
    """

    groups: tuple[str, ...]
    baseline: tuple[Estimate, ...]
    candidate: tuple[Estimate, ...]
    difference: tuple[Estimate, ...]
    worst: tuple[Estimate, Estimate, Estimate]


def worst_groups(groups: Sequence[GroupValues], level: float = 0.95) -> WorstGroups:
    """Compare two models by group, and by their worst groups, which need not be the same one.

    The difference D of both lowest accuracies: if g is the candidate's worst group, D is at least the
    difference in g, since the baseline's lowest is no higher than its accuracy in g; if h is the baseline's
    worst, D is at most the difference in h. So D lies between the lowest lower bound of a difference among
    the groups that may be the candidate's worst, and the highest upper bound among those that may be the
    baseline's: those whose interval begins below the lowest upper bound. It is also no further from 0 than
    the intervals of both lowest accuracies allow. All of these intervals hold at once.

    Parameters
    ----------
    groups
        One or more, each with the items of baseline and candidate.
    level
        Nominal coverage.

    References
    ----------
    Dunn (1961), "Multiple comparisons among means", for intervals that hold at once.
    """
    own = simultaneous(level, len(groups))
    baseline, candidate = (_accuracies(groups, place, own) for place in (0, 1))
    difference = tuple(group_difference(group, own) for group in groups)
    lows = lowest(baseline, level), lowest(candidate, level)
    return WorstGroups(
        tuple(group.name for group in groups),
        baseline,
        candidate,
        difference,
        (*lows, _difference_of_lowest(groups, lows, level)),
    )


def _accuracies(groups: Sequence[GroupValues], place: int, level: float) -> tuple[Estimate, ...]:
    return tuple(group_accuracy(group.right[place], group.clusters, level) for group in groups)


def _difference_of_lowest(
    groups: Sequence[GroupValues], lows: tuple[Estimate, Estimate], level: float
) -> Estimate:
    each = simultaneous(level, 3 * len(groups))
    bounds = [_bounds(group_difference(group, each)) for group in groups]
    baselines, candidates = (_accuracies(groups, place, each) for place in (0, 1))
    first, second = _bounds(lowest(baselines, each)), _bounds(lowest(candidates, each))
    low = max(min(bounds[place][0] for place in _may_be_lowest(candidates)), second[0] - first[1])
    high = min(max(bounds[place][1] for place in _may_be_lowest(baselines)), second[1] - first[0])
    baseline, candidate = lows
    covers: Covers = "items" if baseline.interval is None else baseline.interval.covers
    method = f"bounds of the groups that may be the worst, {3 * len(groups)} simultaneous intervals"
    value = float(candidate.value or 0.0) - float(baseline.value or 0.0)
    return Estimate(value, "proportion", candidate.n, Interval(low, high, level, method, covers))


def _may_be_lowest(estimates: Sequence[Estimate]) -> list[int]:
    bounds = [_bounds(estimate) for estimate in estimates]
    least = min(high for _, high in bounds)
    return [place for place, (low, _) in enumerate(bounds) if low <= least]


def _bounds(estimate: Estimate) -> tuple[float, float]:
    if estimate.interval is None:
        raise ValueError("every group has an interval")
    return estimate.interval.low, estimate.interval.high
