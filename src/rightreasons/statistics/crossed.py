"""Differences on the same items with several seeds: what varies over items, over seeds, over both."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rightreasons.statistics.checks import FloatArray, check_level
from rightreasons.statistics.clustered import ClusterSpread, cluster_spread, t_quantile
from rightreasons.statistics.results import Bounds, Covers, Interval, bounds_of_difference
from rightreasons.statistics.seeds import FEW_SEEDS, LEAST_SEEDS


@dataclass(frozen=True, slots=True)
class Crossed:
    """A mean over items and seeds.

    Parameters
    ----------
    value
        The mean, or the difference of two.
    by_seed
        The same of each seed alone.
    items, seeds
        Intervals that cover the drawing of items, or of seeds, with the other as it is; None where there are
        too few clusters of items, or seeds.
    both
        Covers both; None where one of them is missing.
    reason
        Why one of them is missing; None where none is.
    """

    value: float
    by_seed: tuple[float, ...]
    items: Interval | None
    seeds: Interval | None
    both: Interval | None
    reason: str | None = None

    @property
    def widest(self) -> Interval | None:
        """The interval that covers most: both, otherwise items, otherwise seeds."""
        return self.both or self.items or self.seeds


def crossed_mean(
    values: npt.ArrayLike,
    clusters: npt.ArrayLike,
    signs: npt.ArrayLike | None = None,
    level: float = 0.95,
    *,
    between: Bounds | None = None,
) -> Crossed:
    """Return the mean of values that every seed has for every item, with its intervals.

    Items: t over clusters as of `clustered_mean`, from 6 clusters on. Seeds: t over the figures of the
    seeds, from 3 on. Both: the variances of the two added, with the degrees of freedom of Welch and
    Satterthwaite. What is peculiar to one item under one seed is in both variances, so that the sum is
    somewhat too large, never too small.

    Parameters
    ----------
    values
        Shape (items, seeds).
    clusters
        Cluster of each item, shape (items,): items of one cluster are not independent.
    signs
        1 or -1 for each item, shape (items,): the figure is then the mean where it is 1 minus the mean where
        it is -1. None: all are 1.
    level
        Nominal coverage.
    between
        Bounds outside of which no value can lie: the intervals end where such a mean, or difference of two
        means, ends too. None: there are none.

    Raises
    ------
    ValueError
        For arrays that do not fit, no values, or values that are not finite.

    References
    ----------
    Owen (2007), "The pigeonhole bootstrap", Annals of Applied Statistics 1(2), section 3, for both variances
    of crossed data; `rightreasons.statistics.clustered.cluster_spread` for that over clusters.
    """
    check_level(level)
    table, cluster, side = _checked(values, clusters, signs)
    weights = side / np.where(side > 0, (side > 0).sum(), (side < 0).sum())
    by_seed = weights @ table
    value = float(by_seed.mean())
    spread = cluster_spread(table.mean(axis=1), cluster, np.ones(len(table)), side)
    items, seeds = _of_items(spread), _of_seeds(by_seed)
    over_clusters = f"t over {spread.clusters:,} clusters"
    over_runs = f"t over {len(by_seed)} runs"
    reasons = [spread.missing, None if seeds else FEW_SEEDS]
    ends = between if (side > 0).all() else bounds_of_difference(between)
    over_both = f"{over_clusters} and {len(by_seed)} runs"
    return Crossed(
        value,
        tuple(by_seed.tolist()),
        _interval(value, items, level, over_clusters, "items", ends),
        _interval(value, seeds, level, over_runs, "seeds", ends),
        _interval(value, _sum(items, seeds), level, over_both, "both", ends),
        "; ".join(reason for reason in reasons if reason) or None,
    )


def _checked(
    values: npt.ArrayLike, clusters: npt.ArrayLike, signs: npt.ArrayLike | None
) -> tuple[FloatArray, npt.NDArray[np.int64], FloatArray]:
    """Return values, numbers of clusters and signs as arrays that fit each other."""
    table = np.asarray(values, dtype=np.float64)
    _, cluster = np.unique(np.asarray(clusters), return_inverse=True)
    side = np.ones(len(table)) if signs is None else np.asarray(signs, dtype=np.float64)
    if table.ndim != 2 or not table.size or not np.isfinite(table).all():
        raise ValueError("values must be finite numbers of shape (items, seeds)")
    if cluster.shape != side.shape or len(side) != len(table) or not (abs(side) == 1).all():
        raise ValueError("every item has a cluster and a side, 1 or -1")
    return table, cluster.astype(np.int64), side


@dataclass(frozen=True, slots=True)
class _Variance:
    """Of a mean, with its degrees of freedom."""

    value: float
    freedom: float


def _of_items(spread: ClusterSpread) -> _Variance | None:
    if spread.missing or spread.variance is None:
        return None
    return _Variance(spread.variance, spread.freedom)


def _of_seeds(by_seed: FloatArray) -> _Variance | None:
    runs = len(by_seed)
    return _Variance(float(by_seed.var(ddof=1)) / runs, runs - 1) if runs >= LEAST_SEEDS else None


def _sum(one: _Variance | None, other: _Variance | None) -> _Variance | None:
    if one is None or other is None:
        return None
    total = one.value + other.value
    parts = one.value**2 / one.freedom + other.value**2 / other.freedom
    return _Variance(total, total**2 / parts if parts else min(one.freedom, other.freedom))


def _interval(
    value: float, variance: _Variance | None, level: float, method: str, covers: Covers, ends: Bounds | None
) -> Interval | None:
    if variance is None:
        return None
    half = t_quantile(level, variance.freedom) * math.sqrt(variance.value)
    return Interval(value - half, value + half, level, method, covers).within(ends)
