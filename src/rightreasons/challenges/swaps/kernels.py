"""The compiled loop that finds pairs of words, one in the premise and one in the hypothesis."""

from typing import Any

import numpy as np
from numba import njit

Array = Any  # numba infers the types of arrays; the functions around the kernels state them


@njit(cache=True, nogil=True)
def pair_hits(
    premise: tuple[Array, Array], hypothesis: tuple[Array, Array], seconds: Array, starts: Array
) -> tuple[Array, Array]:
    """Find every pair in every instance that holds it.

    Parameters
    ----------
    premise, hypothesis
        Word ids of all texts, and offsets of the texts, in one vocabulary.
    seconds
        Second words of all pairs, grouped by the first word and ascending within the group.
    starts
        The pairs of the first word ``w`` are at ``starts[w]`` to ``starts[w + 1]``.

    Returns
    -------
    tuple of ndarray
        Rows (ascending) and positions in `seconds`, one entry for each pair that an instance holds.
    """
    types = len(starts) - 1
    is_second = np.zeros(types, dtype=np.bool_)
    is_second[seconds] = True
    in_premise = np.zeros(types, dtype=np.int64)
    in_hypothesis = np.zeros(types, dtype=np.int64)
    held = np.empty(types, dtype=np.int32)  # distinct second words of one hypothesis
    rows = np.empty(1024, dtype=np.int64)
    found = np.empty(1024, dtype=np.int64)
    n_found = 0
    for row in range(len(premise[1]) - 1):
        stamp = row + 1  # nothing has to be cleared between rows
        n_held = 0
        for place in range(hypothesis[1][row], hypothesis[1][row + 1]):
            word = hypothesis[0][place]
            if is_second[word] and in_hypothesis[word] != stamp:
                in_hypothesis[word] = stamp
                held[n_held] = word
                n_held += 1
        for place in range(premise[1][row], premise[1][row + 1]):
            word = premise[0][place]
            first, last = starts[word], starts[word + 1]
            if first == last or in_premise[word] == stamp:
                continue
            in_premise[word] = stamp
            if n_found + n_held > len(rows):
                rows = np.concatenate((rows, np.empty(len(rows) + n_held, dtype=np.int64)))
                found = np.concatenate((found, np.empty(len(found) + n_held, dtype=np.int64)))
            for index in range(n_held):
                spot = first + np.searchsorted(seconds[first:last], held[index])
                if spot < last and seconds[spot] == held[index]:
                    rows[n_found] = row
                    found[n_found] = spot
                    n_found += 1
    return rows[:n_found], found[:n_found]
