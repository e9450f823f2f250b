"""The smallest difference that a test would find in four cases of five: a property of sizes and rates."""

import math
from collections.abc import Callable
from typing import Literal

import numpy as np
import numpy.typing as npt

from rightreasons.statistics.checks import FloatArray, check_counts, check_successes, normal_quantile
from rightreasons.statistics.paired import EXACT_BELOW
from rightreasons.statistics.proportions import wilson_bounds
from rightreasons.statistics.results import Estimate

POWER = 0.8
_TAIL = 6.0  # standard deviations beyond which counts are left out
_MOST_CELLS = 300_000
_NEVER = "no difference, however large, could be told"
_OF_SIZES = "a property of the sizes, not an estimate from a sample"
Criterion = Literal["interval", "fisher"]


def mcnemar_power(
    n: int, share: float, difference: float, level: float = 0.95, *, one_sided: bool = False
) -> float:
    """Return how often McNemar's test, as `mcnemar` does it, finds a difference.

    Summed over the number of discordant items, which is binomial, and over how many of them speak for one.

    Parameters
    ----------
    n
        All items.
    share
        Probability that an item is discordant, at least `difference`.
    difference
        True difference of the two proportions, from 0 to `share`.
    level
        One minus the level of the test.
    one_sided
        Whether the test is `mcnemar_one_sided`, which is always exact.

    References
    ----------
    Connor (1987), "Sample size for testing differences in proportions for the paired-sample design",
    Biometrics 43:207-211 (conditional on the discordant items).
    """
    from scipy.special import bdtr, bdtrc
    from scipy.stats import binom

    spread = _TAIL * math.sqrt(n * share * (1 - share)) + 1
    low, high = max(math.floor(n * share - spread), 0), min(math.ceil(n * share + spread), n)
    discordant = np.arange(low, high + 1)
    least = _least_for_one(discordant, 1 - level, one_sided=one_sided)
    towards = (1 + difference / share) / 2 if share > 0 else 0.5
    found = np.where(least <= discordant, bdtrc(least - 1, discordant, towards), 0.0)
    if not one_sided:
        possible = least <= discordant
        found += np.where(possible, bdtr(np.maximum(discordant - least, 0), discordant, towards), 0.0)
    return float(binom.pmf(discordant, n, share) @ found)


def detectable_paired_difference(
    discordant: int, n: int, level: float = 0.95, *, one_sided: bool = False
) -> Estimate:
    """Return the smallest difference that McNemar's test on the same items finds with a power of 80 %.

    The power is that of the test which is made (`mcnemar_power`), with the share of discordant items that was
    observed, after one is added. A difference needs at least as many discordant items; where fewer were
    observed, their share is the difference.

    Parameters
    ----------
    discordant
        Items on which only one of the two succeeds.
    n
        All items.
    level
        One minus the level of the test.
    one_sided
        Whether the test is one-sided.

    Returns
    -------
    Estimate
        A proportion; without value where no difference, however large, could be told.

    Raises
    ------
    ValueError
        For more discordant items than items, or a level outside (0, 1).
    """
    check_counts(discordant=discordant, n=n)
    normal_quantile(level)
    if discordant > n:
        raise ValueError(f"{discordant} discordant items cannot come out of {n}")
    share = (discordant + 1) / (n + 2)

    def power(difference: float) -> float:
        return mcnemar_power(n, max(share, difference), difference, level, one_sided=one_sided)

    return _smallest(power, n)


def detectable_difference(
    successes: int, n_first: int, n_second: int, criterion: Criterion = "interval", level: float = 0.95
) -> Estimate:
    """Return the smallest difference of two independent samples that is found with a power of 80 %.

    The first proportion is the greater one; both samples together have the share of successes observed, after
    one success and one failure are added. Where tables are few, power is summed over them; where they are
    many, it is the normal approximation with the variances of both samples, for Fisher's test with its
    correction for continuity.

    Parameters
    ----------
    successes
        Of both samples together.
    n_first, n_second
        Sizes of the samples.
    criterion
        What finds it: ``"interval"``, that of `proportion_difference` leaves 0 out; ``"fisher"``, Fisher's
        exact test, two-sided.
    level
        One minus the level of the test.

    Returns
    -------
    Estimate
        A proportion; without value where no difference, however large, could be told.

    Raises
    ------
    ValueError
        For more successes than items, or a level outside (0, 1).

    References
    ----------
    Fleiss, Levin and Paik (2003), "Statistical methods for rates and proportions", sections 4.3 and 4.4.
    """
    n = n_first + n_second
    check_counts(n_first=n_first, n_second=n_second)
    check_successes(successes, n)
    normal_quantile(level)
    if not n_first or not n_second:
        return Estimate(None, "proportion", n, reason="one of the two subsets has no instances")
    pooled, sizes = (successes + 1) / (n + 2), (n_first, n_second)
    if n_first * n_second > _MOST_CELLS:
        return _smallest(lambda d: _normal_power(pooled, sizes, d, criterion, level), n)
    tables = np.indices((n_first + 1, n_second + 1)).reshape(2, -1)
    found = _CRITERIA[criterion](tables[0], tables[1], sizes, level).reshape(n_first + 1, n_second + 1)
    return _smallest(lambda d: _power_over_tables(pooled, sizes, d, found), n)


