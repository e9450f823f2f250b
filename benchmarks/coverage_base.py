"""Designs whose truth is known: whether an interval covers it or a test rejects, and a line of the table."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from rightreasons.statistics.results import Estimate, Interval

Rng = np.random.Generator
Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Line:
    """One line of the table, in per cent: coverage of 95 % intervals, or level of 5 % tests."""

    kind: str
    setting: str
    asked: str
    found: float
    lowest: float | None
    none: int
    runs: int | None

    @property
    def in_bounds(self) -> bool:
        """Whether the share found is as asked, and the lowest one not far below."""
        low, high = BOUNDS[self.asked]
        return self.none == self.runs or (low <= self.found <= high and (self.lowest or 100.0) >= LEAST)

    @property
    def markdown(self) -> str:
        """The line as Markdown."""
        found = "–" if self.none == self.runs else f"{self.found:.1f}"
        lowest = "" if self.lowest is None else f"{self.lowest:.1f}"
        runs = "all outcomes" if self.runs is None else f"{self.runs:,}"
        none = f"{self.none:,}" if self.none else ""
        return f"| {self.kind} | {self.setting} | {self.asked} | {found} | {lowest} | {none} | {runs} |"


@dataclass(frozen=True)
class Simulation:
    """Runs that end in yes (covered, or rejected), no, or None where there was no interval."""

    kind: str
    setting: str
    asked: str
    run: Callable[[Rng], bool | None]

    def line(self, runs: int, seed: int) -> Line:
        """Return what so many runs give."""
        rng = np.random.default_rng([seed, *self.kind.encode(), *self.setting.encode()])
        found = [self.run(rng) for _ in range(runs)]
        known = [each for each in found if each is not None]
        share = 100 * float(np.mean(known)) if known else float("nan")
        return Line(self.kind, self.setting, self.asked, share, None, runs - len(known), runs)


CONTINUOUS, DISCRETE, EXACT = "93 to 97", "94 to 96 on average", "at least 95"
TEST, EXACT_TEST, ORDER = "2.5 to 6.5", "at most 5", "at least 93"
BOUNDS = {
    CONTINUOUS: (93.0, 97.0),
    DISCRETE: (94.0, 96.05),
    EXACT: (95.0, 100.0),
    TEST: (2.5, 6.5),
    EXACT_TEST: (0.0, 5.0),
    ORDER: (93.0, 100.0),
    "none": (101.0, 0.0),
}
LEAST = 91.5
"""What coverage for no single share may fall below."""


def covers(found: Estimate | Interval | None, truth: float) -> bool | None:
    """Return whether an interval holds the truth; None where there is none."""
    interval = found.interval if isinstance(found, Estimate) else found
    return None if interval is None else interval.low - 1e-12 <= truth <= interval.high + 1e-12
