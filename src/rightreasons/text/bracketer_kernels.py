"""Compiled: the best tree of a sentence under a table of weights, and one pass of learning over many."""

from typing import Any

import numpy as np
from numba import njit

# Compiled: which weights score a span of words, and a split of one, by the words at their edges.
#
# Surface features at the edges of spans carry most of what a grammar knows (Hall, Durrett & Klein 2014).
# Every feature is a hash of its values into one table of weights; collisions are harmless where the table is
# large. A word has three attributes, arrays with `EDGE` entries before the first word and behind the last:
# the word, the word if it is frequent and else its ending, and its class.


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


@njit(cache=True, nogil=True)
def best_splits(words: Array, weights: Array, extra: Array) -> Array:
    """Return where each span of the best tree of one sentence is split, shape (n + 1, n + 1), by CKY.

    Parameters
    ----------
    words
        Attributes of its n words, shape (3, n + 2 EDGE).
    weights
        The table of weights.
    extra
        What is added to the score of each span, shape (n + 1, n + 1); shape (0, 0): nothing.
    """
    n = words.shape[1] - 2 * EDGE
    best = np.zeros((n + 1, n + 1), dtype=np.float32)
    splits = np.zeros((n + 1, n + 1), dtype=np.int32)
    places = np.empty(max(SPAN_FEATURES, SPLIT_FEATURES), dtype=np.int64)
    for size in range(2, n + 1):
        for start in range(n - size + 1):
            end = start + size
            most = np.float32(-np.inf)
            for middle in range(start + 1, end):
                score = best[start, middle] + best[middle, end]
                split_features(words, start, middle, end, len(weights), places)
                for number in range(SPLIT_FEATURES):
                    score += weights[places[number]]
                if score > most:
                    most = score
                    splits[start, end] = middle
            span_features(words, start, end, len(weights), places)
            for number in range(SPAN_FEATURES):
                most += weights[places[number]]
            best[start, end] = most + (extra[start, end] if len(extra) else np.float32(0))
    return splits


@njit(cache=True, nogil=True)
def steps_of_splits(splits: Array, steps: Array) -> None:
    """Write the shifts and reductions of the tree over all words into `steps`, shape (2 n - 1,)."""
    stack = np.empty((len(steps) + 1, 2), dtype=np.int64)
    stack[0, 0], stack[0, 1] = 0, len(splits) - 1
    size, at = 1, len(steps)
    while size:
        size -= 1
        start, end = stack[size, 0], stack[size, 1]
        at -= 1
        steps[at] = end - start > 1
        if end - start > 1:
            middle = splits[start, end]
            stack[size, 0], stack[size, 1] = start, middle
            stack[size + 1, 0], stack[size + 1, 1] = middle, end
            size += 2


@njit(cache=True, nogil=True)
def splits_of_steps(steps: Array, words: int) -> Array:
    """Return where each span of a tree is split, shape (words + 1, words + 1), 0 where there is no span."""
    splits = np.zeros((words + 1, words + 1), dtype=np.int32)
    starts = np.empty(words + 1, dtype=np.int64)
    size, read = 0, 0
    for step in steps:
        if step == 0:
            starts[size] = read
            size += 1
            read += 1
        else:
            size -= 1
            splits[starts[size - 1], read] = starts[size]
    return splits


@njit(cache=True, nogil=True)
def parse_all(words: Array, starts: Array, weights: Array, longest: int) -> Array:
    """Return the steps of the best trees of all sentences.

    Parameters
    ----------
    words
        Attributes of the words of all sentences, each with its edges, shape (3, words + 2 EDGE sentences).
    starts
        Where the sentences begin among `words`, shape (sentences + 1,).
    weights
        The table of weights.
    longest
        A longer sentence is parsed in parts of this length, which become one tree that branches to the right.
    """
    sentences = len(starts) - 1
    steps = np.ones(2 * (words.shape[1] - 2 * EDGE * sentences) - sentences, dtype=np.int8)
    nothing = np.zeros((0, 0), dtype=np.float32)
    at = 0
    for row in range(sentences):
        n = starts[row + 1] - starts[row] - 2 * EDGE
        after = at + 2 * n - 1
        for first in range(0, n, longest):
            part = min(longest, n - first)
            begin = starts[row] + first
            splits = best_splits(words[:, begin : begin + part + 2 * EDGE], weights, nothing)
            steps_of_splits(splits, steps[at : at + 2 * part - 1])
            at += 2 * part - 1
        at = after
    return steps


@njit(cache=True, nogil=True)
def _change(places: Array, weights: Array, totals: Array, amount: float, time: float) -> None:
    for place in places:
        weights[place] += amount
        totals[place] += time * amount


@njit(cache=True, nogil=True)
def _move(words: Array, trees: tuple[Array, Array], weights: Array, totals: Array, time: float) -> None:
    """Raise the weights of what is in the first tree only, and lower those of what is in the second only."""
    right, found = trees
    n = words.shape[1] - 2 * EDGE
    spans = np.empty(SPAN_FEATURES, dtype=np.int64)
    splits = np.empty(SPLIT_FEATURES, dtype=np.int64)
    for start in range(n):
        for end in range(start + 2, n + 1):
            if right[start, end] == found[start, end]:
                continue
            for tree, amount in ((right, 1.0), (found, -1.0)):
                if tree[start, end]:
                    split_features(words, start, tree[start, end], end, len(weights), splits)
                    _change(splits, weights, totals, amount, time)
            only = np.sign(right[start, end]) - np.sign(found[start, end])
            if only:
                span_features(words, start, end, len(weights), spans)
                _change(spans, weights, totals, float(only), time)


@njit(cache=True, nogil=True)
def tree_splits(splits: Array, n: int) -> Array:
    """Return the splits of the tree over all words only, 0 for spans that are not in it.

    Parameters
    ----------
    splits
        Where each span is split, as `best_splits` returns it, shape (n + 1, n + 1).
    n
        Number of words.
    """
    steps = np.empty(2 * n - 1, dtype=np.int8)
    steps_of_splits(splits, steps)
    return splits_of_steps(steps, n)


@njit(cache=True, nogil=True)
def learn(
    sentences: tuple[Array, Array],
    trees: tuple[Array, Array],
    order: Array,
    table: tuple[Array, Array],
    state: tuple[float, float],
) -> tuple[float, int]:
    """Go over all sentences once: where the best tree is not the right one, move from the one to the other.

    The averaged structured perceptron (Collins 2002) with a margin: a wrong span counts `margin` more.

    Parameters
    ----------
    sentences
        Attributes of the words and starts of the sentences, as in `parse_all`.
    trees
        Steps of the right trees, and their starts.
    order
        In which order they are taken.
    table
        The weights, and the sums for their average: both are changed.
    state
        How many sentences were seen before, and the margin.

    Returns
    -------
    tuple
        How many sentences were seen now, and how many trees were wrong.
    """
    words, starts = sentences
    steps, step_starts = trees
    weights, totals = table
    time, margin = state
    wrong = 0
    for row in order:
        own = words[:, starts[row] : starts[row + 1]]
        n = own.shape[1] - 2 * EDGE
        right = splits_of_steps(steps[step_starts[row] : step_starts[row + 1]], n)
        extra = np.where(right > 0, np.float32(0), np.float32(margin))
        found = tree_splits(best_splits(own, weights, extra), n)
        time += 1
        if not np.array_equal(found, right):
            wrong += 1
            _move(own, (right, found), weights, totals, time)
    return time, wrong
