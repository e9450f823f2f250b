"""Texts that recur were written once: features of texts counted by writings instead of by instances.

A claim that is paired with eight pieces of evidence is eight instances and one writing: what its words go
with was observed once. Where no text recurs, writings are instances and every count is the same.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from rightreasons.statistics.clustered import clustered_proportion
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate

_ROUNDING = 1e-12  # of shares of pairs, which are added up in double precision

Numbers = npt.NDArray[np.int64]
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

    text: Numbers
    codes: Numbers
    labels: int
    sources: "Writings | None" = None

    @classmethod
    def distinct(cls, codes: Numbers, labels: int) -> "Writings":
        """Return the writings of instances of which no text recurs."""
        return cls(np.arange(len(codes)), codes, labels)

    def __len__(self) -> int:
        return len(self.sizes)

    @cached_property
    def sizes(self) -> Numbers:
        """Instances of every writing, shape (writings,)."""
        return np.bincount(self.text)

    @cached_property
    def recurring(self) -> npt.NDArray[np.bool_]:
        """Whether an instance's text recurs, shape (n,)."""
        return np.asarray(self.sizes[self.text] > 1)

    @cached_property
    def shares(self) -> Shares:
        """Share of every label among the instances of each writing, shape (writings, labels)."""
        cells = np.bincount(self.text * self.labels + self.codes, minlength=len(self) * self.labels)
        return np.asarray(cells.reshape(len(self), self.labels) / self.sizes[:, None])

    def shuffled(self, rng: np.random.Generator) -> npt.NDArray[np.float32]:
        """Return `shares` assigned again among writings of about equal size (within a factor of two).

        Where there are sources, the shares of a whole source go to another one of about as many writings, in
        an order that begins anywhere. Without the last label, and in single precision: many of them are made.
        """
        given = (
            _permuted(self._of_like_size, len(self), rng) if self.sources is None else self._by_source(rng)
        )
        return np.take(self._single_precision, given, axis=0)

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
    def _in_sources(self) -> tuple[Numbers, npt.NDArray[np.intp], Numbers]:
        """Source of every writing (of its first instance), writings by source, and how many each has."""
        if self.sources is None:
            raise ValueError("no sources are known")
        _, first = np.unique(self.text, return_index=True)
        source = self.sources.text[first]
        return source, np.argsort(source, kind="stable"), np.bincount(source)

    @cached_property
    def labels_go_together(self) -> bool:
        """Whether two instances of a text have one label more often than any two instances."""
        counts = self.shares * self.sizes[:, None]
        pairs = float((self.sizes * (self.sizes - 1)).sum())
        every = len(self.codes) * (len(self.codes) - 1)
        if not pairs:
            return False
        totals = counts.sum(axis=0)
        same = float((counts * (counts - 1)).sum()) / pairs
        return same > float((totals * (totals - 1)).sum()) / every + _ROUNDING

    @cached_property
    def _single_precision(self) -> npt.NDArray[np.float32]:
        return self.shares[:, :-1].astype(np.float32)

    @cached_property
    def _of_like_size(self) -> list[npt.NDArray[np.int32]]:
        return _like(self.sizes)

    @cached_property
    def prior(self) -> Shares:
        """Mean share of every label over writings, shape (labels,)."""
        return np.asarray(self.shares.mean(axis=0))

    def share(self, of: npt.NDArray[np.bool_]) -> Estimate:
        """Return the share of instances of which something is true; of texts that recur, over writings."""
        if not self.recurring.any():
            return proportion(int(of.sum()), len(of))
        return clustered_proportion(of, self.text)

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
        return self.merged(of_instances(by_instances), features, rows)

    def merged(self, counts: ByWriting, features: Numbers, rows: Numbers) -> ByWriting:
        """Return counts in which the instances of some writings, counted one by one so far, count once.

        Parameters
        ----------
        counts
            By instances, or by the writings that were merged before.
        features, rows
            As in `counted`; of a writing all instances are here, or none.
        """
        held, group = np.unique(features * len(self) + self.text[rows], return_inverse=True)
        size = np.bincount(group, minlength=len(held))
        of_feature = np.bincount(features, minlength=len(counts.total))
        once = np.bincount(held // max(len(self), 1), minlength=len(counts.total))
        # An instance alone counts 1 for its label; one of m with the feature, 1 / m.
        surplus = np.bincount(
            features * self.labels + self.codes[rows], 1 - 1 / size[group], counts.by_label.size
        )
        by_label = counts.by_label - surplus.reshape(counts.by_label.shape)
        return ByWriting(by_label, counts.total - of_feature + once)


def of_instances(by_instances: Numbers) -> ByWriting:
    """Return counts by instances as counts by writings, none of which recurs; shape (features, labels)."""
    return ByWriting(by_instances.astype(np.float64), by_instances.sum(axis=1))


def _like(sizes: Numbers) -> list[npt.NDArray[np.int32]]:
    """Return the positions of sizes that are equal within a factor of two; of 0 those are all."""
    doublings = np.floor(np.log2(np.maximum(sizes, 0.5))).astype(np.int64)
    return [np.flatnonzero(doublings == each).astype(np.int32) for each in np.unique(doublings)]


def _permuted(groups: list[npt.NDArray[np.int32]], n: int, rng: np.random.Generator) -> npt.NDArray[np.int32]:
    """Return a random permutation of n positions that leaves each in its group, shape (n,)."""
    found = np.arange(n, dtype=np.int32)
    for members in groups:
        found[members] = rng.permutation(members)
    return found
