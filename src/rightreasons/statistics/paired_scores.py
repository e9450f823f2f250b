"""Two scores of the same items: difference of AUROC and of balanced accuracy, thresholds, halves."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rightreasons.statistics.paired_counts import PairedCounts
from rightreasons.statistics.results import Estimate, FloatArray, Interval, TestResult, normal_quantile

Flags = npt.NDArray[np.bool_]
_PAIRED = "normal, paired within gold labels"


def placements(scores: FloatArray, positive: Flags) -> tuple[FloatArray, FloatArray]:
    """Return, item by item, the share of the other class that it is on the right side of; ties are a half.

    Parameters
    ----------
    scores, positive
        Shape (n,).

    Returns
    -------
    tuple
        Of positive and of negative items: the structural components of DeLong et al. (1988), section 3.
    """
    from scipy.stats import rankdata

    ranks = rankdata(scores)
    above, below = scores[positive], scores[~positive]
    over = (ranks[positive] - rankdata(above)) / len(below)
    under = 1 - (ranks[~positive] - rankdata(below)) / len(above)
    return over, under


def auroc_difference(
    first: FloatArray, second: FloatArray, positive: Flags, level: float = 0.95
) -> tuple[Estimate, TestResult]:
    """Return AUROC of the first minus that of the second score, with DeLong's interval and test.

    Parameters
    ----------
    first, second
        Scores of the same items, shape (n,).
    positive
        Whether each item is positive, shape (n,).
    level
        Nominal coverage.

    References
    ----------
    DeLong, DeLong and Clarke-Pearson (1988), Biometrics 44:837-845, equations 5 to 7.
    """
    n, method = len(positive), "DeLong, paired"
    if positive.sum() < 2 or (~positive).sum() < 2:
        reason = "one of the two classes has fewer than two items"
        return Estimate(None, "proportion", n, reason=reason), TestResult(
            method, None, None, n, reason=reason
        )
    (over, under), (other_over, other_under) = placements(first, positive), placements(second, positive)
    gap_over, gap_under = over - other_over, under - other_under
    difference = float(gap_over.mean())
    variance = float(gap_over.var(ddof=1) / len(gap_over) + gap_under.var(ddof=1) / len(gap_under))
    if variance == 0:
        reason = "the two scores order the items alike"
        return (
            Estimate(difference, "proportion", n, reason=reason),
            TestResult(method, None, None if difference else 1.0, n, reason=reason),
        )
    half = normal_quantile(level) * math.sqrt(variance)
    interval = Interval(max(difference - half, -1.0), min(difference + half, 1.0), level, method)
    return Estimate(difference, "proportion", n, interval), z_test(difference, variance, n, method)


def z_test(difference: float, variance: float, n: int, method: str) -> TestResult:
    """Return the two-sided normal test of a difference with a known positive variance."""
    z = difference / math.sqrt(variance)
    return TestResult(method, z, math.erfc(abs(z) / math.sqrt(2)), n)


def balanced_difference(
    first: Flags, second: Flags, positive: Flags, level: float = 0.95
) -> tuple[Estimate, TestResult]:
    """Return balanced accuracy of the first minus that of the second of two series of decisions.

    It is the mean of the differences among positive and among negative items; the interval puts together
    Newcombe's paired intervals of these two (MOVER: Zou and Donner 2008, Statistics in Medicine 27). The test
    is the normal one with the variance of the paired differences within each class.

    Parameters
    ----------
    first, second
        Whether each decision is right, shape (n,).
    positive
        Whether each item is positive, shape (n,).
    level
        Nominal coverage.
    """
    n = len(positive)
    parts = [PairedCounts.of(first[of], second[of]).difference(level) for of in (positive, ~positive)]
    if any(part.value is None or part.interval is None for part in parts):
        reason = "one of the two classes has no items"
        return Estimate(None, "proportion", n, reason=reason), TestResult(
            _PAIRED, None, None, n, reason=reason
        )
    values = [part.value or 0.0 for part in parts]
    bounds = [(part.interval.low, part.interval.high) for part in parts if part.interval]
    value = sum(values) / 2
    below = math.hypot(*(own - low for own, (low, _) in zip(values, bounds, strict=True))) / 2
    above = math.hypot(*(high - own for own, (_, high) in zip(values, bounds, strict=True))) / 2
    interval = Interval(value - below, value + above, level, "MOVER of Newcombe, paired")
    gaps = [first[of].astype(np.float64) - second[of] for of in (positive, ~positive)]
    variance = sum(float(gap.var()) / len(gap) for gap in gaps) / 4
    same = TestResult(_PAIRED, None, 1.0, n, reason="the decisions are right on the same items")
    return Estimate(value, "proportion", n, interval), z_test(
        value, variance, n, _PAIRED
    ) if variance else same


@dataclass(frozen=True, slots=True)
class Threshold:
    """From which score on an item counts as positive.

    Parameters
    ----------
    value
        Half-way between the two neighbouring scores that it parts.
    balanced_accuracy
        On the items that it was fitted on.
    """

    value: float
    balanced_accuracy: float


def best_threshold(scores: FloatArray, positive: Flags) -> Threshold:
    """Return the threshold with the greatest balanced accuracy.

    Where several cuts are equally good it is the middle one, of an even number the lower of the two.

    Parameters
    ----------
    scores, positive
        Shape (n,), both classes there.
    """
    above, below = int(positive.sum()), int((~positive).sum())
    if not above or not below:
        raise ValueError("a threshold is fitted on items of both classes")
    distinct, place = np.unique(scores, return_inverse=True)
    # From score i on is positive: how many of either class are right, for every i.
    found = np.cumsum(np.bincount(place[positive], minlength=len(distinct))[::-1])[::-1]
    passed = np.cumsum(np.bincount(place[~positive], minlength=len(distinct))[::-1])[::-1]
    # In whole numbers, so that equally good cuts are equal.
    quality = found * below + (below - passed) * above
    best = np.flatnonzero(quality == quality.max())
    cut = int(best[(len(best) - 1) // 2])
    return Threshold(_between(distinct, cut), float(quality[cut]) / (2 * above * below))


def _between(scores: FloatArray, cut: int) -> float:
    """Return the middle between a score and the one below it, and the score itself where there is none."""
    upper = float(scores[cut])
    lower = float(scores[cut - 1]) if cut else upper
    middle = lower + (upper - lower) / 2
    return middle if lower < middle else upper


def halves(positive: Flags, seed: int) -> Flags:
    """Return which items stand in the first of two random halves of either class, shape (n,)."""
    rng = np.random.default_rng(seed)
    first = np.zeros(len(positive), dtype=np.bool_)
    for of in (positive, ~positive):
        places = rng.permutation(np.flatnonzero(of))
        first[places[: len(places) // 2]] = True
    return first


def decided_across(scores: FloatArray, positive: Flags, first: Flags) -> tuple[Flags, tuple[float, float]]:
    """Return the decisions of each half by the threshold that fits the other, and the two thresholds.

    Parameters
    ----------
    scores, positive
        Shape (n,).
    first
        As `halves` returns it; both classes stand in both halves.
    """
    cuts = tuple(best_threshold(scores[of], positive[of]).value for of in (first, ~first))
    return np.where(first, scores >= cuts[1], scores >= cuts[0]), (cuts[0], cuts[1])
