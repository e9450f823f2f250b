"""Tables of counts: tests of independence (Pearson, G, Fisher, random tables) and effect sizes."""

import math
from typing import Literal

import numpy as np
import numpy.typing as npt

from rightreasons.statistics.association import log_odds
from rightreasons.statistics.results import (
    Estimate,
    FloatArray,
    Interval,
    TestResult,
    count_array,
    count_table,
    normal_quantile,
)

# The p-value of a permutation test, from the statistic observed and those under permuted labels.


def permutation_p_value(observed: float, permuted: npt.ArrayLike) -> float:
    """Return the one-sided p-value of a statistic that is large when there is an effect.

    The observed arrangement counts as one of the permutations, so the value is never 0: with m random
    permutations it is at least 1 / (m + 1). Ties count against the effect.

    Parameters
    ----------
    observed
        The statistic on the labels as they are.
    permuted
        The statistic under each random permutation, of shape (permutations,); may be empty (p is then 1).

    Raises
    ------
    ValueError
        For a number that is not finite.

    References
    ----------
    Phipson and Smyth (2010), "Permutation p-values should never be zero".
    """
    under_null = np.asarray(permuted, dtype=np.float64)
    if not (np.isfinite(observed) and np.isfinite(under_null).all()):
        raise ValueError("a permutation test needs finite statistics")
    return float((1 + np.count_nonzero(under_null >= observed)) / (1 + under_null.size))


# Tests of independence on tables of counts: Pearson, G, Fisher's exact test, and by random tables.


Yates = Literal["auto", "always", "never"]


def chi_square(table: npt.ArrayLike, yates: Yates = "auto") -> TestResult:
    """Test rows against columns by Pearson's chi-square.

    Parameters
    ----------
    table
        Counts, of shape (rows, columns).
    yates
        Yates' continuity correction, which is defined for 2x2 tables: ``"auto"`` corrects those and no
        others, ``"always"`` refuses any other shape, ``"never"`` leaves it out.

    Returns
    -------
    TestResult
        Without a p-value, and with the reason, where a row or column is empty or there is only one.

    Raises
    ------
    ValueError
        For a table that is not two-dimensional or holds no counts, or for an impossible `yates`.
    """
    return _independence(table, yates, "Pearson chi-square", "pearson")


def g_test(table: npt.ArrayLike, yates: Yates = "auto") -> TestResult:
    """Test rows against columns by the log-likelihood ratio G; parameters and result as in `chi_square`.

    The correction moves each observed count of a 2x2 table by up to 0.5 towards the expected one, before
    the logarithm is taken.
    """
    return _independence(table, yates, "G test", "log-likelihood")


def fisher(table: npt.ArrayLike) -> TestResult:
    """Test a 2x2 table of counts by Fisher's exact test, two-sided.

    Returns
    -------
    TestResult
        Without a p-value, and with the reason, where a row or column is empty.

    Raises
    ------
    ValueError
        For a table that is not 2x2 or holds no counts.
    """
    from scipy.stats import fisher_exact

    counts = count_table("a contingency table", table)
    if counts.shape != (2, 2):
        raise ValueError(f"Fisher's exact test is for 2x2 tables, not {counts.shape}")
    n, reason = int(counts.sum()), untestable(counts)
    if reason:
        return TestResult("Fisher exact", None, None, n, reason=reason)
    p_value = fisher_exact(counts.astype(np.int64)).pvalue
    return TestResult("Fisher exact", None, min(float(p_value), 1.0), n)


