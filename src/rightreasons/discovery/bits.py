"""Sets of rows as bits, the rows of a class side by side, so that counts by class are counts of bits."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rightreasons.discovery.counts import set_bits

Words = npt.NDArray[np.uint64]
Places = npt.NDArray[np.int64]
WORD = 64


@dataclass(frozen=True)
class Layout:
    """Where each row has its bit.

    Parameters
    ----------
    places
        Bit of each row, -1 for one that is not counted; shape (rows,).
    starts
        Class k has the words from ``starts[k]`` to ``starts[k + 1]``; shape (classes + 1,).
    """

    places: Places
    starts: Places

    @classmethod
    def of(cls, classes: Places, counted: npt.NDArray[np.bool_], n_classes: int) -> "Layout":
        """Return the layout of the rows that are counted, by their classes."""
        places = np.full(len(classes), -1, dtype=np.int64)
        starts = [0]
        for each in range(n_classes):
            rows = np.flatnonzero(counted & (classes == each))
            places[rows] = starts[-1] * WORD + np.arange(len(rows))
            starts.append(starts[-1] + -(-len(rows) // WORD))
        return cls(places, np.array(starts, dtype=np.int64))

    @property
    def words(self) -> int:
        """Words of a set."""
        return int(self.starts[-1])

    def bits(self, rows: npt.NDArray[np.integer]) -> Words:
        """Return some rows as a set, shape (words,)."""
        own = self.places[rows]
        flags = np.zeros(self.words * WORD, dtype=np.uint8)
        flags[own[own >= 0]] = 1
        return np.packbits(flags, bitorder="little").view(np.uint64)

    def all_bits(self, sets: Sequence[npt.NDArray[np.integer]]) -> Words:
        """Return many sets of rows, shape (sets, words)."""
        found = np.zeros((len(sets), self.words), dtype=np.uint64)
        for place, rows in enumerate(sets):
            set_bits(rows, self.places, found[place])
        return found
