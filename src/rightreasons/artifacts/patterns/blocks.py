"""Blocks of instances: which candidate stands in which row, and how often in a block."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from rightreasons.artifacts.patterns.candidates import Candidates, count_events, count_words
from rightreasons.artifacts.patterns.levels import Level, longer_occurrences, pair_occurrences
from rightreasons.text.tokens import Tokens

# Lists what is to be counted: which candidate stands in which row, grouped by prefix.
#
# Reading a block from front to back and writing each event to its group costs a few nanoseconds an event;
# looking the occurrences of each prefix up where they stand costs a cache miss each, ten times as much.
# Arrays are made by numpy, not in the compiled loops: numpy asks for large pages, which halves the time of
# writing to many groups in turn.


Array = Any  # numba infers the types of arrays


def pair_events(
    words: Array, rows: Array, ends: Array, n_words: int, most_skipped: int
) -> tuple[Array, Array]:
    """List the pairs of frequent words, grouped by the first.

    Parameters
    ----------
    words
        Rank of every token among the frequent words, -1 for others; shape (tokens,), int32.
    rows, ends
        Row of every token, and for every row the position behind its last token.
    n_words
        How many frequent words there are.
    most_skipped
        The most tokens skipped between the two.

    Returns
    -------
    tuple
        Start of every group, shape (groups + 1,), and events, shape (events, 2), int32: ``gap * n_words +
        second`` and row; in a group rows ascend.
    """
    starts = _pair_starts(words, rows, ends, n_words, most_skipped)
    events = np.empty((starts[-1], 2), dtype=np.int32)
    _fill_pairs(words, rows, ends, most_skipped, starts, events)
    return starts, events


def overlap_events(occurrences: tuple[Array, Array, Array, Array], lows: Array) -> tuple[Array, Array]:
    """List the overlaps of two frequent patterns of k words, grouped by the first of them.

    Parameters
    ----------
    occurrences
        Pattern, tail and row of every occurrence, and the first occurrence that extends each tail.
    lows
        For every pattern the first id of those that can follow it, shape (n,).

    Returns
    -------
    tuple
        As of `pair_events`, with ``following pattern - low`` and row of every event.
    """
    starts = _overlap_starts(occurrences, len(lows))
    events = np.empty((starts[-1], 2), dtype=np.int32)
    _fill_overlaps(occurrences, lows, starts, events)
    return starts, events


@njit(cache=True, nogil=True)
def _pair_starts(words: Array, rows: Array, ends: Array, n_words: int, most_skipped: int) -> Array:
    starts = np.zeros(n_words + 1, dtype=np.int64)
    for position in range(len(words)):
        if words[position] >= 0:
            for second in range(position + 1, min(position + 2 + most_skipped, ends[rows[position]])):
                starts[words[position] + 1] += words[second] >= 0
    return np.cumsum(starts)


@njit(cache=True, nogil=True)
def _fill_pairs(
    words: Array, rows: Array, ends: Array, most_skipped: int, starts: Array, events: Array
) -> None:
    n_words = len(starts) - 1
    free = starts.copy()
    for position in range(len(words)):
        first = words[position]
        if first < 0:
            continue
        row = rows[position]
        event = free[first]
        for second in range(position + 1, min(position + 2 + most_skipped, ends[row])):
            if words[second] >= 0:
                events[event, 0] = (second - position - 1) * n_words + words[second]
                events[event, 1] = row
                event += 1
        free[first] = event


@njit(cache=True, nogil=True)
def _overlap_starts(occurrences: tuple[Array, Array, Array, Array], n_patterns: int) -> Array:
    patterns, tails, _, firsts = occurrences
    starts = np.zeros(n_patterns + 1, dtype=np.int64)
    for occurrence in range(len(patterns)):
        tail = tails[occurrence]
        starts[patterns[occurrence] + 1] += firsts[tail + 1] - firsts[tail]
    return np.cumsum(starts)


@njit(cache=True, nogil=True)
def _fill_overlaps(
    occurrences: tuple[Array, Array, Array, Array], lows: Array, starts: Array, events: Array
) -> None:
    patterns, tails, rows, firsts = occurrences
    free = starts.copy()
    for occurrence in range(len(patterns)):
        pattern, tail = patterns[occurrence], tails[occurrence]
        event = free[pattern]
        for follower in range(firsts[tail], firsts[tail + 1]):
            events[event, 0] = patterns[follower] - lows[pattern]
            events[event, 1] = rows[occurrence]
            event += 1
        free[pattern] = event


# Blocks of instances and the one function that counts the candidates of a level in a block.


Codes = npt.NDArray[np.int8]


@dataclass(frozen=True)
class Block:
    """Some instances of a dataset; small enough to be worked on at once, and to be sent elsewhere.

    Parameters
    ----------
    ids
        Token ids of the instances one after the other, shape (tokens,).
    offsets
        Where each instance begins, from 0; shape (rows + 1,).
    labels
        Label code of each instance, shape (rows,).
    """

    ids: npt.NDArray[np.int32]
    offsets: npt.NDArray[np.int64]
    labels: Codes


@dataclass(frozen=True)
class Work:
    """What is counted in every block: the candidates one word longer than the longest of `levels`.

    Parameters
    ----------
    levels
        The frequent patterns found so far, by length.
    types
        Size of the vocabulary.
    n_labels
        Number of labels.
    most_skipped
        The most tokens skipped between neighbouring words.
    floor
        Candidates below this count in a block are not returned: the minimum count where there is one
        block, 1 where counts of blocks are still to be added.
    """

    levels: tuple[Level, ...]
    types: int
    n_labels: int
    most_skipped: int
    floor: int = 1

    def __call__(self, block: Block) -> Candidates:
        """Return the candidates in `block`."""
        if not self.levels:
            return _words(block, self)
        spots = _Spots.of(block, self)
        if len(self.levels) == 1:
            return _pairs(block, spots, self)
        return _longer(block, spots, self)


def cut(tokens: Tokens, labels: Codes, block_tokens: int) -> Iterator[Block]:
    """Cut a dataset into blocks of about `block_tokens` tokens; an instance is never divided.

    Parameters
    ----------
    tokens
        Tokens of n instances.
    labels
        Their gold labels as numbers, shape (n,).
    block_tokens
        The most tokens of a block; one longer instance is a block by itself.
    """
    begin = 0
    while begin < len(tokens):
        limit = tokens.offsets[begin] + block_tokens
        end = max(begin + 1, int(np.searchsorted(tokens.offsets, limit, side="right")) - 1)
        first, last = tokens.offsets[begin], tokens.offsets[end]
        # copied, so that a memory-mapped part is read once and the compiled loops meet one kind of array
        yield Block(
            np.array(tokens.ids[first:last]),
            tokens.offsets[begin : end + 1] - first,
            np.array(labels[begin:end]),
        )
        begin = end


@dataclass(frozen=True)
class _Spots:
    """Every token of a block: rank among the frequent words (or -1), row, and where rows end."""

    words: npt.NDArray[np.int32]
    rows: npt.NDArray[np.int32]
    ends: npt.NDArray[np.int64]

    @classmethod
    def of(cls, block: Block, work: Work) -> "_Spots":
        """Return the tokens of a block; ranks are those of the first level of `work`."""
        rank = np.full(work.types, -1, dtype=np.int32)
        rank[work.levels[0].words[:, 0]] = np.arange(len(work.levels[0]), dtype=np.int32)
        rows = np.repeat(np.arange(len(block.labels), dtype=np.int32), np.diff(block.offsets))
        return cls(rank[block.ids], rows, block.offsets[1:])


def _words(block: Block, work: Work) -> Candidates:
    counts = count_words(block.ids, block.offsets, block.labels, work.types, work.n_labels)
    keys = np.flatnonzero(counts.sum(axis=1) >= work.floor)
    return Candidates(keys, counts[keys].astype(np.int32))


def _pairs(block: Block, spots: _Spots, work: Work) -> Candidates:
    n_words = len(work.levels[0])
    span = (work.most_skipped + 1) * n_words
    events = pair_events(spots.words, spots.rows, spots.ends, n_words, work.most_skipped)
    group_keys = np.arange(n_words, dtype=np.int64) * span
    spans = np.full(n_words, span, dtype=np.int64)
    limits = (work.n_labels, work.floor)
    return Candidates(*count_events(events, group_keys, spans, block.labels, limits))


def _longer(block: Block, spots: _Spots, work: Work) -> Candidates:
    longest = work.levels[-1]
    low, high = longest.followers
    events = overlap_events(_occurrences(spots, work), low)
    group_keys = np.arange(len(longest), dtype=np.int64) * len(longest) + low
    limits = (work.n_labels, work.floor)
    return Candidates(*count_events(events, group_keys, high - low, block.labels, limits))


def _occurrences(spots: _Spots, work: Work) -> Any:
    words, pairs, *longer = work.levels
    found = pair_occurrences(spots.words, spots.rows, spots.ends, len(words), work.most_skipped, pairs.table)
    shorter = pairs
    for level in longer:
        found = longer_occurrences(found, len(shorter), level.table)
        shorter = level
    return found
