"""Means and shares of items that come in clusters: intervals that hold where clusters are few and unequal."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rightreasons.statistics.checks import FloatArray, check_level
from rightreasons.statistics.results import Estimate, Interval

LEAST_CLUSTERS = 6
"""With fewer clusters no interval is made: their spread is too uncertain to give one that covers."""
FEW_CLUSTERS = f"fewer than {LEAST_CLUSTERS} clusters: too few for an interval that covers them"
DOMINATED = "one cluster outweighs the others: no interval covers what another one would bring"
NOTHING_VARIES = "the clusters are all alike: their spread cannot be told from these"


@dataclass(frozen=True, slots=True)
class ClusterSpread:
    """What clusters contribute to the uncertainty of a mean, or of a difference of two means.

    Parameters
    ----------
    clusters
        How many there are.
    effective
        As many clusters of equal size would be as certain, from 1 to `clusters`.
    variance
        Of the mean, by leaving out one cluster at a time (CR3); None where one cluster holds all of a group.
    """

    clusters: int
    effective: float
    variance: float | None

    @property
    def freedom(self) -> float:
        """Degrees of freedom of the variance: effective clusters less one, at least one."""
        return max(self.effective - 1, 1.0)

    @property
    def missing(self) -> str | None:
        """Why there is no interval; None where there can be one."""
        if self.clusters < LEAST_CLUSTERS:
            return FEW_CLUSTERS
        return DOMINATED if self.variance is None or self.effective < 2 else None


def cluster_spread(
    values: FloatArray, cluster: npt.NDArray[np.int64], weights: FloatArray, signs: FloatArray | None = None
) -> ClusterSpread:
    """Return the variance that drawing other clusters would give a weighted mean.

    Parameters
    ----------
    values
        One number an item, shape (items,).
    cluster
        Cluster of each item from 0 up, every number in use, shape (items,).
    weights
        How many items each stands for, above 0, shape (items,).
    signs
        1 or -1 for each item: the figure is the mean where it is 1 minus the mean where it is -1. None: all
        1.

    References
    ----------
    Cameron and Miller (2015), "A practitioner's guide to cluster-robust inference", Journal of Human
    Resources 50(2), section VI.B (CR3, the jackknife). Carter, Schnepel and Steigerwald (2017), "Asymptotic
    behavior of a t-test robust to cluster heterogeneity", Review of Economics and Statistics 99(4) (effective
    clusters; here of items that are independent, which is the least that clusters cost).
    """
    clusters = int(cluster.max()) + 1
    moved, cost = np.zeros(clusters), np.zeros(clusters)
    alone = False
    for sign in (1.0, -1.0) if signs is not None else (1.0,):
        own = slice(None) if signs is None else signs == sign
        if len(values[own]):
            share, deviation = _of_group(values[own], cluster[own], weights[own], clusters)
            alone |= bool((share >= 1).any())
            moved += sign * deviation / np.where(share < 1, 1 - share, 1.0)
            cost += share / weights[own].sum()
    variance = None if alone else (clusters - 1) / clusters * float((moved**2).sum())
    return ClusterSpread(clusters, float(cost.sum() ** 2 / (cost**2).sum()), variance)


def clustered_mean(
    values: npt.ArrayLike,
    clusters: npt.ArrayLike,
    unit: str = "proportion",
    weights: npt.ArrayLike | None = None,
    level: float = 0.95,
) -> Estimate:
    """Return the mean of numbers that come in clusters, with a t interval over clusters.

    Variance by leaving out one cluster at a time; degrees of freedom: effective clusters less one. It covers
    the drawing of other clusters, and the items with them.

    Parameters
    ----------
    values
        One number an item, shape (items,).
    clusters
        Cluster of each item, numbers or strings, shape (items,).
    unit
        Of the values.
    weights
        How many items each stands for, above 0, shape (items,); None: each for itself.
    level
        Nominal coverage.

    Returns
    -------
    Estimate
        Without an interval, and with the reason, where there are fewer than `LEAST_CLUSTERS` clusters or one
        outweighs the others.

    Raises
    ------
    ValueError
        For no items, arrays that do not fit, numbers that are not finite, or a level outside (0, 1).

    References
    ----------
    See `cluster_spread`.
    """
    numbers, cluster, each = _checked(values, clusters, weights, level)
    mean = float(each @ numbers / each.sum())
    spread = cluster_spread(numbers, cluster, each)
    if spread.missing or spread.variance is None:
        return Estimate(mean, unit, len(numbers), reason=spread.missing)
    if spread.variance == 0:
        return Estimate(mean, unit, len(numbers), reason=NOTHING_VARIES)
    half = t_quantile(level, spread.freedom) * math.sqrt(spread.variance)
    interval = Interval(mean - half, mean + half, level, f"t over {spread.clusters:,} clusters")
    return Estimate(mean, unit, len(numbers), interval)


def clustered_proportion(
    successes: npt.ArrayLike,
    clusters: npt.ArrayLike,
    weights: npt.ArrayLike | None = None,
    level: float = 0.95,
) -> Estimate:
    """Return the share of successes among items that come in clusters, with a score interval.

    Wilson's interval with the number of items that would be as certain if they were independent, and
    Student's quantile for the normal one. How much less certain clusters are than items (the design effect)
    is estimated from the k clusters with the rarer outcome, drawn towards the worst, that every cluster is
    one item, with the weight of one such cluster: where k is small, clusters that are all right say little of
    the next one.

    Parameters
    ----------
    successes
        Whether each item is one, shape (items,).
    clusters, weights, level
        As in `clustered_mean`.

    Returns
    -------
    Estimate
        Without an interval as in `clustered_mean`.

    Raises
    ------
    ValueError
        As `clustered_mean`; also for values that are neither 0 nor 1.

    References
    ----------
    Dean and Pagano (2015), "Evaluating confidence interval methods for binomial proportions in clustered
    surveys", Journal of Survey Statistics and Methodology 3(4) (Wilson's with effective size).
    `cluster_spread` for the variance.
    """
    right, cluster, each = _checked(successes, clusters, weights, level)
    if not np.isin(right, (0, 1)).all():
        raise ValueError("a success is 0 or 1")
    share = float(each @ right / each.sum())
    spread = cluster_spread(right, cluster, each)
    if spread.missing or spread.variance is None:
        return Estimate(share, "proportion", len(right), reason=spread.missing)
    with_success = int((np.bincount(cluster, right) > 0).sum())
    with_failure = int((np.bincount(cluster, 1 - right) > 0).sum())
    certain = _as_many_independent(share, len(right), min(with_success, with_failure), spread)
    return _scored(share, len(right), certain, spread, level)


def proportion_of_clusters(
    successes: npt.ArrayLike, sizes: npt.ArrayLike, times: npt.ArrayLike, level: float = 0.95
) -> Estimate:
    """Return `clustered_proportion` of clusters that are counted by what they hold.

    Parameters
    ----------
    successes, sizes
        Successes and items of a cluster, both of shape (kinds,), no size 0.
    times
        How many clusters are such, at least one, shape (kinds,).
    level
        Nominal coverage.

    Returns
    -------
    Estimate
        The same, up to rounding, and to the same digits in whatever order the clusters were counted.
    """
    order = np.lexsort((np.asarray(successes), np.asarray(sizes)))
    right, size, each = (np.asarray(values)[order].astype(np.float64) for values in (successes, sizes, times))
    n, clusters = int(each @ size), int(each.sum())
    share = float(each @ right) / n
    weight, alone = size / n, bool((size == n).any())
    moved = (right - size * share) / n / np.where(weight < 1, 1 - weight, 1.0)
    variance = None if alone else (clusters - 1) / clusters * float(each @ moved**2)
    spread = ClusterSpread(clusters, n**2 / float(each @ size**2), variance)
    if spread.missing or spread.variance is None:
        return Estimate(share, "proportion", n, reason=spread.missing)
    rarer = min(int(each[right > 0].sum()), int(each[right < size].sum()))
    return _scored(share, n, _as_many_independent(share, n, rarer, spread), spread, level)


def _scored(share: float, n: int, certain: float, spread: ClusterSpread, level: float) -> Estimate:
    """Return a share with Wilson's interval, of items as certain as so many independent ones."""
    z = t_quantile(level, spread.freedom)
    scale = 1 + z**2 / certain
    centre = (share + z**2 / (2 * certain)) / scale
    half = z / scale * math.sqrt(share * (1 - share) / certain + z**2 / (4 * certain**2))
    low = 0.0 if share == 0 else max(centre - half, 0.0)
    high = 1.0 if share == 1 else min(centre + half, 1.0)
    method = f"wilson over {spread.clusters:,} clusters"
    return Estimate(share, "proportion", n, Interval(low, high, level, method))


