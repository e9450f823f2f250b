"""Candidates of all blocks merged: in memory, or by ranges of keys from a file while one is open for columns.

Below the least count nothing can be left out before all blocks are counted, and most candidates of a large
data set are rare. So the candidates of each block are written as they come, and merged one range of keys
after the other; of each range only what is frequent stays.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from rightreasons.artifacts.patterns.mining.candidates import Candidates, Keys, merged
from rightreasons.engine.folding import fold
from rightreasons.engine.row_columns import Piece, RowFile, file_beside

RANGE = 4_000_000
"""Candidates, of all blocks, that are merged together, about."""
_STEP = 2**14


def frequent_of_all(found: Iterable[Candidates], min_count: int, labels: int) -> Candidates:
    """Return the candidates of all blocks with at least `min_count` instances, keys ascending.

    Parameters
    ----------
    found
        Those of each block, whatever their count.
    min_count
        Instances that hold a frequent one.
    labels
        How many labels there are.
    """
    none = Candidates(np.empty(0, dtype=np.int64), np.empty((0, labels), dtype=np.int32))
    with file_beside() as file:
        if file is None:
            return fold(chain([none], found), merged).frequent(min_count)
        runs = [_Run.of(each, file) for each in found]
        parts = [none]
        for low, high in _ranges(runs):
            parts.append(fold([each.between(low, high) for each in runs], merged).frequent(min_count))
    return Candidates(
        np.concatenate([each.keys for each in parts]), np.concatenate([each.counts for each in parts])
    )


@dataclass(frozen=True)
class _Run:
    """The candidates of a block in a file, and every `_STEP`-th of their keys."""

    keys: Piece[np.int64]
    counts: Piece[np.int32]
    labels: int
    index: Keys

    @classmethod
    def of(cls, found: Candidates, file: RowFile) -> "_Run":
        run = cls(
            Piece(found.keys), Piece(found.counts.ravel()), found.counts.shape[1], found.keys[::_STEP].copy()
        )
        run.keys.put_aside(file)
        run.counts.put_aside(file)
        return run

    def between(self, low: int, high: int) -> Candidates:
        """Return those with a key from `low` to below `high`."""
        begin = max(int(np.searchsorted(self.index, low)) - 1, 0) * _STEP
        end = min(int(np.searchsorted(self.index, high)) * _STEP, len(self.keys))
        keys = self.keys.read(begin, max(begin, end))
        first, last = (int(np.searchsorted(keys, each)) for each in (low, high))
        counts = self.counts.read((begin + first) * self.labels, (begin + last) * self.labels)
        return Candidates(keys[first:last], counts.reshape(-1, self.labels))


def _ranges(runs: Sequence[_Run]) -> Iterator[tuple[int, int]]:
    """Yield bounds of keys between which there are about `RANGE` candidates, of all keys together."""
    keys = np.sort(np.concatenate([np.empty(0, dtype=np.int64), *(each.index for each in runs)]))
    if not len(keys):
        return
    edges = np.unique(keys[:: max(RANGE // _STEP, 1)])
    last = np.iinfo(np.int64).max
    yield from zip(edges.tolist(), [*edges[1:].tolist(), last], strict=True)
