"""The frequent patterns level by level: where those of k words stand, their keys, and their counts."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl
from numba import njit

from rightreasons.artifacts.patterns.candidates import Candidates, Counts, Keys
from rightreasons.artifacts.patterns.settings import PatternSettings
from rightreasons.text.tokens import Tokens

# Where the frequent patterns of k words stand in a block, found from those of k - 1 words.
#
# An occurrence of k words is an occurrence of its first k - 1 words and one of its last k - 1 words (its
# tail). Occurrences are listed by their positions, so the ones that extend a given occurrence lie together.


Array = Any  # numba infers the types of arrays; the functions around the kernels state them


@njit(cache=True, nogil=True)
def hash_table(keys: Array) -> Array:
    """Return an open-addressing table from key, 0 or more, to its position in `keys`.

    Shape (slots, 2): key and position side by side, so that a look-up reads one line of the cache; key -1
    where the slot is empty.
    """
    size = 16
    while size < 2 * len(keys):
        size *= 2
    table = np.empty((size, 2), dtype=np.int64)
    for slot in range(size):
        table[slot, 0] = -1
    for position in range(len(keys)):
        slot = _slot(keys[position], size)
        while table[slot, 0] != -1:
            slot = (slot + 1) & (size - 1)
        table[slot, 0], table[slot, 1] = keys[position], position
    return table


@njit(cache=True, nogil=True)
def _slot(key: Any, size: int) -> Any:
    # Fibonacci hashing: the high bits of the product depend on all bits of the key
    mixed = np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)
    return np.int64(mixed >> np.uint64(32)) & (size - 1)


@njit(cache=True, nogil=True)
def look_up(table: Array, key: Any) -> Any:
    """Return the position of `key`, or -1."""
    slot = _slot(key, len(table))
    while table[slot, 0] != key:
        if table[slot, 0] == -1:
            return -1
        slot = (slot + 1) & (len(table) - 1)
    return table[slot, 1]


@njit(cache=True, nogil=True)
def pair_occurrences(
    words: Array, rows: Array, ends: Array, n_words: int, most_skipped: int, table: Array
) -> tuple[Array, Array, Array, Array]:
    """Return pattern, tail and row of every occurrence of a frequent pair, and the first one of each token.

    `words`, `rows` and `ends` are those of `count_pairs`; a tail is the position of the second word.
    """
    room = len(words) * (most_skipped + 1)
    patterns, tails = np.empty(room, dtype=np.int32), np.empty(room, dtype=np.int32)
    kept_rows = np.empty(room, dtype=np.int32)
    firsts = np.zeros(len(words) + 1, dtype=np.int32)
    used = 0
    for position in range(len(words)):
        firsts[position] = used
        if words[position] < 0:
            continue
        row = rows[position]
        group = words[position] * (most_skipped + 1)
        for second in range(position + 1, min(position + 2 + most_skipped, ends[row])):
            if words[second] < 0:
                continue
            key = (group + second - position - 1) * n_words + words[second]
            pattern = look_up(table, key)
            if pattern >= 0:
                patterns[used], tails[used], kept_rows[used] = pattern, second, row
                used += 1
    firsts[len(words)] = used
    return patterns[:used], tails[:used], kept_rows[:used], firsts


@njit(cache=True, nogil=True)
def longer_occurrences(
    occurrences: tuple[Array, Array, Array, Array], n_patterns: int, table: Array
) -> tuple[Array, Array, Array, Array]:
    """Return the occurrences of the frequent patterns of one more word, in the same form.

    Parameters
    ----------
    occurrences
        Pattern, tail and row of every occurrence, and the first one of each token or occurrence before, as
        `pair_occurrences` returns them; the tail of a longer one is an occurrence of the shorter.
    n_patterns
        How many patterns there are of the shorter length.
    table
        Position of each frequent key, for `look_up`.
    """
    patterns, tails, rows, firsts = occurrences
    room = 0
    for tail in tails:
        room += firsts[tail + 1] - firsts[tail]
    longer, longer_tails = np.empty(room, dtype=np.int32), np.empty(room, dtype=np.int32)
    longer_rows = np.empty(room, dtype=np.int32)
    longer_firsts = np.zeros(len(patterns) + 1, dtype=np.int32)
    used = 0
    for occurrence in range(len(patterns)):
        longer_firsts[occurrence] = used
        tail = tails[occurrence]
        for follower in range(firsts[tail], firsts[tail + 1]):
            key = np.int64(patterns[occurrence]) * n_patterns + patterns[follower]
            pattern = look_up(table, key)
            if pattern >= 0:
                longer[used], longer_tails[used] = pattern, follower
                longer_rows[used] = rows[occurrence]
                used += 1
    longer_firsts[len(patterns)] = used
    return longer[:used], longer_tails[:used], longer_rows[:used], longer_firsts


# The frequent patterns of one length, and how a longer one is packed into a single key.
#
# A pattern of k + 1 words is the overlap of its first k and its last k words, so it is named by two ids of
# frequent patterns of k words: a key never needs more than 64 bits, whatever the lengths and gaps.


Ids = npt.NDArray[np.int32]


@dataclass(frozen=True)
class Level:
    """The frequent patterns of `k` words, in ascending order of their keys; position is the id.

    Parameters
    ----------
    keys
        For one word its id in the vocabulary; for two ``(first * (most_skipped + 1) + gap) * words +
        second``; for more ``prefix * n + suffix``, where n is the size of the level before.
    counts
        Instances by label, shape (n, labels).
    prefix, suffix
        Ids, in the level before, of the first and the last k - 1 words; empty for one word.
    words
        Ids in the vocabulary, shape (n, k).
    gaps
        Tokens skipped between neighbours, shape (n, k - 1).
    """

    keys: Keys
    counts: Counts
    prefix: Ids
    suffix: Ids
    words: Ids
    gaps: Ids

    def __len__(self) -> int:
        return len(self.keys)

    @cached_property
    def table(self) -> npt.NDArray[np.int64]:
        """Hash table from key to id."""
        return np.asarray(hash_table(self.keys))

    @cached_property
    def followers(self) -> tuple[Keys, Keys]:
        """Return for every pattern the half-open range of ids whose prefix is its suffix."""
        low = np.searchsorted(self.prefix, self.suffix, side="left")
        high = np.searchsorted(self.prefix, self.suffix, side="right")
        return low.astype(np.int64), high.astype(np.int64)


def words_level(frequent: Candidates) -> Level:
    """Return the level of single words."""
    words = frequent.keys.astype(np.int32)[:, None]
    none = np.empty(0, dtype=np.int32)
    return Level(frequent.keys, frequent.counts, none, none, words, np.empty((len(words), 0), np.int32))


def pairs_level(frequent: Candidates, words: Level, most_skipped: int) -> Level:
    """Return the level of pairs of frequent words.

    Parameters
    ----------
    frequent
        Pairs by key (first word, tokens skipped, second word, in this order of weight), with their counts.
    words
        The level of single words.
    most_skipped
        The most tokens between the two, t of H(M, t, lambda).
    """
    rest, second = np.divmod(frequent.keys, max(len(words), 1))
    first, gap = np.divmod(rest, most_skipped + 1)
    prefix, suffix = first.astype(np.int32), second.astype(np.int32)
    both = np.hstack([words.words[prefix], words.words[suffix]])
    return Level(frequent.keys, frequent.counts, prefix, suffix, both, gap.astype(np.int32)[:, None])


def longer_level(frequent: Candidates, shorter: Level) -> Level:
    """Return the level of one more word than `shorter`."""
    first, second = np.divmod(frequent.keys, max(len(shorter), 1))
    prefix, suffix = first.astype(np.int32), second.astype(np.int32)
    words = np.hstack([shorter.words[prefix], shorter.words[suffix, -1:]])
    gaps = np.hstack([shorter.gaps[prefix], shorter.gaps[suffix, -1:]])
    return Level(frequent.keys, frequent.counts, prefix, suffix, words, gaps)


# Patterns with their counts: what mining returns.


Matrix = npt.NDArray[np.int32]
NOTHING = -1
"""Stands in the columns of `words` and `gaps` that a shorter pattern does not need."""


@dataclass(frozen=True)
class Patterns:
    """Gapped patterns of words, n of them, of up to M words.

    Parameters
    ----------
    vocabulary
        Distinct tokens; position is the id.
    words
        Ids in `vocabulary`, then `NOTHING`; shape (n, M).
    gaps
        Tokens skipped between neighbouring words, then `NOTHING`; shape (n, M - 1).
    """

    vocabulary: pl.Series
    words: Matrix
    gaps: Matrix

    def __len__(self) -> int:
        return len(self.words)

    @property
    def lengths(self) -> npt.NDArray[np.int64]:
        """Words of every pattern, shape (n,)."""
        return np.asarray(np.count_nonzero(self.words != NOTHING, axis=1), dtype=np.int64)

    def at(self, chosen: npt.NDArray[np.integer] | npt.NDArray[np.bool_]) -> "Patterns":
        """Return the patterns that an index array or a mask chooses."""
        return Patterns(self.vocabulary, self.words[chosen], self.gaps[chosen])


@dataclass(frozen=True)
class PatternCounts:
    """Every frequent pattern of a dataset, by length, with the instances that hold it.

    Parameters
    ----------
    patterns
        The patterns, n of them.
    counts
        Instances by label, shape (n, labels).
    label_names
        What the labels are called.
    label_totals
        Instances of every label in the dataset, shape (labels,).
    settings
        How they were mined.
    tokenisation
        Name of the tokenisation of the dataset.
    """

    patterns: Patterns
    counts: npt.NDArray[np.int64]
    label_names: tuple[str, ...]
    label_totals: npt.NDArray[np.int64]
    settings: PatternSettings
    tokenisation: str

    def __len__(self) -> int:
        return len(self.patterns)


def gathered(
    levels: Sequence[Level],
    tokens: Tokens,
    label_names: tuple[str, ...],
    label_totals: npt.NDArray[np.int64],
    settings: PatternSettings,
) -> PatternCounts:
    """Return the patterns of all levels in one table.

    Parameters
    ----------
    levels
        From single words up.
    tokens
        Of the hypotheses mined, with their vocabulary.
    label_names, label_totals
        The labels, and how many instances each has, shape (labels,).
    settings
        H(M, t, lambda): M is the width of the table, shorter patterns are padded.
    """
    width = settings.max_words
    words = [_padded(level.words, width) for level in levels]
    gaps = [_padded(level.gaps, width - 1) for level in levels]
    patterns = Patterns(tokens.vocabulary, np.concatenate(words), np.concatenate(gaps))
    counts = np.concatenate([level.counts for level in levels]).astype(np.int64)
    return PatternCounts(patterns, counts, label_names, label_totals, settings, tokens.tokenisation)


def _padded(columns: Matrix, width: int) -> Matrix:
    return np.pad(columns, ((0, 0), (0, width - columns.shape[1])), constant_values=NOTHING)
