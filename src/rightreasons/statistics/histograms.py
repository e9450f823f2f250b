"""Statistics of whole numbers by how often each occurs: exact, whatever the number of rows."""

import numpy as np
import numpy.typing as npt

from rightreasons.statistics.results import Estimate, Interval, TestResult

Histogram = npt.NDArray[np.int64]
"""How many rows have the value 0, 1, 2, ..."""
TOO_FEW = "too few rows for an interval"


def counted_mean(counts: Histogram, unit: str) -> Estimate:
    """Return the mean, with Student's t interval of 95 %.

    Parameters
    ----------
    counts
        Rows by value, shape (values,).
    unit
        What the values are measured in.
    """
    n, values = int(counts.sum()), np.arange(len(counts))
    if not n:
        return Estimate(None, unit, 0, reason="no rows")
    mean = int(values @ counts) / n
    if n < 2:
        return Estimate(mean, unit, n, reason=TOO_FEW)
    from scipy.special import stdtrit

    variance = float(counts @ (values - mean) ** 2) / (n - 1)
    spread = float(stdtrit(n - 1, 0.975) * np.sqrt(variance) / np.sqrt(n))
    return Estimate(mean, unit, n, Interval(mean - spread, mean + spread, 0.95, "t"))


def counted_quantile(counts: Histogram, at: float) -> float:
    """Return a quantile, between two values on the line that joins them (as `numpy.quantile`).

    Parameters
    ----------
    counts
        Rows by value, shape (values,); at least one row.
    at
        Which one, from 0 to 1.
    """
    ends = np.cumsum(counts)
    place = at * (int(ends[-1]) - 1)
    low = int(np.floor(place))
    first, second = np.searchsorted(ends, [low, min(low + 1, int(ends[-1]) - 1)], side="right")
    return float(first + (second - first) * (place - low))


def kruskal_wallis(counts: Histogram) -> TestResult:
    """Test whether groups have the same distribution (Kruskal and Wallis 1952), ties at their mean rank.

    Parameters
    ----------
    counts
        Rows by value and group, shape (values, groups).
    """
    method, n = "Kruskal-Wallis", int(counts.sum())
    degrees, of_value = counts.shape[1] - 1, counts.sum(axis=1)
    if degrees < 1 or np.count_nonzero(of_value) < 2:
        reason = "one label only" if degrees < 1 else "all lengths are equal"
        return TestResult(method, None, None, n, reason=reason)
    from scipy.special import chdtrc

    ranks = np.cumsum(of_value) - (of_value - 1) / 2
    sums, sizes, tied = ranks @ counts, counts.sum(axis=0), of_value.astype(np.float64)
    between = 12 / (n * (n + 1)) * float((sums**2 / sizes).sum()) - 3 * (n + 1)
    # Equal distributions leave a statistic just below zero by rounding, and then no p-value.
    statistic = max(between / (1 - float((tied**3 - tied).sum()) / (float(n) ** 3 - n)), 0.0)
    return TestResult(method, statistic, float(chdtrc(degrees, statistic)), n, degrees)
