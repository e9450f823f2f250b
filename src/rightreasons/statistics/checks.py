"""Checks that the statistics share: what is counted must be a count, what is a share must be a share."""

from statistics import NormalDist
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

FloatArray: TypeAlias = npt.NDArray[np.float64]


def check_level(level: float) -> None:
    """Raise ValueError unless `level` is a nominal coverage between 0 and 1, both excluded."""
    if not 0 < level < 1:
        raise ValueError(f"a confidence level lies between 0 and 1, not {level}")


def check_counts(**counts: int) -> None:
    """Raise ValueError for a count that is negative or not whole; the name is part of the message."""
    for name, count in counts.items():
        if count < 0 or count != int(count):
            raise ValueError(f"{name} is a count, so it cannot be {count}")


def check_successes(successes: int, n: int) -> None:
    """Raise ValueError unless `successes` out of `n` is possible."""
    check_counts(successes=successes, n=n)
    if successes > n:
        raise ValueError(f"{successes} successes cannot come out of {n}")


def count_array(name: str, values: npt.ArrayLike) -> FloatArray:
    """Return counts as float64; raise ValueError where one is negative, not whole, or not finite."""
    counts = np.asarray(values, dtype=np.float64)
    if counts.size and not (np.isfinite(counts).all() and (counts >= 0).all() and (counts % 1 == 0).all()):
        raise ValueError(f"{name} holds counts: whole numbers from 0 up")
    return counts


def count_table(name: str, values: npt.ArrayLike) -> FloatArray:
    """Return a table of counts as float64; raise ValueError as `count_array`, and where it is none."""
    counts = count_array(name, values)
    if counts.ndim != 2:
        raise ValueError(f"{name} has rows and columns, not {counts.ndim} dimensions")
    return counts


def check_part(part_name: str, part: FloatArray, whole_name: str, whole: FloatArray) -> None:
    """Raise ValueError where a part is greater than its whole; the arrays broadcast."""
    if (part > whole).any():
        raise ValueError(f"{part_name} cannot be greater than {whole_name}")


def probability_array(name: str, values: npt.ArrayLike) -> FloatArray:
    """Return probabilities as float64; raise ValueError where one is outside [0, 1] or NaN."""
    probabilities = np.asarray(values, dtype=np.float64)
    if not ((probabilities >= 0) & (probabilities <= 1)).all():
        raise ValueError(f"{name} holds probabilities: numbers from 0 to 1")
    return probabilities


def normal_quantile(level: float) -> float:
    """Return z with `level` of a standard normal between -z and z, e.g. 1.96 for 0.95."""
    check_level(level)
    return NormalDist().inv_cdf((1 + level) / 2)
