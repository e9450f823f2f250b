"""Compiled loops that list what is to be counted: which candidate stands in which row, grouped by prefix.

Reading a block from front to back and writing each event to its group costs a few nanoseconds an event;
looking the occurrences of each prefix up where they stand costs a cache miss each, ten times as much.
"""

from typing import Any

import numpy as np
from numba import njit

Array = Any  # numba infers the types of arrays; the functions around the kernels state them


@njit(cache=True, nogil=True)
def pair_events(
    words: Array, rows: Array, ends: Array, n_words: int, most_skipped: int
) -> tuple[Array, Array, Array]:
    """List the pairs of frequent words, grouped by the first.

    Parameters
    ----------
    words
        Rank of every token among the frequent words, -1 for others; shape (tokens,).
    rows, ends
        Row of every token, and for every row the position behind its last token.
    n_words
        How many frequent words there are.
    most_skipped
        The most tokens skipped between the two.

    Returns
    -------
    tuple
        Start of every group, ``gap * n_words + second`` and row of every event (`count_events`).
    """
    starts = np.zeros(n_words + 1, dtype=np.int64)
    for position in range(len(words)):
        if words[position] >= 0:
            for second in range(position + 1, min(position + 2 + most_skipped, ends[rows[position]])):
                starts[words[position] + 1] += words[second] >= 0
    free = _cumulated(starts)
    extensions, event_rows = np.empty(starts[-1], dtype=np.int32), np.empty(starts[-1], dtype=np.int32)
    for position in range(len(words)):
        first = words[position]
        if first < 0:
            continue
        row = rows[position]
        for second in range(position + 1, min(position + 2 + most_skipped, ends[row])):
            if words[second] >= 0:
                event = free[first]
                free[first] += 1
                extensions[event] = (second - position - 1) * n_words + words[second]
                event_rows[event] = row
    return starts, extensions, event_rows


@njit(cache=True, nogil=True)
def overlap_events(occurrences: tuple[Array, Array, Array, Array], lows: Array) -> tuple[Array, Array, Array]:
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
        Start of every group, ``following pattern - low`` and row of every event (`count_events`).
    """
    patterns, tails, rows, firsts = occurrences
    starts = np.zeros(len(lows) + 1, dtype=np.int64)
    for occurrence in range(len(patterns)):
        tail = tails[occurrence]
        starts[patterns[occurrence] + 1] += firsts[tail + 1] - firsts[tail]
    free = _cumulated(starts)
    extensions, event_rows = np.empty(starts[-1], dtype=np.int32), np.empty(starts[-1], dtype=np.int32)
    for occurrence in range(len(patterns)):
        pattern = patterns[occurrence]
        tail = tails[occurrence]
        event = free[pattern]
        for follower in range(firsts[tail], firsts[tail + 1]):
            extensions[event] = patterns[follower] - lows[pattern]
            event_rows[event] = rows[occurrence]
            event += 1
        free[pattern] = event
    return starts, extensions, event_rows


@njit(cache=True, nogil=True)
def _cumulated(starts: Array) -> Array:
    # Turns sizes of groups, shifted by one, into starts; returns a copy for filling the groups.
    for group in range(1, len(starts)):
        starts[group] += starts[group - 1]
    return starts.copy()
