"""Which patterns each text holds."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
from numba import njit

from rightreasons.artifacts.patterns.pattern_counts import Patterns
from rightreasons.artifacts.patterns.trie import Array, Trie, marked, trie_of
from rightreasons.engine.running import Where, run
from rightreasons.text.tokens import Ids, Offsets, Tokens


@njit(cache=True, nogil=True)
def add_first_texts(texts: Array, filled: Array, offsets: Array, found: Array, start: int) -> None:
    """Fill in the first texts that hold each pattern, as far as there is room.

    Parameters
    ----------
    texts, filled
        Texts of each pattern so far, shape (n_patterns, most), and how many, shape (n_patterns,).
    offsets, found
        Text ``start + i`` holds the patterns ``found[offsets[i]:offsets[i + 1]]``.
    start
        The first of these texts.
    """
    for row in range(len(offsets) - 1):
        for mark in range(offsets[row], offsets[row + 1]):
            pattern = found[mark]
            if filled[pattern] < texts.shape[1]:
                texts[pattern, filled[pattern]] = start + row
                filled[pattern] += 1


@njit(cache=True, nogil=True)
def lowest(offsets: Array, found: Array) -> Array:
    """Return the lowest pattern of every text, -1 where it holds none; shape (n,)."""
    least = np.full(len(offsets) - 1, -1, dtype=np.int64)
    for row in range(len(offsets) - 1):
        for mark in range(offsets[row], offsets[row + 1]):
            if least[row] < 0 or found[mark] < least[row]:
                least[row] = found[mark]
    return least


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


@dataclass
class Examples:
    """The first texts that hold each pattern, of more and more texts.

    Parameters
    ----------
    texts
        Positions of texts, then -1; shape (n_patterns, most).
    filled
        How many there are of each, shape (n_patterns,).
    """

    texts: npt.NDArray[np.int64]
    filled: npt.NDArray[np.int64]

    @classmethod
    def of(cls, n_patterns: int, most: int) -> "Examples":
        """Return those of no texts."""
        return cls(np.full((n_patterns, most), -1, dtype=np.int64), np.zeros(n_patterns, dtype=np.int64))

    def add(self, marks: Marks, start: int) -> None:
        """Add texts, of which the first has the position `start`."""
        add_first_texts(self.texts, self.filled, marks.offsets, marks.patterns, start)


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
