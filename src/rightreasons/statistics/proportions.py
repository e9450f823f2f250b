"""Intervals for one proportion: Wilson's score interval and the exact one of Clopper and Pearson."""

from typing import Literal

import numpy as np
import numpy.typing as npt

from rightreasons.statistics.checks import (
    FloatArray,
    check_level,
    check_part,
    check_successes,
    count_array,
    normal_quantile,
)
from rightreasons.statistics.results import Estimate, Interval


def wilson_bounds(
    successes: npt.ArrayLike, n: npt.ArrayLike, level: float = 0.95
) -> tuple[FloatArray, FloatArray]:
    """Return Wilson's score bounds for many proportions at once.

    Parameters
    ----------
    successes, n
        Counts, of shapes that broadcast. Where `n` is 0 nothing is known and the bounds are 0 and 1.
    level
        Nominal coverage.

    Returns
    -------
    tuple of ndarray
        Lower and upper bounds, proportions.

    Raises
    ------
    ValueError
        For a negative count, more successes than items, or a level outside (0, 1).

    References
    ----------
    Wilson (1927), "Probable inference, the law of succession, and statistical inference".
    Newcombe (1998), Statistics in Medicine 17:857-872, method 3.
    """
    z = normal_quantile(level)
    hits, items = count_array("successes", successes), count_array("n", n)
    check_part("successes", hits, "n", items)
    scale = items + z**2
    centre = (hits + z**2 / 2) / scale
    half = z / scale * np.sqrt(hits * (items - hits) / np.maximum(items, 1) + z**2 / 4)
    # With no success, or nothing else, the bound is 0 or 1 exactly; rounding would miss it.
    low = np.where(hits == 0, 0.0, np.maximum(centre - half, 0.0))
    high = np.where(hits == items, 1.0, np.minimum(centre + half, 1.0))
    return low, high


def wilson(successes: int, n: int, level: float = 0.95) -> Interval:
    """Return Wilson's score interval of one proportion (Wilson 1927); see `wilson_bounds`.

    Parameters
    ----------
    successes, n
        Counts. With `n` 0 the interval is all of [0, 1].
    level
        Nominal coverage.
    """
    low, high = wilson_bounds(successes, n, level)
    return Interval(float(low), float(high), level, "wilson")


def clopper_pearson(successes: int, n: int, level: float = 0.95) -> Interval:
    """Return the exact interval of one proportion, from the quantiles of beta distributions.

    Parameters
    ----------
    successes, n
        Counts. With `n` 0 the interval is all of [0, 1].
    level
        Nominal coverage; the true one is never below it.

    Raises
    ------
    ValueError
        For a negative count, more successes than items, or a level outside (0, 1).

    References
    ----------
    Clopper and Pearson (1934), Biometrika 26:404-413.
    """
    from scipy.special import betaincinv

    check_level(level)
    check_successes(successes, n)
    tail = (1 - level) / 2
    low = betaincinv(successes, n - successes + 1, tail) if successes > 0 else 0.0
    high = betaincinv(successes + 1, n - successes, 1 - tail) if successes < n else 1.0
    return Interval(float(low), float(high), level, "clopper-pearson")


def proportion(
    successes: int, n: int, level: float = 0.95, method: Literal["wilson", "clopper-pearson"] = "wilson"
) -> Estimate:
    """Return a proportion with its interval.

    Parameters
    ----------
    successes, n
        Counts. With `n` 0 the estimate has no value, and a reason.
    level
        Nominal coverage.
    method
        How the interval is made.

    Raises
    ------
    ValueError
        For a negative count, more successes than items, a level outside (0, 1), or an unknown method.
    """
    intervals = {"wilson": wilson, "clopper-pearson": clopper_pearson}
    if method not in intervals:
        raise ValueError(f"no interval is called {method!r}; there are {', '.join(intervals)}")
    interval = intervals[method](successes, n, level)
    if n == 0:
        return Estimate(None, "proportion", 0, reason="no items")
    return Estimate(successes / n, "proportion", int(n), interval)
