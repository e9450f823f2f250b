"""How many bits a model knows of the labels of items, and their mean with an interval."""

import math
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from rightreasons.statistics.clustered import t_quantile
from rightreasons.statistics.cross_fitted import Dependence, dependent_mean
from rightreasons.statistics.results import Estimate, Interval

LEAST_PROBABILITY = 2.0**-24
"""Probabilities below it count as this: an item that a model calls impossible costs 24 bits, not all."""
BITS = "bits"

Bits = npt.NDArray[np.float64]


def surprisal(probability: npt.ArrayLike) -> Bits:
    """Return the bits that an item costs whose label had this probability, shape (items,).

    Parameters
    ----------
    probability
        Of the gold label, from 0 to 1; below `LEAST_PROBABILITY` it counts as that.

    Raises
    ------
    ValueError
        For what is no probability.
    """
    given = np.asarray(probability, dtype=np.float64)
    if not np.isfinite(given).all() or ((given < 0) | (given > 1 + 1e-6)).any():
        raise ValueError("probabilities are from 0 to 1")
    bits: Bits = -np.log2(np.clip(given, LEAST_PROBABILITY, 1.0))
    return bits


def pointwise_information(without: npt.ArrayLike, given: npt.ArrayLike) -> Bits:
    """Return how many bits an input has about the label of each item, shape (items,); below 0 it misleads.

    Parameters
    ----------
    without
        Surprisal of the gold label in bits for a model that does not see the input.
    given
        The same for a model that sees it.

    Raises
    ------
    ValueError
        For arrays of different shapes, or numbers that are not finite.

    References
    ----------
    Ethayarajh, Choi and Swayamdipta (2022), "Understanding dataset difficulty with V-usable information",
    section 2.2, equation 4.
    """
    before, after = (np.asarray(each, dtype=np.float64) for each in (without, given))
    if before.shape != after.shape or not (np.isfinite(before).all() and np.isfinite(after).all()):
        raise ValueError("one finite number of bits an item, with the input and without it")
    bits: Bits = before - after
    return bits


def mean_bits(bits: npt.ArrayLike, dependence: Dependence | None = None) -> Estimate:
    """Return the mean of bits of items, such as usable information, with a t interval of 95 %.

    Parameters
    ----------
    bits
        One number an item, shape (items,).
    dependence
        What makes items dependent; None: they are independent, and one model answered them all.

    References
    ----------
    Xu et al. (2020), "A theory of usable information under computational constraints", definitions 1 and 2;
    `dependent_mean` for the interval.
    """
    values = np.asarray(bits, dtype=np.float64)
    if not len(values):
        return Estimate(None, BITS, 0, reason="no items")
    if dependence is not None:
        return replace(dependent_mean(values, dependence, (-np.inf, np.inf)), unit=BITS)
    mean, n = float(values.mean()), len(values)
    if n < 2:
        return Estimate(mean, BITS, n, reason="one item has no interval")
    half = t_quantile(0.95, n - 1) * float(values.std(ddof=1)) / math.sqrt(n)
    return Estimate(mean, BITS, n, Interval(mean - half, mean + half, 0.95, "t"))
