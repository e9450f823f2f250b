"""Scores of a binary classifier: discrimination (balanced accuracy, F1) and calibration."""

import math

from rightreasons.statistics.checks import (
    check_counts,
    check_successes,
)
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate, Interval


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
    return mean_of_shares(*shares, level=level)


def mean_of_shares(*shares: Estimate, level: float = 0.95) -> Estimate:
    """Return the mean of shares of different items, with what their intervals make of it (MOVER).

    Parameters
    ----------
    *shares
        Two or more, with their intervals.
    level
        Nominal coverage of those.

    References
    ----------
    Zou and Donner (2008), Statistics in Medicine 27:1693-1702.
    """
    n = sum(share.n for share in shares)
    known = [
        (share.value, share.interval)
        for share in shares
        if share.value is not None and share.interval is not None
    ]
    if len(known) < len(shares):
        return Estimate(None, "proportion", n, reason=f"one of the {len(shares)} classes has no items")
    value = math.fsum(share for share, _ in known) / len(known)
    below = math.hypot(*(share - interval.low for share, interval in known)) / len(known)
    above = math.hypot(*(interval.high - share for share, interval in known)) / len(known)
    method = f"MOVER of {known[0][1].method}"
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
