"""Tables of counts: tests of independence (Pearson, G, Fisher, random tables) and effect sizes."""

from typing import Literal

import numpy as np
import numpy.typing as npt

from rightreasons.statistics.checks import FloatArray, count_table
from rightreasons.statistics.permutation_p_values import permutation_p_value
from rightreasons.statistics.results import TestResult

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