def t_quantile(level: float, freedom: float) -> float:
    """Return t with `level` of Student's distribution between -t and t."""
    from scipy.special import stdtrit

    return float(stdtrit(freedom, (1 + level) / 2))


def numbered(groups: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Return the groups numbered from 0 in ascending order, none left out, shape (items,).

    Whole numbers that are no more than a few times as many as the items are not sorted.
    """
    found = np.asarray(groups)
    if found.size and found.dtype.kind in "iu" and found.min() >= 0 and found.max() < 4 * found.size:
        present = np.zeros(int(found.max()) + 1, dtype=bool)
        present[found] = True
        return np.asarray((np.cumsum(present, dtype=np.int64) - 1)[found])
    return np.unique(found, return_inverse=True)[1].astype(np.int64)


def _as_many_independent(share: float, n: int, rarer: int, spread: ClusterSpread) -> float:
    """Return how many independent items would be as certain of their share, at most all.

    `rarer` clusters have an item of the rarer outcome.
    """
    worst = n / spread.effective
    if rarer == 0 or spread.variance is None:
        return spread.effective
    found = spread.variance * n / (share * (1 - share))
    return min(n / ((rarer * found + worst) / (rarer + 1)), float(n))


def _of_group(
    values: FloatArray, cluster: npt.NDArray[np.int64], weights: FloatArray, clusters: int
) -> tuple[FloatArray, FloatArray]:
    """Return each cluster's share of the weight, and its share of the deviations from the mean."""
    total = weights.sum()
    centred = values - weights @ values / total
    shares, deviations = (np.bincount(cluster, each, clusters) for each in (weights, weights * centred))
    return (shares / total).astype(np.float64), (deviations / total).astype(np.float64)


def _checked(
    values: npt.ArrayLike, clusters: npt.ArrayLike, weights: npt.ArrayLike | None, level: float
) -> tuple[FloatArray, npt.NDArray[np.int64], FloatArray]:
    check_level(level)
    numbers = np.asarray(values, dtype=np.float64)
    if numbers.ndim != 1 or not numbers.size or not np.isfinite(numbers).all():
        raise ValueError("values are one row of finite numbers, at least one")
    cluster = numbered(clusters)
    each = np.ones(numbers.size) if weights is None else np.asarray(weights, dtype=np.float64)
    if cluster.shape != numbers.shape or each.shape != numbers.shape or not (each > 0).all():
        raise ValueError("every value has a cluster, and a weight above 0")
    return numbers, cluster, each
