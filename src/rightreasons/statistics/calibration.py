"""Whether events happen as often as their probabilities say: bins, expected calibration error."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rightreasons.statistics.checks import FloatArray, check_level, probability_array
from rightreasons.statistics.results import Estimate, Interval

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