def simulated_chi_square(
    table: npt.ArrayLike, seed: int | np.random.Generator, resamples: int = 19_999
) -> TestResult:
    """Test rows against columns by Pearson's chi-square, its p-value from random tables of the same margins.

    For tables of any shape whose expected counts are too small for the chi-square distribution; the larger
    relative of Fisher's exact test. The p-value is at least 1 / (`resamples` + 1).

    Parameters
    ----------
    table
        Counts, of shape (rows, columns).
    seed
        A seed or a Generator.
    resamples
        How many tables are drawn.

    Returns
    -------
    TestResult
        Without a p-value, and with the reason, where a row or column is empty or there is only one.

    Raises
    ------
    ValueError
        For a table that is not two-dimensional or holds no counts, or for no resamples.

    References
    ----------
    Patefield (1981), "An efficient method of generating random r x c tables", Applied Statistics 30:91-97.
    """
    from scipy.stats import random_table

    counts = count_table("a contingency table", table)
    if resamples < 1:
        raise ValueError(f"at least one resample is needed, not {resamples}")
    method, n, reason = (
        f"Pearson chi-square, {resamples:,} random tables",
        int(counts.sum()),
        untestable(counts),
    )
    if reason:
        return TestResult(method, None, None, n, reason=reason)
    rows, columns = (counts.sum(axis=axis).astype(np.int64) for axis in (1, 0))
    drawn = random_table(rows, columns).rvs(resamples, random_state=np.random.default_rng(seed))
    expected = expected_counts(counts)
    observed, permuted = (((each - expected) ** 2 / expected).sum(axis=(-2, -1)) for each in (counts, drawn))
    # Tables that are as far from independence as the one observed may seem nearer by rounding.
    p_value = permutation_p_value(float(observed) * (1 - 1e-9), permuted)
    return TestResult(method, float(observed), p_value, n)


def expected_counts(table: npt.ArrayLike) -> FloatArray:
    """Return the counts expected if rows and columns were independent, of the shape of the table.

    Raises
    ------
    ValueError
        For a table that is not two-dimensional, holds no counts, or is empty.
    """
    counts = count_table("a contingency table", table)
    if not counts.sum():
        raise ValueError("an empty table expects nothing")
    return np.asarray(np.outer(counts.sum(axis=1), counts.sum(axis=0)) / counts.sum())


def untestable(table: npt.ArrayLike) -> str | None:
    """Return why rows cannot be tested against columns: an empty one, or only one; None if they can."""
    counts = count_table("a contingency table", table)
    if min(counts.shape) < 2:
        return "a test of independence needs at least two rows and two columns"
    for axis, name in ((1, "row"), (0, "column")):
        empty = np.flatnonzero(counts.sum(axis=axis) == 0)
        if empty.size:
            return f"{name} {empty[0] + 1} of the table is empty"
    return None


def _independence(table: npt.ArrayLike, yates: Yates, name: str, divergence: str) -> TestResult:
    from scipy.stats import chi2_contingency

    counts = count_table("a contingency table", table)
    corrected = _is_corrected(counts, yates)
    method = f"{name} with Yates' correction" if corrected else name
    n, reason = int(counts.sum()), untestable(counts)
    if reason:
        return TestResult(method, None, None, n, reason=reason)
    found = chi2_contingency(counts, correction=corrected, lambda_=divergence)
    # Rounding can leave G of an exactly independent table a hair below zero.
    return TestResult(method, max(float(found.statistic), 0.0), float(found.pvalue), n, int(found.dof))


def _is_corrected(counts: FloatArray, yates: Yates) -> bool:
    if yates not in ("auto", "always", "never"):
        raise ValueError(f"yates is 'auto', 'always' or 'never', not {yates!r}")
    if yates == "always" and counts.shape != (2, 2):
        raise ValueError(f"Yates' correction is for 2x2 tables, not {counts.shape}")
    return yates != "never" and counts.shape == (2, 2)


# How strongly two things go together: phi, Cramer's V, the odds ratio, rank correlation.


_NO_INTERVAL = "no interval is made"


