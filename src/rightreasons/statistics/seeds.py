"""Intervals over seeds."""

import numpy as np
import numpy.typing as npt

from rightreasons.statistics.results import Estimate, Interval, check_level

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


def seed_mean(
    values: npt.ArrayLike, unit: str, n: int, level: float = 0.95, *, shares: bool = False
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
    shares
        Whether each figure is a share, and so the interval lies between 0 and 1; not so for differences.
    """
    found = seed_interval(values, level)
    interval = found.of_share() if shares and found is not None else found
    mean = float(np.mean(np.asarray(values, dtype=np.float64)))
    return Estimate(mean, unit, n, interval, None if interval else FEW_SEEDS)
