"""Compiled: which weights score a span of words, and a split of one, by the words at their edges.

Surface features at the edges of spans carry most of what a grammar knows (Hall, Durrett & Klein 2014).
Every feature is a hash of its values into one table of weights; collisions are harmless where the table is
large. A word has three attributes, arrays with `EDGE` entries before the first word and behind the last:
the word, the word if it is frequent and else its ending, and its class.
"""

from typing import Any

import numpy as np
from numba import njit

Array = Any  # numba infers the types of arrays; the functions around the kernels state them
EDGE = 2
SPAN_FEATURES, SPLIT_FEATURES = 22, 10
_PRIME = np.uint64(0x9E3779B97F4A7C15)


@njit(cache=True, nogil=True)
def _place(table: int, template: int, a: int, b: int, c: int, d: int) -> int:
    mixed = np.uint64(template + 1) * _PRIME
    mixed = (mixed ^ (mixed >> np.uint64(29)) ^ np.uint64(a + 7)) * _PRIME
    mixed = (mixed ^ (mixed >> np.uint64(31)) ^ np.uint64(b + 7)) * _PRIME
    mixed = (mixed ^ (mixed >> np.uint64(29)) ^ np.uint64(c + 7)) * _PRIME
    mixed = (mixed ^ (mixed >> np.uint64(31)) ^ np.uint64(d + 7)) * _PRIME
    return int(np.int64((mixed >> np.uint64(20)) & np.uint64(table - 1)))


@njit(cache=True, nogil=True)
def _bucket(length: int) -> int:
    if length <= 5:
        return length
    if length <= 8:
        return 6
    return 7 if length <= 15 else 8


@njit(cache=True, nogil=True)
def span_features(words: Array, start: int, end: int, table: int, out: Array) -> None:
    """Write into `out` which weights score the span of the words from `start` to before `end`.

    Parameters
    ----------
    words
        Attributes of the words of one sentence, shape (3, words + 2 EDGE).
    start, end
        The span.
    table
        How many weights there are, a power of two.
    out
        Shape (SPAN_FEATURES,).
    """
    first, last = start + EDGE, end + EDGE - 1
    before, behind = first - 1, last + 1
    w, f, c = words[0], words[1], words[2]
    size = _bucket(end - start)
    to_end = 1 if words.shape[1] - 2 * EDGE == end else 0
    out[0] = _place(table, 0, size, to_end, 0, 0)
    out[1] = _place(table, 1, w[first], size, 0, 0)
    out[2] = _place(table, 2, w[last], size, 0, 0)
    out[3] = _place(table, 3, w[before], size, 0, 0)
    out[4] = _place(table, 4, w[behind], size, 0, 0)
    out[5] = _place(table, 5, w[before], w[first], 0, 0)
    out[6] = _place(table, 6, w[last], w[behind], 0, 0)
    out[7] = _place(table, 7, f[first], f[last], 0, 0)
    out[8] = _place(table, 8, f[before], f[behind], 0, 0)
    out[9] = _place(table, 9, f[before], f[first], f[behind], 0)
    out[10] = _place(table, 10, f[first], f[last], f[behind], 0)
    out[11] = _place(table, 11, c[before], c[first], c[last], c[behind])
    out[12] = _place(table, 12, f[first], f[first + 1], size, 0)
    out[13] = _place(table, 13, f[last - 1], f[last], size, 0)
    out[14] = _place(table, 14, f[behind], f[behind + 1], size, 0)
    out[15] = _place(table, 15, f[before - 1], f[before], size, 0)
    out[16] = _place(table, 16, c[before], c[behind], size, 0)
    out[17] = _place(table, 17, c[first], c[last], size, 0)
    out[18] = _place(table, 18, f[before], f[first], size, 0)
    out[19] = _place(table, 19, f[last], f[behind], size, 0)
    shape = 0
    if end - start <= 6:
        for position in range(first, last + 1):
            shape = shape * 131 + c[position] + 1
    out[20] = _place(table, 20, shape, end - start if shape else -1, 0, 0)
    out[21] = _place(table, 21, c[first], c[first + 1], c[last], c[behind])


@njit(cache=True, nogil=True)
def split_features(words: Array, start: int, middle: int, end: int, table: int, out: Array) -> None:
    """Write into `out` which weights score that a span is split before `middle`.

    Parameters
    ----------
    words, start, end, table
        As of `span_features`.
    middle
        The first word of the right part, between `start` and `end`.
    out
        Places in the table of weights, shape (10,).
    """
    first, last = start + EDGE, end + EDGE - 1
    left, right = middle + EDGE - 1, middle + EDGE
    w, f, c = words[0], words[1], words[2]
    sizes = 10 * _bucket(middle - start) + _bucket(end - middle)
    out[0] = _place(table, 100, w[left], w[right], 0, 0)
    out[1] = _place(table, 101, f[first], f[right], 0, 0)
    out[2] = _place(table, 102, f[left], f[right], f[last + 1], 0)
    out[3] = _place(table, 103, c[first], c[left], c[right], c[last])
    out[4] = _place(table, 104, sizes, c[right], 0, 0)
    out[5] = _place(table, 105, sizes, f[first], 0, 0)
    out[6] = _place(table, 106, f[right], c[last], c[last + 1], 0)
    out[7] = _place(table, 107, c[first - 1], c[first], f[right], 0)
    out[8] = _place(table, 108, w[first], w[right], 0, 0)
    out[9] = _place(table, 109, c[left], f[right], f[right + 1], 0)
