"""Means of rows that are not independent and that models predicted which were fitted to the other rows."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from rightreasons.statistics.checks import FloatArray, check_level
from rightreasons.statistics.clustered import ClusterSpread, cluster_spread, numbered, t_quantile
from rightreasons.statistics.results import Estimate, Interval, TestResult


@dataclass(frozen=True)
class Dependence:
    """What makes rows dependent: groups of them, and models fitted to other rows of the same sample.

    Parameters
    ----------
    clusterings
        One or two ways in which rows come in groups, arrays of shape (rows,). With two, rows are taken to be
        independent only if they have neither group in common.
    fitted_share
        Share of the rows that the model of each row was fitted to; None: one model, fitted to other data.
    """

    clusterings: tuple[npt.NDArray[np.int64], ...]
    fitted_share: float | None = None

    @cached_property
    def numbered(self) -> tuple[npt.NDArray[np.int64], ...]:
        """The clusterings with their clusters numbered from 0, each of shape (rows,)."""
        return tuple(map(numbered, self.clusterings))

    @cached_property
    def crossed(self) -> npt.NDArray[np.int64]:
        """Of two clusterings the groups that have both in common, numbered from 0, shape (rows,)."""
        one, other = self.numbered
        return numbered(one * len(one) + other)

    def where(self, rows: npt.NDArray[np.bool_]) -> "Dependence":
        """Return the dependence of some of the rows."""
        return Dependence(tuple(each[rows] for each in self.clusterings), self.fitted_share)


def dependent_mean(
    values: npt.ArrayLike,
    dependence: Dependence,
    bounds: tuple[float, float] = (-1.0, 1.0),
    level: float = 0.95,
) -> Estimate:
    """Return the mean of differences or shares with a t interval over clusters.

    The variance is that of clusters left out one at a time; of two clusterings V(a) + V(b) - V(a and b).
    Cross-fitted values vary more than that, since their models were fitted to rows drawn with them: the
    variance is multiplied by 1 + n / rows fitted to. Where only c clusters have a value unlike the most
    frequent one, the variance is drawn towards that of one whole cluster which changes by 1, with the weight
    of one of c + 1: that nothing was seen to vary does not make it certain.

    Parameters
    ----------
    values
        One number a row, shape (rows,).
    dependence
        Of the rows.
    bounds
        What the mean lies between.
    level
        Nominal coverage.

    Returns
    -------
    Estimate
        A proportion, or a difference of proportions; without an interval, and with the reason, where clusters
        are too few (`statistics.clustered`).

    Raises
    ------
    ValueError
        For no values, arrays that do not fit, numbers that are not finite, or a level outside (0, 1).

    References
    ----------
    Nadeau and Bengio (2003), "Inference for the generalization error", Machine Learning 52, section 3.4 (for
    k folds their 1/J + n2/n1 is 1/k (1 + n / rows fitted to)). Cameron, Gelbach and Miller (2011), "Robust
    inference with multiway clustering", Journal of Business and Economic Statistics 29(2).
    `statistics.clustered` for variance and degrees of freedom.
    """
    check_level(level)
    rows = _checked(values, dependence)
    mean, spread = float(rows.mean()), spread_of_mean(rows, dependence)
    if isinstance(spread, str):
        return Estimate(mean, "proportion", len(rows), reason=spread)
    half = t_quantile(level, spread.freedom) * math.sqrt(spread.variance)
    low, high = max(mean - half, bounds[0]), min(mean + half, bounds[1])
    return Estimate(mean, "proportion", len(rows), Interval(low, high, level, spread.method))


def dependent_mean_test(values: npt.ArrayLike, dependence: Dependence) -> TestResult:
    """Test whether a mean is 0, two-sided, with the variance and degrees of freedom of `dependent_mean`.

    Raises
    ------
    ValueError
        As `dependent_mean`.
    """
    from scipy.special import stdtr

    rows = _checked(values, dependence)
    spread = spread_of_mean(rows, dependence)
    if isinstance(spread, str):
        return TestResult("t over clusters", None, None, len(rows), reason=spread)
    statistic = float(rows.mean()) / math.sqrt(spread.variance)
    p_value = float(2 * stdtr(spread.freedom, -abs(statistic)))
    return TestResult(spread.method, statistic, p_value, len(rows), int(spread.freedom))


@dataclass(frozen=True, slots=True)
class Spread:
    """Variance of a mean with its degrees of freedom, and how it was made."""

    variance: float
    freedom: float
    method: str


def spread_of_mean(rows: FloatArray, dependence: Dependence) -> Spread | str:
    """Return the variance of a mean of `dependent_mean`, or why there is none."""
    spreads = [_of(rows, each) for each in dependence.numbered]
    for each in spreads:
        if each.missing:
            return each.missing
    variance = sum(each.variance or 0.0 for each in spreads)
    if len(spreads) == 2:
        variance -= _of(rows, dependence.crossed).variance or 0.0
    fewest = min(spreads, key=lambda each: each.effective)
    variance = max(variance, *(each.variance or 0.0 for each in spreads))
    kinds, counts = np.unique(rows, return_counts=True)
    rare = np.not_equal(rows, kinds[counts.argmax()])
    unlike = min(_number_of(each[rare]) for each in dependence.numbered)
    variance = max(variance, (unlike * variance + 1 / fewest.clusters**2) / (unlike + 1))
    if dependence.fitted_share is not None:
        variance *= 1 + 1 / dependence.fitted_share
    return Spread(variance, fewest.freedom, _method(spreads, dependence))


def _of(rows: FloatArray, clusters: npt.NDArray[np.int64]) -> ClusterSpread:
    return cluster_spread(rows, clusters, np.ones(len(rows)))


def _number_of(clusters: npt.NDArray[np.int64]) -> int:
    """Return how many clusters there are among these rows."""
    return int(np.count_nonzero(np.bincount(clusters)))


def _method(spreads: Sequence[ClusterSpread], dependence: Dependence) -> str:
    counts = " and ".join(f"{each.clusters:,}" for each in spreads)
    found = f"t over {counts} clusters"
    return found if dependence.fitted_share is None else f"{found}, corrected for refitting"


def _checked(values: npt.ArrayLike, dependence: Dependence) -> FloatArray:
    rows = np.asarray(values, dtype=np.float64)
    if rows.ndim != 1 or not rows.size or not np.isfinite(rows).all():
        raise ValueError("values are one row of finite numbers, at least one")
    if len(dependence.clusterings) not in (1, 2) or any(
        len(each) != len(rows) for each in dependence.clusterings
    ):
        raise ValueError("one or two clusterings, each with a cluster for every value")
    share = dependence.fitted_share
    if share is not None and not 0 < share <= 1:
        raise ValueError(f"a share of the rows lies between 0 and 1, not {share}")
    return rows
