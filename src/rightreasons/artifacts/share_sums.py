"""Sums of shares n / m as whole numbers until the end: the same digits in whatever order they are added."""

from dataclasses import dataclass, field

import numba
import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.int64]
_CELL_BITS = 34
"""Seventeen billion cells, and texts that recur up to 500 million times."""


@dataclass(frozen=True)
class ShareSums:
    """How many instances of each cell have each denominator.

    Parameters
    ----------
    keys
        Denominator and cell, each pair once: the denominator times 2 ** 34, plus the cell; in ascending
        order; shape (pairs,).
    numerators
        What is divided by the denominator, summed, shape (pairs,).
    """

    keys: Numbers = field(repr=False)
    numerators: Numbers = field(repr=False)

    @classmethod
    def none(cls) -> "ShareSums":
        """Return sums of nothing."""
        nothing = np.empty(0, dtype=np.int64)
        return cls(nothing, nothing)

    def and_those(
        self, denominators: Numbers, cells: Numbers, numerators: Numbers | None = None
    ) -> "ShareSums":
        """Add a share for each element of some arrays of one length, none of which is 0; numerators are 1."""
        own = np.ones(len(cells), dtype=np.int64) if numerators is None else numerators.astype(np.int64)
        keys = (denominators.astype(np.int64) << _CELL_BITS) | cells.astype(np.int64)
        order = np.argsort(keys)
        return ShareSums(*_merged(self.keys, self.numerators, keys[order], own[order]))

    @property
    def denominators(self) -> Numbers:
        """The denominator of each pair, shape (pairs,)."""
        return self.keys >> _CELL_BITS

    @property
    def cells(self) -> Numbers:
        """The cell of each pair, shape (pairs,)."""
        return self.keys & ((1 << _CELL_BITS) - 1)

    def numerators_of(self, size: int) -> Numbers:
        """Return the sum of what is divided, by cell, shape (size,)."""
        found = np.zeros(size, dtype=np.int64)
        np.add.at(found, self.cells, self.numerators)
        return found

    def total(self, size: int) -> npt.NDArray[np.float64]:
        """Return the sums, from the least denominator to the largest, shape (size,)."""
        return np.bincount(self.cells, self.numerators / self.denominators, size).astype(np.float64)


def _merged(
    keys: Numbers, numbers: Numbers, other_keys: Numbers, other_numbers: Numbers
) -> tuple[Numbers, Numbers]:
    """Return ascending keys of two lists, each once, with their numbers added; keys of the other recur."""
    room = len(keys) + len(other_keys)
    found = np.empty(room, dtype=np.int64), np.empty(room, dtype=np.int64)
    used = _merge(keys, numbers, other_keys, other_numbers, *found)
    return found[0][:used].copy(), found[1][:used].copy()


@numba.njit(cache=True, nogil=True)
def _merge(
    keys: Numbers,
    numbers: Numbers,
    other_keys: Numbers,
    other_numbers: Numbers,
    found: Numbers,
    summed: Numbers,
) -> int:
    one, other, used = 0, 0, 0
    while one < len(keys) or other < len(other_keys):
        if other == len(other_keys) or (one < len(keys) and keys[one] <= other_keys[other]):
            key, number = keys[one], numbers[one]
            one += 1
        else:
            key, number = other_keys[other], other_numbers[other]
            other += 1
        if used and found[used - 1] == key:
            summed[used - 1] += number
        else:
            found[used], summed[used] = key, number
            used += 1
    return used
