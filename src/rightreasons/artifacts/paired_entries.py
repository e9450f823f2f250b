"""The different pairs of very many rows: those that differ in a normalised text or in the label."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from rightreasons.artifacts.near_pairs import COUNTED, Numbers, WordPairs
from rightreasons.artifacts.paired_rows import PairedRows
from rightreasons.artifacts.text_hashes import Rows, numbered
from rightreasons.engine.row_columns import RowColumn, RowFile, column_of

Places = npt.NDArray[np.uint32]


@dataclass(frozen=True)
class Entries:
    """The different pairs of a set, in the order of the first row of each.

    Parameters
    ----------
    rows
        The set.
    of_rows
        The entry of each row.
    places
        The first row of each entry, as a place in its block; a piece a block.
    allowed
        The labels that gold allows, a bit each.
    """

    rows: PairedRows
    of_rows: RowColumn[Any]
    places: RowColumn[Any]
    allowed: RowColumn[np.uint8]

    @classmethod
    def of(cls, rows: PairedRows, file: RowFile | None) -> "Entries":
        """Return the entries of a set."""
        numbers = numbered(Rows(len(rows), lambda: rows.hashes("entry")))
        edges = np.cumsum([0, *map(len, rows.allowed.pieces)])
        parts = [numbers[first:end] for first, end in pairwise(edges.tolist())]
        known, places = 0, []
        for part in parts:
            highest = np.maximum.accumulate(np.concatenate([[known - 1], part]))
            places.append(np.flatnonzero(highest[1:] > highest[:-1]).astype(np.uint32))
            known = int(highest[-1]) + 1
        allowed = (own[there] for own, there in zip(rows.allowed.arrays(), places, strict=True))
        return cls(rows, column_of(parts, file), column_of(places, file), column_of(allowed, file))

    def __len__(self) -> int:
        return len(self.places)

    def blocks(self) -> Iterator[WordPairs]:
        """Yield the entries of one block after the other as words."""
        for block in range(len(self.places.pieces)):
            places, allowed = (each.pieces[block].read() for each in (self.places, self.allowed))
            yield self.rows.words.of_block(block, places, allowed)

    def first_rows(self) -> Places:
        """Return the first row of each entry, shape (entries,)."""
        starts = np.cumsum([0, *map(len, self.rows.allowed.pieces)])
        parts = [
            places + np.uint32(start) for places, start in zip(self.places.arrays(), starts, strict=False)
        ]
        return np.concatenate(parts)

    def at(self, entries: Numbers) -> WordPairs:
        """Return some entries, given in ascending order, as words."""
        limits = np.cumsum([0, *map(len, self.places.pieces)])
        edges = np.searchsorted(entries, limits)
        parts = []
        for block in np.flatnonzero(np.diff(edges)).tolist():
            wanted = entries[edges[block] : edges[block + 1]] - limits[block]
            places, allowed = (each.pieces[block].read()[wanted] for each in (self.places, self.allowed))
            parts.append(self.rows.words.of_block(block, places, allowed).with_its_texts())
        return WordPairs.joined(parts)

    def frequencies(self) -> Numbers:
        """Return in how many texts of entries the words of each bucket of hashes stand."""
        counts = np.zeros(COUNTED, dtype=np.int64)
        for pairs in self.blocks():
            counts += pairs.frequencies()
        return counts
