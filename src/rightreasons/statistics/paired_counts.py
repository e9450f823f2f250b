"""Two series of successes on the same items: the four cells, and what they say of the difference."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rightreasons.statistics.checks import check_counts, normal_quantile
from rightreasons.statistics.paired import mcnemar, paired_difference
from rightreasons.statistics.results import Estimate, TestResult

POWER = 0.8


@dataclass(frozen=True, slots=True)
class PairedCounts:
    """How many items both, only one, or neither of two series succeed on.

    Parameters
    ----------
    both, only_first, only_second, neither
        The four cells.
    """

    both: int
    only_first: int
    only_second: int
    neither: int

    @classmethod
    def of(cls, first: npt.NDArray[np.bool_], second: npt.NDArray[np.bool_]) -> "PairedCounts":
        """Count successes of two series, both of shape (n,), item by item."""
        if first.shape != second.shape:
            raise ValueError(f"{first.size} items cannot be paired with {second.size}")
        return cls(
            int((first & second).sum()),
            int((first & ~second).sum()),
            int((~first & second).sum()),
            int((~first & ~second).sum()),
        )

    @property
    def n(self) -> int:
        """All items."""
        return self.both + self.only_first + self.only_second + self.neither

    @property
    def first(self) -> int:
        """Successes of the first series."""
        return self.both + self.only_first

    @property
    def second(self) -> int:
        """Successes of the second series."""
        return self.both + self.only_second

    def difference(self, level: float = 0.95) -> Estimate:
        """Return the first proportion minus the second, see `paired_difference`."""
        return paired_difference(self.both, self.only_first, self.only_second, self.neither, level)

    def test(self) -> TestResult:
        """Return McNemar's test of the difference, see `mcnemar`."""
        return mcnemar(self.only_first, self.only_second, self.n)

    def detectable(self, level: float = 0.95) -> Estimate:
        """Return the smallest difference that could have been told, see `detectable_paired_difference`."""
        return detectable_paired_difference(self.only_first + self.only_second, self.n, level)


def detectable_paired_difference(discordant: int, n: int, level: float = 0.95) -> Estimate:
    """Return the smallest difference that a test on the same items finds with a power of 80 %.

    The d that solves d sqrt(n) = z_a sqrt(s) + z_b sqrt(s - d^2), with s the share of discordant items after
    one is added. A difference needs at least as many discordant items; where s allows for fewer, s = d.

    Parameters
    ----------
    discordant
        Items on which only one of the two succeeds.
    n
        All items.
    level
        One minus the two-sided level of the test.

    Returns
    -------
    Estimate
        A proportion; without value where no difference, however large, could be told.

    Raises
    ------
    ValueError
        For more discordant items than items, or a level outside (0, 1).

    References
    ----------
    Connor (1987), "Sample size for testing differences in proportions for the paired-sample design",
    Biometrics 43:207-211.
    """
    check_counts(discordant=discordant, n=n)
    if discordant > n:
        raise ValueError(f"{discordant} discordant items cannot come out of {n}")
    size, power = normal_quantile(level), normal_quantile(2 * POWER - 1)
    share = (discordant + 1) / (n + 2)
    found = _difference_at(share, n, size, power)
    if found is None or found > share:
        found = _least_difference(n, size, power)
    if found is None:
        return Estimate(None, "proportion", n, reason="no difference, however large, could be told")
    return Estimate(found, "proportion", n, reason="a property of the sizes, not an estimate from a sample")


def _difference_at(share: float, n: int, size: float, power: float) -> float | None:
    """Return the larger root of (n + power^2) d^2 - 2 size sqrt(s n) d + (size^2 - power^2) s = 0."""
    a, b, c = n + power**2, size * math.sqrt(share * n), (size**2 - power**2) * share
    inside = b**2 - a * c
    return (b + math.sqrt(inside)) / a if inside >= 0 else None


def _least_difference(n: int, size: float, power: float) -> float | None:
    """Return d where all discordant items speak for one side: n d = (size + power sqrt(1 - d))^2."""
    a, b, c = n + power**2, size * power, size**2 - n
    if c > 0:
        return None
    root = (-b + math.sqrt(b**2 - a * c)) / a
    return 1 - root**2 if root >= 0 else None
