"""Patterns as paths from word to word, so that all of them are looked for in one walk over a text."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from rightreasons.artifacts.patterns.counts import NOTHING, Patterns

Ids = npt.NDArray[np.int32]


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
    from rightreasons.artifacts.patterns.occurrences import hash_table

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
