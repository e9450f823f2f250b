"""Which patterns of a list are contained in other patterns."""

from collections.abc import Iterator
from itertools import combinations

import numpy as np
import numpy.typing as npt

from rightreasons.artifacts.patterns.counts import Patterns
from rightreasons.artifacts.patterns.trie import trie_of

UNKNOWN = -2
Places = npt.NDArray[np.int64]


def contained(inside: Patterns, patterns: Patterns, *, shorter: bool) -> Iterator[tuple[Places, Places]]:
    """Find the parts of `patterns` that are in the list `inside`.

    A part keeps some words at their distances: 'A # outdoors' and 'A # # .' are parts of 'A # outdoors .'.
    Every text that holds a pattern holds its parts.

    Parameters
    ----------
    inside
        The list looked into.
    patterns
        Patterns over the same vocabulary; `UNKNOWN` stands for words that `inside` does not hold.
    shorter
        Whether only parts with fewer words count, not the pattern itself.

    Yields
    ------
    tuple
        Positions in `patterns` and, for each, that of a part in `inside`; one array pair for every choice
        of words. A pattern comes up once for each of its parts that is found.
    """
    from rightreasons.artifacts.patterns.walking import located

    if not len(inside):
        return
    trie = trie_of(inside)
    for length in range(1, patterns.words.shape[1] + 1):
        rows = np.flatnonzero(patterns.lengths == length)
        places = np.cumsum(patterns.gaps[rows, : length - 1] + 1, axis=1)
        places = np.hstack([np.zeros((len(rows), 1), dtype=places.dtype), places])
        for size in range(1, length if shorter else length + 1):
            for kept in combinations(range(length), size):
                words = np.ascontiguousarray(patterns.words[rows][:, kept])
                gaps = np.ascontiguousarray(np.diff(places[:, kept], axis=1) - 1)
                found = located(words, gaps, trie.arrays, trie.most_skipped)
                yield rows[found >= 0], found[found >= 0]
