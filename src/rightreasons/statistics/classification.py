"""Scores of a binary classifier: discrimination (balanced accuracy, F1) and calibration."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import (
    Estimate,
    FloatArray,
    Interval,
    check_counts,
    check_level,
    check_successes,
    probability_array,
)

# How well a decision tells two classes apart: balanced accuracy, F1, with intervals.


def balanced_accuracy(
    right_positive: int, positive: int, right_negative: int, negative: int, level: float = 0.95
) -> Estimate:
    """Return the mean of the shares of positive and of negative items that are right.

    The interval puts together the Wilson intervals of the two shares (MOVER).

    Parameters
    ----------
    right_positive, positive, right_negative, negative
        Counts.
    level
        Nominal coverage.

    Returns
    -------
    Estimate
        A proportion over all items; without value where a class is missing.

    Raises
    ------
    ValueError
        For more successes than items, a negative count, or a level outside (0, 1).

    References
    ----------
    Zou and Donner (2008), Statistics in Medicine 27:1693-1702.
    """
    check_successes(right_positive, positive)
    check_successes(right_negative, negative)
    shares = proportion(right_positive, positive, level), proportion(right_negative, negative, level)
    return mean_of_shares(*shares, level)


def mean_of_shares(first: Estimate, second: Estimate, level: float = 0.95) -> Estimate:
    """Return the mean of two shares of different items, with what their intervals make of it (MOVER).

    Parameters
    ----------
    first, second
        Shares with their intervals.
    level
        Nominal coverage of those.

    References
    ----------
    Zou and Donner (2008), Statistics in Medicine 27:1693-1702.
    """
    n = first.n + second.n
    if first.value is None or second.value is None or first.interval is None or second.interval is None:
        return Estimate(None, "proportion", n, reason="one of the two classes has no items")
    value = (first.value + second.value) / 2
    below = math.hypot(first.value - first.interval.low, second.value - second.interval.low) / 2
    above = math.hypot(first.interval.high - first.value, second.interval.high - second.value) / 2
    method = f"MOVER of {first.interval.method}"
    return Estimate(
        value, "proportion", n, Interval(max(value - below, 0.0), min(value + above, 1.0), level, method)
    )


def f1(hits: int, false_alarms: int, misses: int, level: float = 0.95) -> Estimate:
    """Return the harmonic mean of precision and recall.

    It is 2 J / (1 + J) with J the share of hits among hits, false alarms and misses, which is binomial given
    their sum: the interval is Wilson's of J, taken through the same function.

    Parameters
    ----------
    hits, false_alarms, misses
        Positive items predicted so; negative items predicted positive; positive items predicted negative.
    level
        Nominal coverage.

    Returns
    -------
    Estimate
        A proportion over the items that count for it; without value where there are none.

    Raises
    ------
    ValueError
        For a negative count, or a level outside (0, 1).
    """
    check_counts(hits=hits, false_alarms=false_alarms, misses=misses)
    return f1_of_share(proportion(hits, hits + false_alarms + misses, level))


def f1_of_share(share: Estimate) -> Estimate:
    """Return F1 from the share of hits among hits, false alarms and misses, with its interval."""
    if share.value is None or share.interval is None:
        return Estimate(None, "proportion", 0, reason="no item is positive or predicted so")
    low, high = _from_share(share.interval.low), _from_share(share.interval.high)
    method = f"{share.interval.method} of the share of hits"
    interval = Interval(low, high, share.interval.level, method)
    return Estimate(_from_share(share.value), "proportion", share.n, interval)


def _from_share(share: float) -> float:
    return 2 * share / (1 + share)


# Whether events happen as often as their probabilities say: bins, expected calibration error.


_RESAMPLES = 2_000


@dataclass(frozen=True)
class CalibrationBins:
    """Items by bins of equal width of their probability; a bin holds its lower edge, the last one both.

    Parameters
    ----------
    n
        Items of each bin, shape (bins,).
    events
        Items of each bin with the event, shape (bins,).
    probability
        Sum of the probabilities in each bin, shape (bins,).
    squares
        Sum of the squared differences of probability and event in each bin, shape (bins,).
    """

    n: npt.NDArray[np.int64]
    events: npt.NDArray[np.int64]
    probability: FloatArray
    squares: FloatArray

    @property
    def edges(self) -> FloatArray:
        """Edges of the bins, shape (bins + 1,)."""
        return np.linspace(0, 1, len(self.n) + 1)


def calibration_bins(probabilities: npt.ArrayLike, events: npt.ArrayLike, bins: int) -> CalibrationBins:
    """Return items counted by bins of equal width.

    Parameters
    ----------
    probabilities
        Of the event, shape (n,).
    events
        Whether it happened, shape (n,).
    bins
        How many.

    Raises
    ------
    ValueError
        For arrays of different lengths, numbers outside 0 to 1, or no bins.
    """
    forecast, happened = probability_array("probabilities", probabilities), np.asarray(events, dtype=np.bool_)
    if forecast.ndim != 1 or forecast.shape != happened.shape or bins < 1:
        raise ValueError("there is one event a probability, and at least one bin")
    place = np.minimum((forecast * bins).astype(np.int64), bins - 1)
    return CalibrationBins(
        np.bincount(place, minlength=bins),
        np.bincount(place[happened], minlength=bins),
        np.bincount(place, forecast, bins).astype(np.float64),
        np.bincount(place, np.square(forecast - happened), bins).astype(np.float64),
    )


def expected_calibration_error(
    counted: CalibrationBins, seed: int | np.random.Generator, level: float = 0.95
) -> Estimate:
    """Return how far, on average over items, the share of events in a bin is from the mean probability.

    The figure is biased upwards, most where it is small and the items few, and a plain bootstrap, being
    biased once more, misses a well calibrated model always. The interval therefore reaches to either side as
    far as the sum over bins of what sampling does to them, drawn from its normal approximation, goes in
    `level` of all draws; by the triangle inequality it covers at least so often.

    Parameters
    ----------
    counted
        Items by bins.
    seed
        A seed or a Generator.
    level
        Nominal coverage.

    Returns
    -------
    Estimate
        A proportion; without value where there are no items, without interval where nothing varies.

    Raises
    ------
    ValueError
        For a level outside (0, 1).

    References
    ----------
    Naeini, Cooper and Hauskrecht (2015), "Obtaining well calibrated probabilities using Bayesian binning",
    AAAI; for the probability of one class, not of the most probable one.
    """
    check_level(level)
    n = int(counted.n.sum())
    if n == 0:
        return Estimate(None, "proportion", 0, reason="no items")
    gaps = (counted.probability - counted.events) / n
    covariance = (np.diag(counted.squares / n) - np.outer(gaps, gaps)) / n
    drawn = np.random.default_rng(seed).multivariate_normal(
        np.zeros(len(gaps)), covariance, _RESAMPLES, method="eigh"
    )
    reach = float(np.quantile(np.abs(drawn).sum(axis=1), level))
    error = float(np.abs(gaps).sum())
    if reach == 0:
        return Estimate(error, "proportion", n, reason="nothing varies within the bins")
    interval = Interval(max(error - reach, 0.0), min(error + reach, 1.0), level, "normal draws of bins")
    return Estimate(error, "proportion", n, interval)
