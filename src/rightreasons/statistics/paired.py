"""Two proportions compared: on the same items (McNemar, Newcombe paired), or on two sets of items."""

import math

from rightreasons.statistics.checks import check_counts, check_successes
from rightreasons.statistics.proportions import wilson
from rightreasons.statistics.results import Estimate, Interval, TestResult

EXACT_BELOW = 25  # discordant items; the usual bound for the chi-square approximation


def mcnemar(only_first: int, only_second: int, n: int) -> TestResult:
    """Test whether two proportions on the same items differ.

    Exact (binomial, two-sided) with fewer than 25 discordant items, otherwise chi-square with Edwards'
    continuity correction, which never turns the difference round: equal counts give 0, not 1/n.

    Parameters
    ----------
    only_first, only_second
        Items on which only the first, or only the second, succeeds: the discordant ones.
    n
        All items, concordant ones included.

    Returns
    -------
    TestResult
        The p-value is 1 when nothing is discordant, and None when there are no items.

    Raises
    ------
    ValueError
        For a negative count, or more discordant items than items.

    References
    ----------
    McNemar (1947), Psychometrika 12:153-157; Edwards (1948), Psychometrika 13:185-187.
    """
    from scipy.special import chdtrc

    check_counts(only_first=only_first, only_second=only_second, n=n)
    discordant = only_first + only_second
    if discordant > n:
        raise ValueError(f"{discordant} discordant items cannot come out of {n}")
    if n == 0:
        return TestResult("McNemar exact", None, None, 0, reason="no items")
    if discordant < EXACT_BELOW:
        p_value = _exact(only_first, discordant) if discordant else 1.0
        return TestResult("McNemar exact", None, p_value, int(n))
    statistic = float(max(abs(only_first - only_second) - 1, 0) ** 2 / discordant)
    name = "McNemar chi-square with continuity correction"
    return TestResult(name, statistic, float(chdtrc(1, statistic)), int(n), degrees_of_freedom=1)


def _exact(only_first: int, discordant: int) -> float:
    from scipy.stats import binomtest

    return float(binomtest(int(only_first), int(discordant)).pvalue)


def mcnemar_one_sided(only_first: int, only_second: int, n: int) -> TestResult:
    """Test whether the first of two proportions on the same items is the greater one; always exact.

    Parameters
    ----------
    only_first, only_second
        Items on which only the first, or only the second, succeeds: the discordant ones.
    n
        All items, concordant ones included.

    Returns
    -------
    TestResult
        P(X >= only_first) for X binomial with the discordant items and 1/2: 1 when nothing is discordant, and
        None when there are no items.

    Raises
    ------
    ValueError
        For a negative count, or more discordant items than items.

    References
    ----------
    McNemar (1947), Psychometrika 12:153-157.
    """
    from scipy.special import bdtrc

    method = "McNemar exact, one-sided"
    check_counts(only_first=only_first, only_second=only_second, n=n)
    discordant = only_first + only_second
    if discordant > n:
        raise ValueError(f"{discordant} discordant items cannot come out of {n}")
    if n == 0:
        return TestResult(method, None, None, 0, reason="no items")
    p_value = float(bdtrc(only_first - 1, discordant, 0.5)) if only_first else 1.0
    return TestResult(method, None, p_value, int(n))


def paired_difference(
    both: int, only_first: int, only_second: int, neither: int, level: float = 0.95
) -> Estimate:
    """Return the first proportion minus the second, on the same items, with a score interval.

    Newcombe's method 10 for paired data: the Wilson bounds of either proportion, put together with the
    correlation phi of the two, whose numerator is corrected for continuity when positive; phi is 0 where
    one of the proportions is 0 or 1.

    Parameters
    ----------
    both, only_first, only_second, neither
        The four cells: items on which both succeed, only one does, or neither.
    level
        Nominal coverage.

    Returns
    -------
    Estimate
        A difference of proportions, from -1 to 1; without value when there are no items.

    Raises
    ------
    ValueError
        For a negative count or a level outside (0, 1).

    References
    ----------
    Newcombe (1998), "Improved confidence intervals for the difference between binomial proportions based
    on paired data", Statistics in Medicine 17:2635-2650, method 10.
    """
    check_counts(both=both, only_first=only_first, only_second=only_second, neither=neither)
    n = both + only_first + only_second + neither
    first, second = wilson(both + only_first, n, level), wilson(both + only_second, n, level)
    if n == 0:
        return Estimate(None, "proportion", 0, reason="no items")
    shares = (both + only_first) / n, (both + only_second) / n
    phi = _corrected_phi(both, only_first, only_second, neither)
    low, high = _combined_bounds(shares, (first, second), phi)
    interval = Interval(low, high, level, "newcombe paired, method 10")
    return Estimate((only_first - only_second) / n, "proportion", int(n), interval)


def proportion_difference(
    successes_first: int, n_first: int, successes_second: int, n_second: int, level: float = 0.95
) -> Estimate:
    """Return the first proportion minus the second, of two independent samples, with a score interval.

    Parameters
    ----------
    successes_first, n_first, successes_second, n_second
        Counts of either sample.
    level
        Nominal coverage.

    Returns
    -------
    Estimate
        A difference of proportions, from -1 to 1, over `n_first` + `n_second` items; without value when
        a sample is empty.

    Raises
    ------
    ValueError
        For a negative count, more successes than items, or a level outside (0, 1).

    References
    ----------
    Newcombe (1998), "Interval estimation for the difference between independent proportions", Statistics
    in Medicine 17:873-890, method 10 (hybrid score).
    """
    check_successes(successes_first, n_first)
    check_successes(successes_second, n_second)
    n = int(n_first + n_second)
    first, second = wilson(successes_first, n_first, level), wilson(successes_second, n_second, level)
    if n_first == 0 or n_second == 0:
        return Estimate(None, "proportion", n, reason="one of the two samples has no items")
    shares = successes_first / n_first, successes_second / n_second
    low, high = _combined_bounds(shares, (first, second), phi=0.0)
    interval = Interval(low, high, level, "newcombe hybrid score, method 10")
    return Estimate(shares[0] - shares[1], "proportion", n, interval)


def _corrected_phi(both: int, only_first: int, only_second: int, neither: int) -> float:
    # As floats: the product of the margins of 100,000 items does not fit an int64.
    a, b, c, d = float(both), float(only_first), float(only_second), float(neither)
    margins = (a + b) * (c + d) * (a + c) * (b + d)
    if margins == 0:
        return 0.0
    covariance = a * d - b * c
    if covariance > 0:
        covariance = max(covariance - (a + b + c + d) / 2, 0.0)
    return covariance / math.sqrt(margins)


def _combined_bounds(
    shares: tuple[float, float], intervals: tuple[Interval, Interval], phi: float
) -> tuple[float, float]:
    difference = shares[0] - shares[1]
    below_first, above_first = shares[0] - intervals[0].low, intervals[0].high - shares[0]
    below_second, above_second = shares[1] - intervals[1].low, intervals[1].high - shares[1]
    low = difference - _correlated_length(below_first, above_second, phi)
    high = difference + _correlated_length(above_first, below_second, phi)
    return max(low, -1.0), min(high, 1.0)


def _correlated_length(first: float, second: float, phi: float) -> float:
    # Not negative for |phi| <= 1; rounding may say so where both lengths are the same and phi is 1.
    return math.sqrt(max(first**2 - 2 * phi * first * second + second**2, 0.0))
