"""How strongly two things go together: phi, Cramer's V, the odds ratio, rank correlation."""

import math

import numpy as np
import numpy.typing as npt

from rightreasons.statistics.association import log_odds
from rightreasons.statistics.checks import FloatArray, count_array, normal_quantile
from rightreasons.statistics.contingency import chi_square, untestable
from rightreasons.statistics.results import Estimate, Interval

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
        From -1 to 1, positive where the first row is associated with the first column; without value,
        and with the reason, where a row or column is empty.

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
