"""Texts that recur were written once: features of texts counted by writings instead of by instances.

A claim that is paired with eight pieces of evidence is eight instances and one writing: what its words go
with was observed once. Where no text recurs, writings are instances and every count is the same.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from rightreasons.artifacts.row_counts import Counts, spans, times
from rightreasons.artifacts.share_sums import ShareSums
from rightreasons.statistics.clustered import proportion_of_clusters
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate
from rightreasons.text.tokens import TokenBlocks, Tokens

_BLOCK_TOKENS = 500_000  # of all frequent patterns such a block holds some ten million
_BLOCKS = 128
_ROUNDING = 1e-12  # of shares of pairs, which are added up in double precision

Numbers = npt.NDArray[np.int64]
Codes = npt.NDArray[np.integer]
Shares = npt.NDArray[np.float64]


@dataclass(frozen=True)
class ByWriting:
    """Features counted by writings.

    Parameters
    ----------
    by_label
        Of each writing with the feature the share of its instances of every label, summed over writings; of
        shape (features, labels).
    total
        Writings with the feature, shape (features,).
    """

    by_label: Shares
    total: Numbers


@dataclass(frozen=True)
class Writings:
    """Which of n instances have the same text, and their labels.

    Parameters
    ----------
    text
        Number of every instance's text, from 0 up without gaps, shape (n,).
    codes
        Position of every instance's label, shape (n,).
    labels
        How many labels there are.
    sources
        The same instances by what they were written for (several summaries of one source), where labels of
        one source go together; None where they do not.
    """

    text: Codes
    codes: Codes
    labels: int
    sources: "Writings | None" = None

    @classmethod
    def distinct(cls, codes: Codes, labels: int) -> "Writings":
        """Return the writings of instances of which no text recurs."""
        return cls(np.arange(len(codes)), codes, labels)

    def __len__(self) -> int:
        return len(self.sizes)

    @cached_property
    def sizes(self) -> Counts:
        """Instances of every writing, shape (writings,), in the smallest type that holds all: widen them."""
        return times(self.text, int(self.text.max(initial=-1)) + 1)

    @property
    def recurring(self) -> npt.NDArray[np.bool_]:
        """Whether an instance's text recurs, shape (n,)."""
        return np.asarray(self.sizes[self.text] > 1)

    @cached_property
    def cells(self) -> Counts:
        """Instances of each writing by label, shape (writings, labels), in the type of `sizes`."""
        found = np.zeros((len(self), self.labels), dtype=self.sizes.dtype)
        _count_cells(self.text, self.codes, found)
        return found

    def _widened(self) -> Iterator[tuple[Numbers, Numbers]]:
        """Yield `sizes` and `cells` in eight bytes, some writings after the other."""
        for some in spans(len(self)):
            yield self.sizes[some].astype(np.int64), self.cells[some].astype(np.int64)

    @property
    def shares(self) -> Shares:
        """Share of every label among the instances of each writing, shape (writings, labels)."""
        return np.asarray(self.cells / self.sizes[:, None])

    @cached_property
    def share_sums(self) -> Shares:
        """`shares` summed over the writings, to the same digits in whatever order these are; (labels,)."""
        distinct = np.unique(self.sizes)
        by_size = np.zeros((self.labels, len(distinct)))
        for sizes, cells in self._widened():
            place = np.searchsorted(distinct, sizes)
            for label in range(self.labels):
                by_size[label] += np.bincount(place, cells[:, label], len(distinct))
        return np.array([float((each / distinct).sum()) for each in by_size])

    def shuffled(
        self, rng: np.random.Generator, of: npt.NDArray[np.integer] | None = None
    ) -> npt.NDArray[np.float32]:
        """Return `shares` assigned again among writings of about equal size (within a factor of two).

        Where there are sources, the shares of a whole source go to another one of about as many writings, in
        an order that begins anywhere. Without the last label, and in single precision: many of them are made.

        Parameters
        ----------
        rng
            Draws.
        of
            Writings whose shares are returned, by position; None: all.
        """
        given = (
            _permuted(self._of_like_size, len(self), rng) if self.sources is None else self._by_source(rng)
        )
        return np.take(self._single_precision, given if of is None else given[of], axis=0)

    def _by_source(self, rng: np.random.Generator) -> npt.NDArray[np.intp]:
        """Return the writing whose shares each writing gets, where whole sources change places."""
        source, order, sizes = self._in_sources
        starts = np.cumsum(sizes) - sizes
        given = _permuted(_like(sizes), len(sizes), rng)
        rank = np.empty(len(self), dtype=np.int64)
        rank[order] = np.arange(len(self)) - np.repeat(starts, sizes)
        begin = rng.integers(np.maximum(sizes[given], 1))
        place = (rank + begin[source]) % sizes[given][source]
        return np.asarray(order[starts[given][source] + place])

    @cached_property
    def _in_sources(self) -> tuple[Codes, npt.NDArray[np.intp], npt.NDArray[np.intp]]:
        """Source of every writing (of its first instance), writings by source, and how many each has."""
        if self.sources is None:
            raise ValueError("no sources are known")
        _, first = np.unique(self.text, return_index=True)
        source = self.sources.text[first]
        return source, np.argsort(source, kind="stable"), np.bincount(source)

    @cached_property
    def labels_go_together(self) -> bool:
        """Whether two instances of a text have one label more often than any two instances."""
        pairs, alike, totals = 0, 0, np.zeros(self.labels, dtype=np.int64)
        for sizes, cells in self._widened():
            pairs += int((sizes * (sizes - 1)).sum())
            alike += int((cells * (cells - 1)).sum())
            totals += cells.sum(axis=0)
        every = len(self.codes) * (len(self.codes) - 1)
        if not pairs:
            return False
        same = alike / pairs
        return same > sum(own * (own - 1) for own in totals.tolist()) / every + _ROUNDING

    @cached_property
    def _single_precision(self) -> npt.NDArray[np.float32]:
        found = np.empty((len(self), self.labels - 1), dtype=np.float32)
        for label in range(self.labels - 1):
            found[:, label] = self.cells[:, label] / self.sizes
        return found

    @cached_property
    def _of_like_size(self) -> list[npt.NDArray[np.int32]]:
        return _like(self.sizes)

    @cached_property
    def prior(self) -> Shares:
        """Mean share of every label over writings, shape (labels,)."""
        return np.asarray(self.share_sums / max(len(self), 1))

    def share(self, of: npt.NDArray[np.bool_]) -> Estimate:
        """Return the share of instances of which something is true; of texts that recur, over writings."""
        several = np.flatnonzero(self.sizes > 1)
        if not len(several):
            return proportion(int(of.sum()), len(of))
        true = times(self.text[of], len(self))[several].astype(np.int64)
        once = int(of.sum() - true.sum())
        sizes_of = self.sizes[several].astype(np.int64)
        clusters, number = np.unique(np.stack([true, sizes_of]), axis=1, return_counts=True)
        alone = np.array([[1, 0], [1, 1]])
        (right, sizes), each = (
            np.concatenate([alone, clusters], axis=1),
            np.concatenate([[once, len(self) - len(several) - once], number]),
        )
        return proportion_of_clusters(right[each > 0], sizes[each > 0], each[each > 0])

    def recurring_blocks(self, tokens: TokenBlocks) -> Iterator[tuple[Numbers, Tokens]]:
        """Yield the instances whose text recurs, with their tokens; those of one writing stay together.

        Blocks have about 500,000 tokens, or more where there would be more than 128 of them.

        Parameters
        ----------
        tokens
            Of all n instances.
        """
        sizes, lengths = self.sizes, tokens.lengths
        rows = np.empty(_of_several(sizes), dtype=np.int32 if len(self.text) < 2**31 else np.int64)
        if not len(rows):
            return
        _order_by_text(self.text, sizes, rows)
        every = sum(int(lengths[rows[some]].sum()) for some in spans(len(rows)))
        together = max(_BLOCK_TOKENS, every // _BLOCKS)
        for start, end in pairwise([*_starts(rows, self.text, lengths, together), len(rows)]):
            own = rows[start:end].astype(np.int64)
            yield own, tokens.at(own)

    def counted(self, features: Numbers, rows: Numbers, by_instances: Numbers) -> ByWriting:
        """Count features by writings.

        Parameters
        ----------
        features, rows
            Every feature of every instance whose text recurs, once an instance, and that instance; of equal
            length. Features of other instances need not be named: those are writings already.
        by_instances
            Instances with each feature by label, shape (features, labels).

        Returns
        -------
        ByWriting
            Where instances of one text differ in a feature (texts are equal up to case), its share is that
            among the instances with it.
        """
        return Recurring.none(by_instances.shape).and_those(self, features, rows).merged(by_instances)


@dataclass(frozen=True)
class Recurring:
    """Features of instances whose texts recur, counted by writings; in whatever order these come.

    Parameters
    ----------
    shape
        How many features and labels there are.
    shares
        Of each writing with a feature the share of its instances of every label, summed; by feature and
        label. The numerators are those instances.
    total
        Writings with the feature, shape (features,).
    """

    shape: tuple[int, int]
    shares: ShareSums
    total: Numbers

    @classmethod
    def none(cls, shape: tuple[int, ...]) -> "Recurring":
        """Return those of no instances."""
        features, labels = shape
        return cls((features, labels), ShareSums.none(), np.zeros(features, dtype=np.int64))

    @property
    def instances(self) -> Numbers:
        """Instances with each feature by label."""
        return self.shares.numerators_of(self.shape[0] * self.shape[1]).reshape(self.shape)

    def and_those(self, writings: Writings, features: Numbers, rows: Numbers) -> "Recurring":
        """Add the features of some instances; of a writing all instances are here, or none."""
        kinds, labels = self.shape
        keys = (writings.text[rows].astype(np.int64) * kinds + features) * labels + writings.codes[rows]
        keys.sort()  # by writing, feature and label
        first = np.flatnonzero(np.diff(keys, prepend=-1))
        cells, instances = keys[first], np.diff(np.append(first, len(keys)))
        held = np.flatnonzero(np.diff(cells // labels, prepend=-1))
        sizes = np.add.reduceat(instances, held) if len(held) else instances
        of_held = np.repeat(sizes, np.diff(np.append(held, len(cells))))
        return Recurring(
            self.shape,
            self.shares.and_those(of_held, cells % max(kinds * labels, 1), instances),
            self.total + np.bincount(cells[held] // labels % max(kinds, 1), minlength=kinds),
        )

    def merged(self, by_instances: Numbers) -> ByWriting:
        """Return counts in which these instances, counted one by one in `by_instances`, count by writings."""
        alone = by_instances - self.instances
        shares = self.shares.total(alone.size).reshape(self.shape)
        return ByWriting(alone + shares, alone.sum(axis=1) + self.total)


@numba.njit(cache=True, nogil=True)
def _count_cells(text: Any, codes: Any, found: Any) -> None:
    for row in range(len(text)):
        found[text[row], codes[row]] += 1


@numba.njit(cache=True, nogil=True)
def _of_several(sizes: Any) -> int:
    """Return how many instances are of writings with several."""
    found = 0
    for size in sizes:
        if size > 1:
            found += size
    return found


@numba.njit(cache=True, nogil=True)
def _order_by_text(text: Any, sizes: Any, rows: Any) -> None:
    """Fill in the instances of writings with several, by writing, then in their order."""
    place = np.empty(len(sizes), dtype=rows.dtype)
    start = 0
    for writing in range(len(sizes)):
        place[writing] = start
        if sizes[writing] > 1:
            start += sizes[writing]
    for row in range(len(text)):
        if sizes[text[row]] > 1:
            rows[place[text[row]]] = row
            place[text[row]] += 1


@numba.njit(cache=True, nogil=True)
def _starts(rows: Any, text: Any, lengths: Any, together: int) -> Any:
    """Return where blocks of about so many tokens begin, each with a writing."""
    found, tokens, block, last = [0], 0, 0, -1
    for place in range(len(rows)):
        tokens += lengths[rows[place]]
        if text[rows[place]] != last:
            last = text[rows[place]]
            if place and tokens // together != block:
                found.append(place)
            block = tokens // together
    return found


def _like(sizes: npt.NDArray[np.integer]) -> list[npt.NDArray[np.int32]]:
    """Return the positions of sizes that are equal within a factor of two; of 0 those are all."""
    doublings = (np.frexp(sizes.astype(np.float64))[1] - 1).astype(np.int8)
    return [np.flatnonzero(doublings == each).astype(np.int32) for each in np.unique(doublings)]


def _permuted(groups: list[npt.NDArray[np.int32]], n: int, rng: np.random.Generator) -> npt.NDArray[np.int32]:
    """Return a random permutation of n positions that leaves each in its group, shape (n,)."""
    found = np.arange(n, dtype=np.int32)
    for members in groups:
        found[members] = rng.permutation(members)
    return found
