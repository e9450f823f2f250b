"""Compiled: whether a hypothesis is what some bracket of its premise's parse holds."""

import numpy as np
from numba import njit

from rightreasons.artifacts.overlap.pair_words import Array, equal_runs

OPEN, CLOSE, DROPPED = -1, -2, -3  # symbols of a parse that are no words
ABSENT, PRESENT, UNBALANCED = 0, 1, 2


@njit(cache=True, nogil=True)
def bracketed(symbols: tuple[Array, Array], hypothesis: tuple[Array, Array], longest: int) -> Array:
    """Return, for every pair, whether some bracket of the premise's parse holds just the hypothesis.

    Parameters
    ----------
    symbols
        Symbols of all parses (`OPEN`, `CLOSE`, `DROPPED`, or a word id) and offsets of the parses.
    hypothesis
        Word ids in the same vocabulary, and offsets.
    longest
        Symbols of the longest parse.

    Returns
    -------
    ndarray
        `ABSENT`, `PRESENT`, or `UNBALANCED` where the brackets do not match each other.
    """
    ids, starts = symbols
    h_ids, h_starts = hypothesis
    found = np.zeros(len(starts) - 1, dtype=np.int8)
    words = np.empty(longest, dtype=np.int32)
    opened = np.empty(longest, dtype=np.int32)
    for row in range(len(starts) - 1):
        length = h_starts[row + 1] - h_starts[row]
        n_words, depth = 0, 0
        for position in range(starts[row], starts[row + 1]):
            symbol = ids[position]
            if symbol == OPEN:
                opened[depth] = n_words
                depth += 1
            elif symbol == CLOSE:
                depth -= 1
                if depth < 0:
                    break
                begin = opened[depth]
                if n_words - begin == length and equal_runs(words, begin, h_ids, h_starts[row], length):
                    found[row] = PRESENT
            elif symbol != DROPPED:
                words[n_words] = symbol
                n_words += 1
        if depth != 0:
            found[row] = UNBALANCED
    return found
