"""Counted candidates of one level: keys in ascending order with counts per label, merged by key."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from numba import njit

from rightreasons.artifacts.patterns.mining.counting import Array


def merge_sorted(keys: Array, counts: Array, other_keys: Array, other_counts: Array) -> tuple[Array, Array]:
    """Merge two ascending lists of distinct keys, shape (n,), with their counts, shape (n, labels).

    The keys stay ascending; counts of a key in both are added.
    """
    size = len(keys) + len(other_keys)
    merged = np.empty(size, dtype=np.int64), np.empty((size, counts.shape[1]), dtype=np.int32)
    used = _merge(keys, counts, other_keys, other_counts, merged)
    return merged[0][:used], merged[1][:used]


@njit(cache=True, nogil=True)
def _merge(
    keys: Array, counts: Array, other_keys: Array, other_counts: Array, merged: tuple[Array, Array]
) -> int:
    merged_keys, merged_counts = merged
    i = j = used = 0
    while i < len(keys) or j < len(other_keys):
        left = j == len(other_keys) or (i < len(keys) and keys[i] <= other_keys[j])
        right = i == len(keys) or (j < len(other_keys) and other_keys[j] <= keys[i])
        merged_keys[used] = keys[i] if left else other_keys[j]
        for label in range(counts.shape[1]):
            merged_counts[used, label] = (counts[i, label] if left else 0) + (
                other_counts[j, label] if right else 0
            )
        i += left
        j += right
        used += 1
    return used


Keys = npt.NDArray[np.int64]
Counts = npt.NDArray[np.int32]


@dataclass(frozen=True)
class Candidates:
    """Patterns of one length with the instances of every label that hold them.

    Parameters
    ----------
    keys
        What the pattern is made of, packed (`Level.of`); ascending, distinct; shape (n,).
    counts
        Instances by label, shape (n, labels).
    """

    keys: Keys
    counts: Counts

    def __len__(self) -> int:
        return len(self.keys)

    def frequent(self, min_count: int) -> "Candidates":
        """Return those that at least `min_count` instances hold."""
        kept = self.counts.sum(axis=1) >= min_count
        return Candidates(self.keys[kept], self.counts[kept])


def merged(one: Candidates, other: Candidates) -> Candidates:
    """Return the candidates of two blocks together; counts of the same key are added."""
    return Candidates(*merge_sorted(one.keys, one.counts, other.keys, other.counts))
