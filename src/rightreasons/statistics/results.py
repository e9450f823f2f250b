"""The frozen results that every statistic returns (interval, estimate, test), and checks of its input."""

import math
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

Covers = Literal["items", "seeds", "both"]
Bounds = tuple[float, float]
SHARES: Bounds = (0.0, 1.0)
"""Between these lies every share."""
DIFFERENCES: Bounds = (-1.0, 1.0)
"""Between these lies every difference of two shares."""


def bounds_of_difference(bounds: Bounds | None) -> Bounds | None:
    """Return the bounds of a difference of two values that both lie between some bounds; None: no bounds."""
    return None if bounds is None else (bounds[0] - bounds[1], bounds[1] - bounds[0])


@dataclass(frozen=True, slots=True)
class Interval:
    """Bounds of an estimate, with how they were made and what they cover.

    Parameters
    ----------
    low, high
        The bounds, in the unit of the estimate.
    level
        Nominal coverage, e.g. 0.95.
    method
        How the bounds were made, e.g. ``"wilson"``.
    covers
        Which variation: that of items, of seeds, or both.
    """

    low: float
    high: float
    level: float
    method: str
    covers: Covers = "items"

    def __post_init__(self) -> None:
        if not (math.isfinite(self.low) and math.isfinite(self.high)):
            raise ValueError("an interval needs finite bounds; leave it out and give a reason instead")

    def within(self, bounds: Bounds | None) -> "Interval":
        """Return the part between two bounds, outside of which the figure cannot lie; it covers no less."""
        if bounds is None:
            return self
        low, high = bounds
        return replace(self, low=min(max(self.low, low), high), high=max(min(self.high, high), low))


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure that can be checked: value, unit, n and interval.

    Parameters
    ----------
    value
        The figure, or None with a `reason`; never NaN.
    unit
        ``"proportion"``, ``"count"``, ``"percent"``, ``"tokens"``, ...
    n
        How many items the figure rests on.
    interval
        None where the figure is exact (a count) or no interval can be given; `reason` then says why.
    reason
        Why there is no value or no interval.
    """

    value: float | None
    unit: str
    n: int
    interval: Interval | None = None
    reason: str | None = None

    def __post_init__(self) -> None:
        if self.value is None and not self.reason:
            raise ValueError("an estimate without a value needs a reason")
        if self.value is not None and not math.isfinite(self.value):
            raise ValueError("an estimate is finite; give None and a reason instead")

    @property
    def bounds(self) -> tuple[float | None, float | None]:
        """Its interval from and to, both None where it has none."""
        return (None, None) if self.interval is None else (self.interval.low, self.interval.high)


@dataclass(frozen=True, slots=True)
class TestResult:
    """What one test found.

    Parameters
    ----------
    method
        The test and its variant, e.g. ``"McNemar exact"``.
    statistic
        The test statistic, None for an exact test that has none.
    p_value
        Between 0 and 1, or None with a `reason`.
    n
        Items that entered the test.
    degrees_of_freedom
        Where the reference distribution has them.
    reason
        Why there is no p-value, e.g. an empty row.
    """

    __test__ = False  # pytest: this is not a test case

    method: str
    statistic: float | None
    p_value: float | None
    n: int
    degrees_of_freedom: int | None = None
    reason: str | None = None

    def __post_init__(self) -> None:
        if self.p_value is None and not self.reason:
            raise ValueError("a test without a p-value needs a reason")
        for number in (self.statistic, self.p_value):
            if number is not None and not math.isfinite(number):
                raise ValueError("a test result is finite; give None and a reason instead")


# Checks that the statistics share: what is counted must be a count, what is a share must be a share.


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
