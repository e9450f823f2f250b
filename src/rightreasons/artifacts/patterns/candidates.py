"""Counted candidates of one level: keys in ascending order with counts per label, merged by key."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

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
    from rightreasons.artifacts.patterns.kernels import merge_sorted

    return Candidates(*merge_sorted(one.keys, one.counts, other.keys, other.counts))
