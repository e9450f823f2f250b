"""Compiled loops that count candidates in one block, each once per instance.

Candidates arrive grouped by their prefix, so that the counters of one group lie in a small dense table that
stays in the cache; no large hash table is ever filled.
"""

from typing import Any

import numpy as np
from numba import njit

STRETCH = 32  # cells that are looked through together; most of the others are never touched
Array = Any  # numba infers the types of arrays; the functions around the kernels state them


@njit(cache=True, nogil=True)
def count_words(ids: Array, offsets: Array, labels: Array, types: int, n_labels: int) -> Array:
    """Count the instances of every label that hold each word; shape (types, n_labels).

    Parameters
    ----------
    ids, offsets
        Instance ``i`` has the words ``ids[offsets[i]:offsets[i + 1]]``; a word counts once in it.
    labels
        Label of each instance from 0 up, shape (instances,).
    types, n_labels
        How many words and labels there are.
    """
    counts = np.zeros((types, n_labels), dtype=np.int64)
    seen = np.zeros(types, dtype=np.int64)
    for row in range(len(offsets) - 1):
        for position in range(offsets[row], offsets[row + 1]):
            word = ids[position]
            if seen[word] != row + 1:
                seen[word] = row + 1
                counts[word, labels[row]] += 1
    return counts


def count_events(
    events: tuple[Array, Array], group_keys: Array, spans: Array, labels: Array, limits: tuple[int, int]
) -> tuple[Array, Array]:
    """Count, once per instance, the events of every group.

    Parameters
    ----------
    events
        Start of every group and its events (`rightreasons.artifacts.patterns.mining.blocks`).
    group_keys
        What is added to an extension to make its key; ascending with the group, so that keys ascend.
    spans
        Extensions of each group are below this number.
    labels
        Label code of every row.
    limits
        The number of labels, and the least count worth returning.

    Returns
    -------
    tuple
        Keys in ascending order, and counts per label, shape (keys, labels).
    """
    starts, members = events
    n_labels, floor = limits
    # Memory that is never written is never taken: only as much as there are distinct candidates.
    found = np.empty(len(members), dtype=np.int64), np.empty((len(members), n_labels), dtype=np.int32)
    used = _count(starts, members, group_keys, spans, labels, floor, found)
    return found[0][:used], found[1][:used]


@njit(cache=True, nogil=True)
def _count(
    starts: Array,
    members: Array,
    group_keys: Array,
    spans: Array,
    labels: Array,
    floor: int,
    found: tuple[Array, Array],
) -> int:
    # Of each extension 1 + the last row that held it, 0 where none in this group did; then counts by label.
    span = 0
    for group in range(len(spans)):
        span = max(span, spans[group])
    cells = np.zeros((span + STRETCH, 1 + found[1].shape[1]), dtype=np.int32)
    in_use = np.zeros(span // STRETCH + 1, dtype=np.bool_)
    used = 0
    for group in range(len(starts) - 1):
        for event in range(starts[group], starts[group + 1]):
            extension, row = members[event, 0], members[event, 1]
            if cells[extension, 0] != row + 1:
                cells[extension, 0] = row + 1
                cells[extension, 1 + labels[row]] += 1
                in_use[extension // STRETCH] = True
        used = _drain(cells, in_use[: spans[group] // STRETCH + 1], found, used, group_keys[group], floor)
    return used


@njit(cache=True, nogil=True)
def _drain(
    cells: Array, in_use: Array, found: tuple[Array, Array], used: int, first_key: int, floor: int
) -> int:
    # Moves the counts of one group out of the cells, in order, and leaves the cells empty.
    keys, counts = found
    for stretch in range(len(in_use)):
        if not in_use[stretch]:
            continue
        in_use[stretch] = False
        for extension in range(stretch * STRETCH, (stretch + 1) * STRETCH):
            if cells[extension, 0] == 0:
                continue
            total = 0
            for label in range(counts.shape[1]):
                total += cells[extension, 1 + label]
            keys[used] = first_key + extension
            for label in range(counts.shape[1]):
                counts[used, label] = cells[extension, 1 + label]
            used += total >= floor
            for column in range(cells.shape[1]):
                cells[extension, column] = 0
    return used