def _least_for_one(
    discordant: npt.NDArray[np.int64], size: float, *, one_sided: bool
) -> npt.NDArray[np.int64]:
    """Return how many of the discordant items must speak for one of the two for the test to find it."""
    from scipy.stats import binom

    exact = binom.isf(size if one_sided else size / 2, discordant, 0.5) + 1
    if one_sided:
        return np.asarray(exact, dtype=np.int64)
    corrected = np.ceil((discordant + 1 + normal_quantile(1 - size) * np.sqrt(discordant)) / 2)
    return np.where(discordant < EXACT_BELOW, exact, corrected).astype(np.int64)


def _smallest(power: Callable[[float], float], n: int) -> Estimate:
    """Return the least difference of enough power; it grows with the difference."""
    from scipy.optimize import brentq

    if n == 0 or power(1.0) < POWER:
        return Estimate(None, "proportion", n, reason=_NEVER)
    found = brentq(lambda difference: power(difference) - POWER, 1e-9, 1.0, xtol=1e-6)
    return Estimate(float(found), "proportion", n, reason=_OF_SIZES)


def _arms(pooled: float, sizes: tuple[int, int], difference: float) -> tuple[float, float]:
    """Return two proportions that far apart, of that share together, as far as there are such."""
    first = pooled + difference * sizes[1] / sum(sizes)
    first = min(max(first, difference), 1.0)
    return first, first - difference


def _power_over_tables(
    pooled: float, sizes: tuple[int, int], difference: float, found: npt.NDArray[np.bool_]
) -> float:
    from scipy.stats import binom

    arms = zip(sizes, _arms(pooled, sizes, difference), strict=True)
    first, second = (binom.pmf(np.arange(n + 1), n, share) for n, share in arms)
    return float(first @ found @ second)


def _normal_power(
    pooled: float, sizes: tuple[int, int], difference: float, criterion: Criterion, level: float
) -> float:
    from scipy.special import ndtr

    rates = np.array(_arms(pooled, sizes, difference))
    n = np.array(sizes, dtype=np.float64)
    both = float(n @ rates / n.sum())
    under_null = math.sqrt(both * (1 - both) * float((1 / n).sum()))
    spread = math.sqrt(float((rates * (1 - rates) / n).sum()))
    correction = float((1 / n).sum()) / 2 if criterion == "fisher" else 0.0
    beyond = difference - correction - normal_quantile(level) * under_null
    return float(ndtr(beyond / spread)) if spread else float(beyond > 0)


def _interval_leaves_out_zero(
    first: npt.NDArray[np.int64], second: npt.NDArray[np.int64], sizes: tuple[int, int], level: float
) -> npt.NDArray[np.bool_]:
    """Return whether Newcombe's interval of each table leaves 0 out, see `proportion_difference`."""
    bounds = [wilson_bounds(counts, n, level) for counts, n in zip((first, second), sizes, strict=True)]
    shares: list[FloatArray] = [first / sizes[0], second / sizes[1]]
    (low, high), (other_low, other_high) = bounds
    difference = shares[0] - shares[1]
    below = np.hypot(shares[0] - low, other_high - shares[1])
    above = np.hypot(high - shares[0], shares[1] - other_low)
    return np.asarray((difference > below) | (-difference > above))


def _fisher_finds(
    first: npt.NDArray[np.int64], second: npt.NDArray[np.int64], sizes: tuple[int, int], level: float
) -> npt.NDArray[np.bool_]:
    """Return whether Fisher's exact test of each table is significant: tables of each sum at once."""
    from scipy.stats import hypergeom

    together = first + second
    order = np.argsort(together, kind="stable")
    groups = np.split(order, np.flatnonzero(np.diff(together[order])) + 1)
    found = np.zeros(len(first), dtype=np.bool_)
    for group in groups:
        chances = hypergeom.pmf(first[group], sum(sizes), sizes[0], together[group[0]])
        ascending = np.sort(chances)
        as_rare = np.searchsorted(ascending, chances * (1 + 1e-7), side="right")
        found[group] = np.cumsum(ascending)[as_rare - 1] <= 1 - level
    return found


_CRITERIA = {"interval": _interval_leaves_out_zero, "fisher": _fisher_finds}
