"""Counts of rows by class, from sets of rows as bits."""

from typing import Any

import numpy as np
from numba import njit, types
from numba.extending import intrinsic

Array = Any  # numba infers the types of arrays; the functions around the kernels state them
_MOST_BYTES = 2**26


@intrinsic
def _ones(_: Any, __: Any) -> Any:  # numba hands the types in
    """Return how many bits of a word are set."""

    def generate(_: Any, builder: Any, __: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


ones: Any = _ones


@njit(cache=True, nogil=True)
def count_both(one: Array, other: Array, starts: Array, counts: Array) -> int:
    """Count the rows of each class in both of two sets; class k has the words starts[k] to starts[k + 1].

    Returns how many there are of all classes.
    """
    n = 0
    for k in range(len(starts) - 1):
        first, second = one[starts[k] : starts[k + 1]], other[starts[k] : starts[k + 1]]
        total: Any = 0
        for word in range(len(first)):
            total += np.int64(ones(first[word] & second[word]))
        counts[k] = total
        n += total
    return n


@njit(cache=True, nogil=True)
def count_each(bits: Array, starts: Array) -> Array:
    """Count the rows of each class in each set, shape (sets, classes)."""
    counts = np.zeros((len(bits), len(starts) - 1), dtype=np.int64)
    for place in range(len(bits)):
        count_both(bits[place], bits[place], starts, counts[place])
    return counts


@njit(cache=True, nogil=True)
def count_conjunctions(parts: Array, bits: Array, valid: Array, starts: Array) -> Array:
    """Count the rows of each class in conjunctions: (predicate, whether negated) three times, -1 for none."""
    counts = np.zeros((len(parts), len(starts) - 1), dtype=np.int64)
    for place in range(len(parts)):
        held = valid.copy()
        for part in range(3):
            if parts[place, part, 0] >= 0:
                own, negated = bits[parts[place, part, 0]], parts[place, part, 1]
                for word in range(len(held)):
                    held[word] &= ~own[word] if negated else own[word]
        count_both(held, held, starts, counts[place])
    return counts


@njit(cache=True, nogil=True)
def set_bits(rows: Array, places: Array, bits: Array) -> None:
    """Set the bits of some rows that are counted, by the place of each row, -1 of one that is not."""
    for row in rows:
        place = places[row]
        if place >= 0:
            bits[place >> 6] |= np.uint64(1) << np.uint64(place & 63)


@njit(cache=True, nogil=True)
def rows_by_place(bits: Array) -> Array:
    """Return of which sets each row is, as bytes, as `Sets` has it; of no row where data are too many."""
    places = bits.shape[1] * 64
    if places * len(bits) > _MOST_BYTES:
        return np.zeros((0, len(bits)), dtype=np.uint8)
    found = np.zeros((places, len(bits)), dtype=np.uint8)
    for each in range(len(bits)):
        for word in range(bits.shape[1]):
            left = bits[each, word]
            while left:
                found[word * 64 + np.int64(ones(~left & (left - np.uint64(1)))), each] = 1
                left &= left - np.uint64(1)
    return found