def phi(table: npt.ArrayLike) -> Estimate:
    """Return the correlation of rows and columns of a 2x2 table.

    Parameters
    ----------
    table
        Counts, of shape (2, 2).

    Returns
    -------
    Estimate
        From -1 to 1, positive where the first row goes with the first column; without value, and with the
        reason, where a row or column is empty.

    Raises
    ------
    ValueError
        For a table that is not 2x2 or holds no counts.

    References
    ----------
    Yule (1912), "On the methods of measuring association between two attributes".
    """
    counts = _two_by_two(table)
    n, reason = int(counts.sum()), untestable(counts)
    if reason:
        return Estimate(None, "coefficient", n, reason=reason)
    (a, b), (c, d) = counts.tolist()
    margins = math.sqrt(a + b) * math.sqrt(c + d) * math.sqrt(a + c) * math.sqrt(b + d)
    return Estimate((a * d - b * c) / margins, "coefficient", n, reason=_NO_INTERVAL)


def cramers_v(table: npt.ArrayLike) -> Estimate:
    """Return Cramer's V, the square root of chi-square over the greatest that it can be.

    It is not corrected for its bias: of small or large tables some association is to be expected by chance.

    Parameters
    ----------
    table
        Counts, of shape (rows, columns).

    Returns
    -------
    Estimate
        From 0 to 1; without value, and with the reason, where a row or column is empty or there is only one.

    Raises
    ------
    ValueError
        For a table that is not two-dimensional or holds no counts.

    References
    ----------
    Cramer (1946), "Mathematical methods of statistics", section 21.9.
    """
    tested = chi_square(table, "never")
    if tested.statistic is None:
        return Estimate(None, "coefficient", tested.n, reason=tested.reason)
    most = tested.n * (min(np.asarray(table).shape) - 1)
    return Estimate(
        min(math.sqrt(tested.statistic / most), 1.0), "coefficient", tested.n, reason=_NO_INTERVAL
    )


def odds_ratio(table: npt.ArrayLike, level: float = 0.95) -> Estimate:
    """Return the odds ratio of a 2x2 table, 0.5 added to each cell, with Woolf's interval.

    The addition (Haldane, Anscombe) is always made, so that value and interval are finite where a cell is 0.

    Parameters
    ----------
    table
        Counts, of shape (2, 2).
    level
        Nominal coverage.

    Returns
    -------
    Estimate
        Odds of the first column in the first row over those in the second; without value, and with the
        reason, where a row or column is empty.

    Raises
    ------
    ValueError
        For a table that is not 2x2 or holds no counts, or a level outside (0, 1).

    References
    ----------
    See `rightreasons.statistics.association.log_odds`.
    """
    counts = _two_by_two(table)
    n, reason = int(counts.sum()), untestable(counts)
    value, low, high = (
        math.exp(float(bound[0]))
        for bound in log_odds(
            counts[:1, 0], counts[:1].sum(axis=1), counts[1:, 0], counts[1:].sum(axis=1), level=level
        )
    )
    if reason:
        return Estimate(None, "odds ratio", n, reason=reason)
    return Estimate(value, "odds ratio", n, Interval(low, high, level, "Woolf, 0.5 added to each cell"))


def rank_correlation_interval(value: float, n: int, level: float = 0.95) -> Interval | None:
    """Return Fisher's z interval of Spearman's correlation; None for a correlation of 1 or -1.

    Parameters
    ----------
    value
        The correlation.
    n
        Items, at least four.
    level
        Nominal coverage.

    References
    ----------
    Bonett and Wright (2000), "Sample size requirements for estimating Pearson, Kendall and Spearman
    correlations", Psychometrika 65:23-28 (the variance).
    """
    if abs(value) >= 1:
        return None
    half = normal_quantile(level) * math.sqrt((1 + value**2 / 2) / (n - 3))
    low, high = (math.tanh(math.atanh(value) + side * half) for side in (-1, 1))
    return Interval(low, high, level, "Fisher z, Bonett-Wright")


def _two_by_two(table: npt.ArrayLike) -> FloatArray:
    counts = count_array("a contingency table", table)
    if counts.shape != (2, 2):
        raise ValueError(f"this is for 2x2 tables, not {counts.shape}")
    return counts
