"""A sample of rows in which those that share a text stay together: whole components, stratified by label."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from rightreasons.artifacts.equal_rows import Flags, HashedRows
from rightreasons.artifacts.row_counts import Counts, times
from rightreasons.artifacts.shared_texts import HUB_SHARE
from rightreasons.artifacts.text_hashes import Bucket, Codes, Hashes, Places, buckets, number_from
from rightreasons.pairs import SENTENCES

Numbers = npt.NDArray[np.signedinteger[Any]]
Keys = npt.NDArray[np.uint64]
_READING = "normalised"
_SIZE_BITS, _CHANCE_BITS = 28, 32
_MIX = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB), np.uint64(0x9E3779B97F4A7C15))


@dataclass(frozen=True)
class RowSample:
    """Which rows are in a sample.

    Parameters
    ----------
    rows
        Whether each row is, shape (rows,).
    largest
        Share of all rows that the largest component has.
    most_rows
        A premise of more rows than the first number, and a hypothesis of more than the second, does not keep
        them together; None where only a text of more than `HUB_SHARE` of all rows does not.
    """

    rows: Flags = field(repr=False)
    largest: float
    most_rows: tuple[int, ...] | None = None


def component_sample(rows: HashedRows, size: int, seed: int) -> RowSample:
    """Draw about so many rows.

    Components (of equal texts, a text of more than `HUB_SHARE` of the rows on its side joining none) are
    ordered by their commonest label, their size, and at random; every k-th is drawn, from a random start. So
    each has the same chance, and shares of labels and sizes of components are those of the whole. Where one
    has more than `HUB_SHARE` of the rows to be drawn, frequent texts join none: only so many, told by powers
    of two of their rows, hypotheses before premises, that components are small enough.

    Parameters
    ----------
    rows
        All rows. Beside them 6 bytes of each are held, and some 14 of each component.
    size
        How many rows, about.
    seed
        Of what is random.
    """
    if size >= len(rows):
        return RowSample(np.ones(len(rows), dtype=np.bool_), 0.0)
    groups, count = components_of(rows, SENTENCES)
    largest, most = _largest(groups, count), None
    if largest > HUB_SHARE * size:
        most = _most_rows(rows, int(HUB_SHARE * size))
        groups, count = components_of(rows, SENTENCES, most)
    return RowSample(_drawn(groups, count, rows.labels.whole(), size, seed), largest / len(rows), most)


def few_rows(rows: int, size: int) -> RowSample:
    """Return so many rows or somewhat fewer, at equal distances, whatever texts they share."""
    chosen = np.zeros(rows, dtype=np.bool_)
    chosen[:: -(-rows // size)] = True
    return RowSample(chosen, 0.0)


def _largest(groups: Numbers, count: int) -> int:
    return int(times(groups, count).max())


def _most_rows(rows: HashedRows, allowed: int) -> tuple[int, int]:
    """Return the largest numbers of rows of a text with which components have at most `allowed` rows."""
    small, large = 0, 2 * len(rows).bit_length()  # of 1 row a text joins none
    while large - small > 1:
        middle = (small + large) // 2
        if _largest(*components_of(rows, SENTENCES, _step(middle))) <= allowed:
            small = middle
        else:
            large = middle
    return _step(small)


def _step(number: int) -> tuple[int, int]:
    """Return limits of premise and hypothesis in ascending order: 1 and 1, 2 and 1, 2 and 2, 4 and 2, ..."""
    return 2 ** ((number + 1) // 2), 2 ** (number // 2)


def _drawn(groups: Numbers, count: int, labels: Codes, size: int, seed: int) -> Flags:
    start = np.random.default_rng([seed, 30])
    chance = np.uint64(start.integers(2**63))
    sizes = times(groups, count)
    cells = np.zeros((count, int(labels.max()) + 1), dtype=sizes.dtype)
    keys = np.empty(count, dtype=np.uint64)
    _ordering(groups, labels, sizes, cells, chance, keys)
    step = len(labels) / size
    places = np.arange(start.random() * step, count, step).astype(np.int64)
    keys.sort()
    wanted = keys[places]
    before = places - np.searchsorted(keys, wanted)
    cells[:] = 0
    _ordering(groups, labels, sizes, cells, chance, keys)  # again, since a copy of all would be 8 bytes each
    return _are_wanted(keys, wanted, before)[groups]


@numba.njit(cache=True, nogil=True)
def _ordering(
    groups: Numbers, labels: Codes, sizes: Counts, cells: Counts, seed: np.uint64, keys: Keys
) -> None:
    """Fill in a number for each component: by its commonest label, then its size, then at random."""
    for row in range(len(groups) - 1, -1, -1):
        group = groups[row]
        cells[group, labels[row]] += 1
        keys[group] = row  # of its first row in the end
    for group in range(len(keys)):
        size = np.uint64(min(sizes[group], 2**_SIZE_BITS - 1))
        label = np.uint64(cells[group].argmax())
        mixed = keys[group] * _MIX[2] + seed
        mixed = (mixed ^ (mixed >> np.uint64(30))) * _MIX[0]
        mixed = (mixed ^ (mixed >> np.uint64(27))) * _MIX[1]
        keys[group] = (
            (label << np.uint64(_SIZE_BITS + _CHANCE_BITS))
            | (size << np.uint64(_CHANCE_BITS))
            | ((mixed ^ (mixed >> np.uint64(31))) >> np.uint64(64 - _CHANCE_BITS))
        )


@numba.njit(cache=True, nogil=True)
def _are_wanted(keys: Keys, wanted: Keys, before: Places) -> Flags:
    """Return which components have a wanted number; of several with one, that with so many before it."""
    found, seen = np.zeros(len(keys), dtype=np.bool_), np.zeros(len(wanted), dtype=np.int64)
    for group in range(len(keys)):
        place = np.searchsorted(wanted, keys[group])
        while place < len(wanted) and wanted[place] == keys[group]:
            if seen[place] == before[place]:
                found[group] = True
            seen[place] += 1
            place += 1
    return found


def components_of(
    rows: HashedRows, sides: Sequence[str], most_rows: Sequence[int] | None = None
) -> tuple[Numbers, int]:
    """Return the component of each row, numbered from 0 by their first rows, and how many there are.

    Parameters
    ----------
    rows
        All rows; rows that share a text, directly or through others, are of one component.
    sides
        Of which texts: a text is the same on either side.
    most_rows
        By side: a text of more rows on it joins none of them there. None: `HUB_SHARE` of all rows.
    """
    kind = np.int32 if len(rows) < 2**31 else np.int64
    first: Numbers = np.arange(len(rows), dtype=kind)
    limits = [int(HUB_SHARE * len(rows))] * len(sides) if most_rows is None else most_rows
    most = np.array([limits[0], limits[-1]])
    for found in buckets(*(rows.rows(_READING, side) for side in sides)):
        _join(first, *_by_text(found), most)
    return first, number_from(first)


def _by_text(found: Sequence[Bucket]) -> tuple[Hashes, Places, Codes]:
    """Return the places of a bucket by text, by side and in order: its hash, the row and the side."""
    hashes = np.concatenate([each.hashes for each in found])
    order = np.argsort(hashes, kind="stable")
    places = np.concatenate([each.places for each in found])[order]
    sides = np.repeat(np.arange(len(found), dtype=np.uint8), [len(each.places) for each in found])[order]
    return hashes[order], places, sides


@numba.njit(cache=True, nogil=True)
def _root(first: Numbers, row: int) -> int:
    while first[row] != row:
        first[row] = first[first[row]]
        row = first[row]
    return row


@numba.njit(cache=True, nogil=True)
def _join(first: Numbers, hashes: Hashes, places: Places, sides: Codes, most: Places) -> None:
    """Join the rows of each text to the first of them; places come by text, then by side."""
    start, end = 0, 0
    while start < len(hashes):
        own = 0
        while end < len(hashes) and hashes[end] == hashes[start]:
            own += sides[end] == 0
            end += 1
        begin = start + own if own > most[0] else start
        stop = start + own if end - start - own > most[1] else end
        for place in range(begin + 1, stop):
            one, other = _root(first, places[begin]), _root(first, places[place])
            first[max(one, other)] = min(one, other)
        start = end
