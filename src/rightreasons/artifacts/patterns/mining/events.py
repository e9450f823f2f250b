"""Lists what is to be counted: which candidate stands in which row, grouped by prefix.

Reading a block from front to back and writing each event to its group costs a few nanoseconds an event;
looking the occurrences of each prefix up where they stand costs a cache miss each, ten times as much.
Arrays are made by numpy, not in the compiled loops: numpy asks for large pages, which halves the time of
writing to many groups in turn.
"""

from typing import Any

import numpy as np
from numba import njit

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
