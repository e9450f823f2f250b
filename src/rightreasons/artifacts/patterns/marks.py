"""Which patterns each text contains: a trie of patterns and the compiled walk over a text."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from rightreasons.artifacts.patterns.levels import NOTHING, Patterns, hash_table, look_up
from rightreasons.engine.running import Where, run
from rightreasons.text.tokens import Ids, Offsets, Tokens

# Compiled loops over a trie of patterns: which patterns a text holds, where a pattern is in a list.


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


@njit(cache=True, nogil=True)
def first_texts(offsets: Array, found: Array, n_patterns: int, most: int) -> Array:
    """Return the first texts that hold each pattern, then -1; shape (n_patterns, most).

    Parameters
    ----------
    offsets, found
        Text ``i`` holds the patterns ``found[offsets[i]:offsets[i + 1]]``.
    n_patterns, most
        How many patterns there are, and the most texts of each.
    """
    texts = np.full((n_patterns, most), -1, dtype=np.int64)
    filled = np.zeros(n_patterns, dtype=np.int64)
    for row in range(len(offsets) - 1):
        for mark in range(offsets[row], offsets[row + 1]):
            pattern = found[mark]
            if filled[pattern] < most:
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


# Patterns as paths from word to word, so that all of them are looked for in one walk over a text.


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


# Which patterns each text holds.


BLOCK_TOKENS = 500_000


@dataclass(frozen=True)
class Marks:
    """The patterns that each of n texts holds, by position in their list.

    Parameters
    ----------
    offsets
        Text ``i`` holds ``patterns[offsets[i]:offsets[i + 1]]``; shape (n + 1,).
    patterns
        Positions of patterns, each once a text; shape (marks,).
    n_patterns
        How many patterns were looked for.
    """

    offsets: npt.NDArray[np.int64]
    patterns: npt.NDArray[np.int32]
    n_patterns: int

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def of(self, text: int) -> npt.NDArray[np.int32]:
        """Return the patterns of one text, in ascending order."""
        return np.sort(self.patterns[self.offsets[text] : self.offsets[text + 1]])

    @property
    def numbers(self) -> npt.NDArray[np.int64]:
        """How many patterns each text holds, shape (n,)."""
        return np.diff(self.offsets)

    @property
    def texts(self) -> npt.NDArray[np.int64]:
        """Text of every mark, shape (marks,)."""
        return np.repeat(np.arange(len(self), dtype=np.int64), self.numbers)

    @cached_property
    def first(self) -> npt.NDArray[np.int64]:
        """The pattern of each text that comes first in their list, -1 where it holds none; shape (n,)."""
        return np.asarray(lowest(self.offsets, self.patterns))

    def examples(self, most: int) -> npt.NDArray[np.int64]:
        """Return the first texts that hold each pattern, then -1; shape (n_patterns, most)."""
        return np.asarray(first_texts(self.offsets, self.patterns, self.n_patterns, most))


def indicators(marks: Marks) -> Any:
    """Return which patterns each text holds as a scipy sparse array of ones, shape (texts, patterns)."""
    from scipy.sparse import csr_array

    ones = np.ones(len(marks.patterns), dtype=np.float32)
    return csr_array((ones, marks.patterns, marks.offsets), shape=(len(marks), marks.n_patterns))


def mark(tokens: Tokens, patterns: Patterns, trie: Trie | None = None) -> Marks:
    """Find the patterns that each text holds.

    Parameters
    ----------
    tokens
        The texts, under the tokenisation that the patterns were mined with.
    patterns
        What to look for.
    trie
        Their trie, if it is at hand.
    """
    paths = trie or trie_of(patterns)
    ids = tokens.recoded(patterns.vocabulary)
    blocks = list(_blocks(ids, tokens.offsets))
    where: Where = "threads" if len(blocks) > 1 else "inline"
    offsets, found = run(lambda block: _found(block, paths), blocks, _joined, where)
    return Marks(offsets, found, len(patterns))


def _blocks(ids: Ids, offsets: Offsets) -> Iterator[tuple[Ids, Offsets]]:
    """Cut the texts into blocks of about `BLOCK_TOKENS` tokens; without texts there is one empty block."""
    begin = 0
    while begin < max(1, len(offsets) - 1):
        limit = offsets[begin] + BLOCK_TOKENS
        end = max(begin + 1, int(np.searchsorted(offsets, limit, side="right")) - 1)
        part = offsets[begin : end + 1]
        yield ids[part[0] : part[-1]], part - part[0]  # new arrays of offsets: never read-only ones
        begin = end


def _found(block: tuple[Ids, Offsets], trie: Trie) -> tuple[Offsets, Ids]:
    offsets, found = marked(*block, trie.arrays, trie.most_skipped, trie.depth)
    return offsets, found


def _joined(one: tuple[Offsets, Ids], other: tuple[Offsets, Ids]) -> tuple[Offsets, Ids]:
    offsets = np.concatenate([one[0], other[0][1:] + one[0][-1]])
    return offsets, np.concatenate([one[1], other[1]])
