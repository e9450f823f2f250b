"""Compiled: one pass of learning a table of weights over many sentences and their trees."""

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
from rightreasons.text.bracketing.trees import best_splits, splits_of_steps, tree_splits


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
