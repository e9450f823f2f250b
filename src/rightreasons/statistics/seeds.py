"""Intervals over seeds."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from rightreasons.statistics.checks import check_level
from rightreasons.statistics.results import Bounds, Estimate, Interval

LEAST_SEEDS = 3
"""With fewer seeds no interval is made: of two the t interval is 12.7 standard errors to either side."""
FEW_SEEDS = f"fewer than {LEAST_SEEDS} seeds: too few for an interval over them"


def seed_interval(values: npt.ArrayLike, level: float = 0.95) -> Interval | None:
    """Return the t interval of the mean over runs that differ in their seed.

    Parameters
    ----------
    values
        One figure a run, of shape (runs,); at least one.
    level
        Nominal coverage.

    Returns
    -------
    Interval or None
        None with fewer than `LEAST_SEEDS` runs; `FEW_SEEDS` is the reason to give.

    Raises
    ------
    ValueError
        For no runs, numbers that are not finite, or a level outside (0, 1).
    """
    from scipy.special import stdtrit

    check_level(level)
    runs = np.asarray(values, dtype=np.float64)
    if runs.ndim != 1 or not runs.size or not np.isfinite(runs).all():
        raise ValueError("the figures of runs are one row of finite numbers, at least one")
    if runs.size < LEAST_SEEDS:
        return None
    half = stdtrit(runs.size - 1, (1 + level) / 2) * runs.std(ddof=1) / np.sqrt(runs.size)
    mean = runs.mean()
    return Interval(float(mean - half), float(mean + half), level, f"t over {runs.size} runs", covers="seeds")


def seed_deviation(values: Sequence[float]) -> float | None:
    """Return the standard deviation between runs that differ in their seed; None of one run."""
    return float(np.std(values, ddof=1)) if len(values) > 1 else None


def seed_mean(
    values: npt.ArrayLike, unit: str, n: int, level: float = 0.95, *, between: Bounds | None = None
) -> Estimate:
    """Return the mean over runs that differ in their seed, with `seed_interval` or the reason for none.

    Parameters
    ----------
    values
        One figure a run, of shape (runs,); at least one.
    unit
        Of the figures.
    n
        Items behind each figure.
    level
        Nominal coverage.
    between
        Bounds outside of which no figure can lie, such as `rightreasons.statistics.results.SHARES`: there the
        interval ends. None: there are none.
    """
    found = seed_interval(values, level)
    interval = None if found is None else found.within(between)
    mean = float(np.mean(np.asarray(values, dtype=np.float64)))
    return Estimate(mean, unit, n, interval, None if interval else FEW_SEEDS)
