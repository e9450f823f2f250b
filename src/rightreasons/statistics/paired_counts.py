"""Two series of successes on the same items: the four cells, and what they say of the difference."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rightreasons.statistics.paired import mcnemar, paired_difference
from rightreasons.statistics.power import detectable_paired_difference
from rightreasons.statistics.results import Estimate, TestResult


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
