"""The smallest effect that a search would have found."""

import math

from scipy.optimize import brentq

_POWER = 0.8416
"""Quantile of the standard normal distribution for four cases of five."""


def smallest_share(rows: int, base: float, predicates: int, parts: int = 1) -> float | None:
    """Return the least share of a label that the search would find in four cases of five.

    Parameters
    ----------
    rows
        Searched rows that the rule holds of.
    base
        Share of the label in all rows, between 0 and 1.
    predicates
        How many were searched.
    parts
        Of the rule.

    Returns
    -------
    float or None
        None where not even a share of 1 would be found.
    """
    needed = _needed(predicates, parts)

    def beyond(share: float) -> float:
        gain = share * math.log(share / base)
        gain += (1 - share) * math.log((1 - share) / (1 - base)) if share < 1 else 0.0
        return math.sqrt(max(2 * rows * gain, 0.0)) - needed

    if rows < 1 or not 0 < base < 1 or beyond(1.0) < 0:
        return None
    return float(brentq(beyond, base, 1.0))


def smallest_gap(rows: int, errors: float, predicates: int, parts: int = 1) -> float | None:
    """Return the least gap of a model over gold that the search would find in four cases of five.

    Parameters
    ----------
    rows
        Searched rows that the rule holds of.
    errors
        Share of the rows on which model and gold differ: no gap of a label varies more.
    predicates, parts
        As in `smallest_share`.

    Returns
    -------
    float or None
        None where it is above 1.
    """
    gap = _needed(predicates, parts) * math.sqrt(errors / max(rows, 1))
    return gap if gap <= 1 else None


def _needed(predicates: int, parts: int) -> float:
    """Return how many standard deviations a rule has to stand out by."""
    return math.sqrt(2 * parts * math.log(2 * max(predicates, 1))) + _POWER
