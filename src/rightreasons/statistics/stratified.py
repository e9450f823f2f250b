"""Strata: the generalised Cochran-Mantel-Haenszel test, and proportions from stratified samples."""

import numpy as np
import numpy.typing as npt

from rightreasons.statistics.checks import FloatArray, count_array
from rightreasons.statistics.results import TestResult

METHOD = "generalised Cochran-Mantel-Haenszel"


def chi_square_tail(statistic: float, degrees_of_freedom: int) -> float:
    """Return the probability that a chi-square variable is greater than a statistic.

    Raises
    ------
    ValueError
        For a negative statistic or fewer than one degree of freedom.
    """
    from scipy.special import chdtrc

    if statistic < 0 or degrees_of_freedom < 1:
        raise ValueError("chi-square is from 0 up, with at least one degree of freedom")
    return float(chdtrc(degrees_of_freedom, statistic))


def stratified_independence(tables: npt.ArrayLike) -> TestResult:
    """Test whether rows and columns are independent within strata, without order (general association).

    What goes through the strata alone does not count: each stratum has the margins that it has. For 2x2
    tables it is the Mantel-Haenszel test without correction; with one stratum, (n - 1) / n times Pearson's
    chi-square. Strata need not be large, their sum has to.

    Parameters
    ----------
    tables
        Counts, of shape (strata, rows, columns).

    Returns
    -------
    TestResult
        Degrees of freedom are the rank of the covariance, (rows - 1)(columns - 1) unless some combination
        never varies. Without a p-value, and with the reason, where no stratum has two rows and two columns.

    Raises
    ------
    ValueError
        For an array that is not three-dimensional or holds no counts.

    References
    ----------
    Landis, Heyman and Koch (1978), "Average partial association in three-way contingency tables".
    Agresti (2002), "Categorical data analysis", section 7.5.3.
    """
    counts = count_array("the tables of the strata", tables)
    if counts.ndim != 3:
        raise ValueError(f"strata, rows and columns are three dimensions, not {counts.ndim}")
    n = int(counts.sum())
    deviation, covariance = np.zeros(counts[0].size), np.zeros((counts[0].size, counts[0].size))
    for table in counts:
        if table.sum() > 1:
            deviation += (table - _expected(table)).ravel()
            covariance += _covariance(table)
    scale, directions = np.linalg.eigh(covariance)
    varies = scale > 1e-10 * max(float(scale.max(initial=0.0)), 1.0)
    if not varies.any():
        reason = "in no stratum do both rows and columns vary"
        return TestResult(METHOD, None, None, n, reason=reason)
    freedom = int(varies.sum())
    statistic = float(((deviation @ directions[:, varies]) ** 2 / scale[varies]).sum())
    return TestResult(METHOD, statistic, chi_square_tail(statistic, freedom), n, freedom)


def _expected(table: FloatArray) -> FloatArray:
    return np.asarray(np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum())


def _covariance(table: FloatArray) -> FloatArray:
    """Return the covariance of the cells, row by row, given the margins (multiple hypergeometric)."""
    n, rows, columns = table.sum(), table.sum(axis=1), table.sum(axis=0)
    between_rows = n * np.diag(rows) - np.outer(rows, rows)
    between_columns = n * np.diag(columns) - np.outer(columns, columns)
    return np.asarray(np.kron(between_rows, between_columns) / (n**2 * (n - 1)))
