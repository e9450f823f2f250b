"""Compiled loops over a trie of patterns: which patterns a text holds, where a pattern is in a list."""

from typing import Any

import numpy as np
from numba import njit

from rightreasons.artifacts.patterns.occurrences import look_up

Array = Any  # numba infers the types of arrays; the functions around the kernels state them


@njit(cache=True, nogil=True)
def marked(
    ids: Array, offsets: Array, trie: tuple[Array, Array, Array, Array], skipped: int, depth: int
) -> tuple[Array, Array]:
    """Find every pattern of every text, once a text.

    Parameters
    ----------
    ids, offsets
        Texts in the vocabulary of the trie; -1 for words that no pattern holds.
    trie
        ``Trie.arrays``.
    skipped, depth
        ``Trie.most_skipped`` and ``Trie.depth``.

    Returns
    -------
    tuple
        Offsets of every text, shape (n + 1,), and the patterns found, in no particular order within a text.
    """
    first, table, pattern, goes_on = trie
    n_words = len(first)
    found = np.empty(max(1024, len(ids)), dtype=np.int32)
    found_offsets = np.zeros(len(offsets), dtype=np.int64)
    seen = np.zeros(len(pattern), dtype=np.int64)
    nodes = np.empty(depth * (skipped + 1) + 1, dtype=np.int64)
    places = np.empty(depth * (skipped + 1) + 1, dtype=np.int64)
    used = 0
    for row in range(len(offsets) - 1):
        end = offsets[row + 1]
        for start in range(offsets[row], end):
            if ids[start] < 0 or first[ids[start]] < 0:
                continue
            nodes[0], places[0] = first[ids[start]], start
            waiting = 1
            while waiting:
                waiting -= 1
                node, place = nodes[waiting], places[waiting]
                if pattern[node] >= 0 and seen[node] != row + 1:
                    seen[node] = row + 1
                    if used == len(found):
                        found = _twice_as_long(found)
                    found[used] = pattern[node]
                    used += 1
                if not goes_on[node]:
                    continue
                for following in range(place + 1, min(place + 2 + skipped, end)):
                    if ids[following] < 0:
                        continue
                    step = (node * (skipped + 1) + following - place - 1) * n_words + ids[following]
                    child = look_up(table, step)
                    if child >= 0:
                        nodes[waiting], places[waiting] = child, following
                        waiting += 1
        found_offsets[row + 1] = used
    return found_offsets, found[:used]


@njit(cache=True, nogil=True)
def _twice_as_long(values: Array) -> Array:
    longer = np.empty(2 * len(values), dtype=values.dtype)
    for place in range(len(values)):
        longer[place] = values[place]
    return longer


@njit(cache=True, nogil=True)
def located(words: Array, gaps: Array, trie: tuple[Array, Array, Array, Array], skipped: int) -> Array:
    """Return for every pattern (words and gaps without `NOTHING`, of one length) which one it is, or -1."""
    first, table, pattern, _ = trie
    n_words = len(first)
    where = np.full(len(words), -1, dtype=np.int64)
    for row in range(len(words)):
        node = first[words[row, 0]] if words[row, 0] >= 0 else -1
        for place in range(1, words.shape[1]):
            if node < 0:
                break
            gap, word = gaps[row, place - 1], words[row, place]
            if word < 0 or gap > skipped:
                node = -1
                break
            node = look_up(table, (np.int64(node) * (skipped + 1) + gap) * n_words + word)
        if node >= 0:
            where[row] = pattern[node]
    return where


@njit(cache=True, nogil=True)
def first_texts(offsets: Array, found: Array, n_patterns: int, wanted: int) -> Array:
    """Return the first texts that hold each pattern, then -1; shape (n_patterns, wanted)."""
    texts = np.full((n_patterns, wanted), -1, dtype=np.int64)
    filled = np.zeros(n_patterns, dtype=np.int64)
    for row in range(len(offsets) - 1):
        for mark in range(offsets[row], offsets[row + 1]):
            pattern = found[mark]
            if filled[pattern] < wanted:
                texts[pattern, filled[pattern]] = row
                filled[pattern] += 1
    return texts


@njit(cache=True, nogil=True)
def lowest(offsets: Array, found: Array) -> Array:
    """Return the lowest pattern of every text, -1 where it holds none; shape (n,)."""
    least = np.full(len(offsets) - 1, -1, dtype=np.int64)
    for row in range(len(offsets) - 1):
        for mark in range(offsets[row], offsets[row + 1]):
            if least[row] < 0 or found[mark] < least[row]:
                least[row] = found[mark]
    return least
