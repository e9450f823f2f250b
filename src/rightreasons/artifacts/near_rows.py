"""Pairs a word or two apart among very many rows: `near_pairs.nearest`, with all that grows in files.

Rows become entries (pairs that differ in a normalised text or in the label). Their keys are divided by key:
of those that share one, what is compared is known. Candidates are divided by the entry that they are of, so
that each entry sees its own in the order of `nearest`; those whose words differ in too many bits of 64 are
left out, and of the others words are read.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numba
import numpy as np
import numpy.typing as npt

from rightreasons.artifacts.near_pairs import (
    MOST_COMPARED,
    MOST_EDITS,
    Compared,
    Keys,
    Numbers,
    note_if_nearer,
    spans,
    surely_apart,
)
from rightreasons.artifacts.paired_entries import Entries, Places
from rightreasons.engine.row_columns import RowColumn, RowFile, column_of, file_beside

BUCKET_KEYS = 2**22
"""Keys that are looked at together, about."""
AT_ONCE = 2**22
"""Candidates that are looked at together, about; words are read of a sixteenth as many pairs."""
_ENTRIES = 2**14
"""Entries whose candidates are kept together."""
_FILTER_BITS = 26
_ORDINAL_BITS = 4
NONE = np.iinfo(np.uint32).max
"""The number of no entry."""


def nearest_rows(own: Entries, others: Entries) -> tuple[Places, Places]:
    """Return for every entry the nearest of others with the same label, and the nearest with another.

    Parameters
    ----------
    own, others
        Of two sets, or of one.

    Returns
    -------
    same, another
        As of `near_pairs.nearest`; `NONE`: there is none.
    """
    found = _Found(*(np.full(len(own), NONE, dtype=np.uint32) for _ in range(2)))
    with file_beside() as file:
        divided = _Divided.of(own, others, file)
        own_signs = _signs(own, file)
        signs = (own_signs, own_signs if own is others else _signs(others, file))
        waiting = [_Couples.none()]
        for candidates in divided.candidates():
            waiting.append(candidates.alike(*signs))
            if sum(len(each.owners) for each in waiting) >= AT_ONCE // 16:
                found.compare(_Couples.joined(waiting), own, others)
                waiting = [_Couples.none()]
        found.compare(_Couples.joined(waiting), own, others)
    return found


class _Couples(NamedTuple):
    """Entries, ascending, each with another that it is compared with."""

    owners: Numbers
    others: Numbers

    @classmethod
    def none(cls) -> "_Couples":
        """Return no entries."""
        return cls(np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64))

    @classmethod
    def joined(cls, parts: Sequence["_Couples"]) -> "_Couples":
        """Return all of some, in their order."""
        return cls(*(np.concatenate(each) for each in zip(*parts, strict=True)))

    def alike(self, own: RowColumn[np.uint64], others: RowColumn[np.uint64]) -> "_Couples":
        """Return those that may be near by the bits of their words, two numbers an entry."""
        owners, owner = np.unique(self.owners, return_inverse=True)
        found, other = np.unique(self.others, return_inverse=True)
        kept = _may_be_near(owner, other, _pairs_at(own, owners), _pairs_at(others, found))
        return _Couples(self.owners[kept], self.others[kept])


class _Found(NamedTuple):
    """The nearest other of each entry, with the same label and with another."""

    same: Places
    another: Places

    def compare(self, couples: _Couples, own: Entries, others: Entries) -> None:
        """Compare entries, each with all of its others, and note the nearest."""
        if not len(couples.owners):
            return
        owners, owner = np.unique(couples.owners, return_inverse=True)
        places, other = np.unique(couples.others, return_inverse=True)
        words = own.at(owners).compared(), others.at(places).compared()
        for noted, nearest in zip(self, _nearest(owner, other, *words), strict=True):
            there = nearest >= 0
            noted[owners[there]] = places[nearest[there]]


class _Spread:
    """Columns of values divided into buckets, a block at a time, in a file if there is one."""

    def __init__(self, buckets: int, file: RowFile | None) -> None:
        self.buckets, self.file = buckets, file
        self.columns: list[tuple[RowColumn[Any], ...]] = []
        self.edges: list[Numbers] = []

    def add(self, bucket: npt.NDArray[Any], *columns: npt.NDArray[Any]) -> None:
        """Add a block of values."""
        order = np.argsort(bucket, kind="stable")
        self.edges.append(np.searchsorted(bucket[order], np.arange(self.buckets + 1)).astype(np.int64))
        self.columns.append(tuple(column_of([each[order]], self.file) for each in columns))

    def read(self, first: int, end: int) -> list[npt.NDArray[Any]]:
        """Return the columns of some buckets, a block after the other."""
        found = [
            [each.pieces[0].read(int(edges[first]), int(edges[end])) for each in columns]
            for columns, edges in zip(self.columns, self.edges, strict=True)
        ]
        return [np.concatenate(each) for each in zip(*found, strict=True)]


@dataclass(frozen=True)
class _Divided:
    """What each entry is to be compared with.

    Parameters
    ----------
    of_entries
        By `_ENTRIES` entries: the entry, an order of its keys, and which others share the key.
    members
        The others that share each key.
    weights
        How many others there are to look at, by `_ENTRIES` entries.
    of_itself
        Whether the others are the same set.
    """

    of_entries: _Spread = field(repr=False)
    members: RowColumn[np.uint32]
    weights: Numbers
    of_itself: bool

    @classmethod
    def of(cls, own: Entries, others: Entries, file: RowFile | None) -> "_Divided":
        frequencies = others.frequencies()
        of_itself = own is others
        buckets = 2 ** (15 * max(len(own), len(others)) // BUCKET_KEYS).bit_length()
        keys = _Keys(frequencies, buckets, file)
        theirs = keys.spread(others, None if of_itself else _Filter.of(own, frequencies))
        mine = theirs if of_itself else keys.spread(own, _Filter.of(others, frequencies))
        groups = len(own) // _ENTRIES + 1
        of_entries, weights = _Spread(groups, file), np.zeros(groups, dtype=np.int64)
        members, held = [], 0
        for number in range(theirs.buckets):
            runs = _runs_of(
                mine.read(number, number + 1), theirs.read(number, number + 1), of_itself=of_itself
            )
            group = (runs.owners // _ENTRIES).astype(np.uint32)
            weights += np.bincount(group, runs.sizes, groups).astype(np.int64)
            of_entries.add(group, runs.owners, runs.order, runs.starts + held, runs.sizes.astype(np.uint8))
            members.append(column_of([runs.members], file).pieces[0])
            held += len(runs.members)
        return cls(of_entries, RowColumn(tuple(members)), weights, of_itself)

    def candidates(self) -> Iterator[_Couples]:
        """Yield the entries with those that they are compared with, of some entries after the other."""
        first, groups = 0, len(self.weights)
        while first < groups:
            end = first + 1
            total = int(self.weights[first])
            while end < groups and total + self.weights[end] <= AT_ONCE:
                total += int(self.weights[end])
                end += 1
            if total:
                yield self._of(*self.of_entries.read(first, end))
            first = end

    def _of(self, owners: Any, order: Any, starts: Any, sizes: Any) -> _Couples:
        in_order = np.lexsort((order, owners))
        owners, starts, sizes = owners[in_order], starts[in_order], sizes[in_order].astype(np.int64)
        runs, first, run = np.unique(starts, return_index=True, return_inverse=True)
        lengths = sizes[first]
        members = self.members.at(spans(runs, lengths))
        begins = np.cumsum(lengths) - lengths
        return _Couples(*_chosen(owners.astype(np.int64), begins[run], sizes, members, self.of_itself))


class _Runs(NamedTuple):
    """Keys of entries that others have too.

    ``order`` says in which order an entry looks at its keys; ``starts`` and ``sizes`` where the others that
    share one stand in ``members``.
    """

    owners: npt.NDArray[np.uint32]
    order: npt.NDArray[np.uint64]
    starts: Numbers
    sizes: Numbers
    members: npt.NDArray[np.uint32]


def _runs_of(mine: Sequence[Any], theirs: Sequence[Any], *, of_itself: bool) -> _Runs:
    """Return the keys of a bucket that others have, with the first of these."""
    in_order = np.argsort(theirs[0], kind="stable")
    keys, members = theirs[0][in_order], theirs[1][in_order]
    starts = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]])[: len(keys)])
    lengths = np.diff(starts, append=len(keys))
    if of_itself:
        run = np.empty(len(keys), dtype=np.int64)
        run[in_order] = np.repeat(np.arange(len(starts)), lengths)
        shared = lengths[run] > 1
    else:
        run = np.minimum(np.searchsorted(keys[starts], mine[0]), max(len(starts) - 1, 0))
        shared = keys[starts][run] == mine[0] if len(starts) else np.zeros(len(mine[0]), dtype=np.bool_)
    run, owners, ordinals = run[shared], mine[1][shared], mine[2][shared].astype(np.uint64)
    used = np.unique(run)
    kept = np.minimum(lengths[used], MOST_COMPARED + 1)  # one may be the entry itself
    begins = np.zeros(len(starts), dtype=np.int64)
    begins[used] = np.cumsum(kept) - kept
    order = (lengths[run].astype(np.uint64) << np.uint64(_ORDINAL_BITS)) | ordinals
    first = members[spans(starts[used], kept)]
    return _Runs(owners, order, begins[run], np.minimum(lengths[run], MOST_COMPARED + 1), first)


@dataclass(frozen=True)
class _Filter:
    """Which keys a set may have: all that it has, and a few others."""

    there: npt.NDArray[np.bool_]

    @classmethod
    def of(cls, entries: Entries, frequencies: Numbers) -> "_Filter | None":
        """Return the keys of a set, None where it is too large to say."""
        if 15 * len(entries) > 2 ** (_FILTER_BITS - 2):
            return None
        there = np.zeros(2**_FILTER_BITS, dtype=np.bool_)
        for pairs in entries.blocks():
            there[_slots(pairs.keys(frequencies).keys)] = True
        return cls(there)

    def has(self, keys: Keys) -> npt.NDArray[np.bool_]:
        """Return which keys it may have."""
        return self.there[_slots(keys)]


def _slots(keys: Keys) -> Numbers:
    return (keys >> np.uint64(64 - _FILTER_BITS)).astype(np.int64)


@dataclass(frozen=True)
class _Keys:
    """How keys of entries are made and divided."""

    frequencies: Numbers
    buckets: int
    file: RowFile | None

    def spread(self, entries: Entries, wanted: _Filter | None) -> _Spread:
        """Divide keys: each with the entry that it is of, and which of its keys it is."""
        found, start = _Spread(self.buckets, self.file), 0
        for pairs in entries.blocks():
            made = pairs.keys(self.frequencies)
            first = np.searchsorted(made.owners, np.arange(len(pairs.premise)))
            ordinals = (np.arange(len(made.keys)) - first[made.owners]).astype(np.uint8)
            keys, owners = made.keys, made.owners.astype(np.uint32) + np.uint32(start)
            if wanted is not None:
                kept = wanted.has(keys)
                keys, owners, ordinals = keys[kept], owners[kept], ordinals[kept]
            found.add(self._bucket(keys), keys, owners, ordinals)
            start += len(pairs.premise)
        return found

    def _bucket(self, keys: Keys) -> npt.NDArray[Any]:
        bits = self.buckets.bit_length() - 1
        return (keys >> np.uint64(63)) >> np.uint64(1) if not bits else keys >> np.uint64(64 - bits)


def _signs(entries: Entries, file: RowFile | None) -> RowColumn[np.uint64]:
    """Return the bits of the words of both texts of each entry, two numbers each."""
    return column_of((pairs.compared().bits.ravel() for pairs in entries.blocks()), file)


def _pairs_at(signs: RowColumn[np.uint64], entries: Numbers) -> Keys:
    """Return the two numbers of some entries, given in ascending order, shape (entries, 2)."""
    return signs.at(np.stack([2 * entries, 2 * entries + 1], axis=1).ravel()).reshape(-1, 2)


@numba.njit(cache=True, nogil=True)
def _may_be_near(owner: Numbers, other: Numbers, signs: Keys, other_signs: Keys) -> npt.NDArray[np.bool_]:
    found = np.empty(len(owner), dtype=np.bool_)
    for place in range(len(owner)):
        found[place] = not surely_apart(signs[owner[place]], other_signs[other[place]])
    return found


@numba.njit(cache=True, nogil=True)
def _chosen(
    owners: Numbers,
    starts: Numbers,
    sizes: Numbers,
    members: Places,
    of_itself: bool,  # noqa: FBT001 - compiled
) -> tuple[Numbers, Numbers]:
    """Return for each entry the first different others; keys come by entry, in the order to look at them."""
    found = np.empty((2, sizes.sum()), dtype=np.int64)
    count, first = 0, 0
    for place in range(len(owners)):
        if place and owners[place] != owners[place - 1]:
            first = count
        for position in range(starts[place], starts[place] + sizes[place]):
            if count - first == MOST_COMPARED:
                break
            other = np.int64(members[position])
            known = of_itself and other == owners[place]
            for before in range(first, count):
                known = known or found[1, before] == other
            if not known:
                found[0, count], found[1, count] = owners[place], other
                count += 1
    return found[0, :count].copy(), found[1, :count].copy()


@numba.njit(cache=True, nogil=True)
def _nearest(owner: Numbers, other: Numbers, own: Compared, others: Compared) -> tuple[Numbers, Numbers]:
    """Return the nearest other of each entry by place, the first of several; -1: there is none."""
    entries = len(own.allowed)
    found, fewest = np.full((2, entries), -1), np.full((2, entries), MOST_EDITS + 1)
    for place in range(len(owner)):
        note_if_nearer(found, fewest, own, owner[place], others, other[place])
    return found[0], found[1]
