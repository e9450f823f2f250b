"""Patterns as paths from word to word, so that all of them are looked for in one walk over a text."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from rightreasons.artifacts.patterns.key_table import hash_table, look_up
from rightreasons.artifacts.patterns.pattern_counts import NOTHING, Patterns
from rightreasons.text.tokens import Ids

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
    """Return for every pattern which of the trie's it is, or -1; shape (n,).

    Parameters
    ----------
    words, gaps
        Patterns of one length k, without `NOTHING`: shapes (n, k) and (n, k - 1).
    trie
        The arrays of `Trie`: first nodes, table of steps, pattern of each node, whether a node goes on.
    skipped
        The widest gap in the trie.
    """
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


@dataclass(frozen=True)
class Trie:
    """The paths of many patterns; node 0 and up, each the end of a path of one or more words.

    Parameters
    ----------
    first
        Node of every word of the vocabulary as the beginning of a path, -1 where none begins so.
    table
        Hash table from ``(node * (most_skipped + 1) + gap) * words + word`` to the next node.
    pattern
        Pattern that ends at the node, -1 where none does.
    goes_on
        Whether a path goes on from the node.
    most_skipped
        Largest gap of any pattern.
    depth
        Words of the longest pattern.
    """

    first: Ids
    table: npt.NDArray[np.int64]
    pattern: Ids
    goes_on: npt.NDArray[np.bool_]
    most_skipped: int
    depth: int

    @property
    def arrays(self) -> tuple[Any, ...]:
        """What the compiled loops ask for, in their order."""
        return self.first, self.table, self.pattern, self.goes_on


def trie_of(patterns: Patterns) -> Trie:
    """Return the trie of distinct patterns; a pattern is named by its position."""
    words, gaps = patterns.words, patterns.gaps
    n_words, skipped = len(patterns.vocabulary), int(gaps.max(initial=0))
    nodes = np.full(len(patterns), -1, dtype=np.int64)
    first = np.full(n_words, -1, dtype=np.int32)
    distinct, nodes[:] = np.unique(words[:, 0], return_inverse=True)
    first[distinct] = np.arange(len(distinct), dtype=np.int32)
    size = len(distinct)
    keys: list[npt.NDArray[np.int64]] = [np.empty(0, dtype=np.int64)]
    for place in range(1, words.shape[1]):
        longer = words[:, place] != NOTHING
        steps = (nodes[longer] * (skipped + 1) + gaps[longer, place - 1]) * n_words + words[longer, place]
        distinct, inverse = np.unique(steps, return_inverse=True)
        nodes[longer] = size + inverse
        size += len(distinct)
        keys.append(distinct.astype(np.int64))
    return _assembled(first, np.concatenate(keys), nodes, (n_words, skipped, words.shape[1]))


def _assembled(first: Ids, keys: npt.NDArray[np.int64], ends: npt.NDArray[np.int64], shape: Any) -> Trie:
    n_words, skipped, depth = shape
    beginnings = int((first >= 0).sum())
    size = beginnings + len(keys)
    table = hash_table(keys)
    table[:, 1] += beginnings  # nodes of longer paths come behind those of single words
    pattern = np.full(size, -1, dtype=np.int32)
    pattern[ends] = np.arange(len(ends), dtype=np.int32)
    goes_on = np.zeros(size, dtype=np.bool_)
    goes_on[keys // (n_words * (skipped + 1))] = True
    return Trie(first, table, pattern, goes_on, skipped, depth)
