"""The frozen results that every statistic returns (interval, estimate, test), and checks of its input."""

import math
from dataclasses import dataclass, replace
from typing import Literal

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
