"""How well one whole number, such as a length, separates the rows of a label from the others."""

import math

import numpy as np
import numpy.typing as npt

from rightreasons.statistics.checks import normal_quantile
from rightreasons.statistics.results import Estimate, Interval

Histogram = npt.NDArray[np.int64]


def area_under_curve(own: Histogram, others: Histogram) -> Estimate:
    """Return the probability that a row of the label is larger than one of another, ties counted half.

    The area under the ROC curve with the interval of DeLong et al. (1988), from counts: sorting is not needed
    where values are whole numbers.

    Parameters
    ----------
    own, others
        How many rows of the label, and of all others, have the value 0, 1, 2, ...; the same shape.
    """
    n_own, n_others = int(own.sum()), int(others.sum())
    if not n_own or not n_others:
        return Estimate(None, "proportion", n_own + n_others, reason="one of the two groups is empty")
    own_beats = (np.cumsum(others) - others / 2) / n_others
    others_lose = 1 - (np.cumsum(own) - own / 2) / n_own
    area = float(own @ own_beats / n_own)
    if min(n_own, n_others) < 2:
        return Estimate(area, "proportion", n_own + n_others, reason="no interval from a single row")
    spread = normal_quantile(0.95) * math.sqrt(
        _variance(own, own_beats) / n_own + _variance(others, others_lose) / n_others
    )
    interval = Interval(max(area - spread, 0.0), min(area + spread, 1.0), 0.95, "DeLong")
    return Estimate(area, "proportion", n_own + n_others, interval)


def _variance(histogram: Histogram, values: npt.NDArray[np.float64]) -> float:
    n = histogram.sum()
    mean = histogram @ values / n
    return float(histogram @ (values - mean) ** 2 / (n - 1))
