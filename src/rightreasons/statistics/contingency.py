"""Tests of independence on tables of counts: Pearson's chi-square, G, and Fisher's exact test."""

from typing import Literal

import numpy as np
import numpy.typing as npt

from rightreasons.statistics.checks import FloatArray, count_array
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

    counts = _counts(table)
    if counts.shape != (2, 2):
        raise ValueError(f"Fisher's exact test is for 2x2 tables, not {counts.shape}")
    n, reason = int(counts.sum()), _untestable(counts)
    if reason:
        return TestResult("Fisher exact", None, None, n, reason=reason)
    p_value = fisher_exact(counts.astype(np.int64)).pvalue
    return TestResult("Fisher exact", None, min(float(p_value), 1.0), n)


def _independence(table: npt.ArrayLike, yates: Yates, name: str, divergence: str) -> TestResult:
    from scipy.stats import chi2_contingency

    counts = _counts(table)
    corrected = _is_corrected(counts, yates)
    method = f"{name} with Yates' correction" if corrected else name
    n, reason = int(counts.sum()), _untestable(counts)
    if reason:
        return TestResult(method, None, None, n, reason=reason)
    found = chi2_contingency(counts, correction=corrected, lambda_=divergence)
    # Rounding can leave G of an exactly independent table a hair below zero.
    return TestResult(method, max(float(found.statistic), 0.0), float(found.pvalue), n, int(found.dof))


def _counts(table: npt.ArrayLike) -> FloatArray:
    counts = count_array("a contingency table", table)
    if counts.ndim != 2:
        raise ValueError(f"a contingency table has rows and columns, not {counts.ndim} dimensions")
    return counts


def _is_corrected(counts: FloatArray, yates: Yates) -> bool:
    if yates not in ("auto", "always", "never"):
        raise ValueError(f"yates is 'auto', 'always' or 'never', not {yates!r}")
    if yates == "always" and counts.shape != (2, 2):
        raise ValueError(f"Yates' correction is for 2x2 tables, not {counts.shape}")
    return yates != "never" and counts.shape == (2, 2)


def _untestable(counts: FloatArray) -> str | None:
    if min(counts.shape) < 2:
        return "a test of independence needs at least two rows and two columns"
    for axis, name in ((1, "row"), (0, "column")):
        empty = np.flatnonzero(counts.sum(axis=axis) == 0)
        if empty.size:
            return f"{name} {empty[0] + 1} of the table is empty"
    return None
