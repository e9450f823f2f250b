"""Sums of shares n / m as whole numbers until the end: the same digits in whatever order they are added."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import polars as pl

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class ShareSums:
    """How many instances of each cell have each denominator.

    Parameters
    ----------
    denominators, cells
        Pairs of both, each once, in ascending order; shape (pairs,).
    numerators
        What is divided by the denominator, summed, shape (pairs,).
    """

    denominators: Numbers = field(repr=False)
    cells: Numbers = field(repr=False)
    numerators: Numbers = field(repr=False)

    @classmethod
    def none(cls) -> "ShareSums":
        """Return sums of nothing."""
        nothing = np.empty(0, dtype=np.int64)
        return cls(nothing, nothing, nothing)

    def and_those(
        self, denominators: Numbers, cells: Numbers, numerators: Numbers | None = None
    ) -> "ShareSums":
        """Add a share for each element of some arrays of one length, none of which is 0; numerators are 1."""
        own = np.ones(len(cells), dtype=np.int64) if numerators is None else numerators
        every = {"of": (self.denominators, denominators), "cell": (self.cells, cells)}
        columns = {name: np.concatenate(both).astype(np.int64) for name, both in every.items()}
        shares = pl.DataFrame(columns).with_columns(n=np.concatenate([self.numerators, own]))
        found = shares.group_by("of", "cell").agg(pl.col("n").sum()).sort("of", "cell")
        return ShareSums(*(found[name].to_numpy() for name in ("of", "cell", "n")))

    def numerators_of(self, size: int) -> Numbers:
        """Return the sum of what is divided, by cell, shape (size,)."""
        found = np.zeros(size, dtype=np.int64)
        np.add.at(found, self.cells, self.numerators)
        return found

    def total(self, size: int) -> npt.NDArray[np.float64]:
        """Return the sums, from the least denominator to the largest, shape (size,)."""
        return np.bincount(self.cells, self.numerators / self.denominators, size).astype(np.float64)
