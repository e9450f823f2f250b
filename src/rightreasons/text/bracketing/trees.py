"""Compiled: the best tree of a sentence under a table of weights, as splits and as steps."""

import numpy as np
from numba import njit

from rightreasons.text.bracketing.edge_features import (
    EDGE,
    SPAN_FEATURES,
    SPLIT_FEATURES,
    Array,
    span_features,
    split_features,
)


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
