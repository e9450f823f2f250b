"""What it takes to find pairs again, of very many rows: hashes of both texts, their words, labels and ids."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.near_pairs import WordPairs
from rightreasons.artifacts.similar_pairs import hashed_pairs
from rightreasons.engine.row_columns import Piece, RowColumn
from rightreasons.pairs import PairTable

Places = npt.NDArray[np.int64]
Hashes = npt.NDArray[np.uint64]
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_ALONE = 64
"""A piece of which one value in so many is wanted, or more, is read whole."""


@dataclass(frozen=True)
class RowTexts:
    """A short text for each row; those of parts of a set are put together.

    Parameters
    ----------
    letters
        The bytes of all texts (UTF-8), one after the other.
    ends
        Where each ends in its piece.
    """

    letters: RowColumn[np.uint8]
    ends: RowColumn[np.uint32]

    @classmethod
    def of(cls, texts: pl.Series) -> "RowTexts":
        """Return the texts of one block of rows."""
        joined = texts.str.join("").item() if len(texts) else ""
        ends = texts.str.len_bytes().cum_sum().cast(pl.UInt32).to_numpy()
        return cls(RowColumn.of(np.frombuffer(joined.encode(), dtype=np.uint8)), RowColumn.of(ends))

    def __add__(self, other: "RowTexts") -> "RowTexts":
        return RowTexts(self.letters + other.letters, self.ends + other.ends)

    def at(self, places: Places) -> pl.Series:
        """Return the texts of some rows, in the order given."""
        wanted, which = np.unique(places, return_inverse=True)
        limits = np.cumsum([0, *map(len, self.ends.pieces)])
        edges = np.searchsorted(wanted, limits)
        found = [
            self._of_piece(piece, wanted[edges[piece] : edges[piece + 1]] - limits[piece])
            for piece in np.flatnonzero(np.diff(edges)).tolist()
        ]
        return pl.Series(list(chain.from_iterable(found)), dtype=pl.String).gather(which)

    def _of_piece(self, piece: int, places: Places) -> Iterator[str]:
        letters, ends = self.letters.pieces[piece], self.ends.pieces[piece]
        if len(places) * _ALONE >= len(ends):
            text, stops = letters.read().tobytes(), ends.read()
            for place in places.tolist():
                yield text[int(stops[place - 1]) if place else 0 : int(stops[place])].decode()
            return
        for place in places.tolist():
            first, last = ends.read(place - 1, place + 1).tolist() if place else (0, int(ends.read(0, 1)[0]))
            yield letters.read(first, last).tobytes().decode()


@dataclass(frozen=True)
class BlockWords:
    """The words of the texts of rows, block by block; those of parts of a set are put together.

    Parameters
    ----------
    vocabulary
        A hash of every different word of a block.
    codes
        The words of its different texts, one text after the other, as places in that vocabulary.
    sizes
        How many words each text has.
    premise, hypothesis
        The two texts of each row, as places among those of its block.
    """

    vocabulary: RowColumn[np.uint64]
    codes: RowColumn[Any] = field(repr=False)
    sizes: RowColumn[Any] = field(repr=False)
    premise: RowColumn[Any] = field(repr=False)
    hypothesis: RowColumn[Any] = field(repr=False)

    @classmethod
    def of(cls, pairs: WordPairs) -> "BlockWords":
        """Return the words of one block of rows."""
        vocabulary, codes = _coded(pairs.words)
        narrow = (codes, np.diff(pairs.starts), pairs.premise, pairs.hypothesis)
        return cls(RowColumn.of(vocabulary), *(RowColumn.of(_narrow(each)) for each in narrow))

    def __add__(self, other: "BlockWords") -> "BlockWords":
        return BlockWords(
            self.vocabulary + other.vocabulary,
            self.codes + other.codes,
            self.sizes + other.sizes,
            self.premise + other.premise,
            self.hypothesis + other.hypothesis,
        )

    def of_block(self, block: int, rows: npt.NDArray[Any], allowed: npt.NDArray[Any]) -> WordPairs:
        """Return the pairs of some rows of a block as words, with the labels that these allow."""
        words = self.vocabulary.pieces[block].read()[self.codes.pieces[block].read()]
        starts = np.concatenate([[0], np.cumsum(self.sizes.pieces[block].read(), dtype=np.int64)])
        premise, hypothesis = (
            each.pieces[block].read()[rows].astype(np.int64) for each in (self.premise, self.hypothesis)
        )
        return WordPairs(words, starts, premise, hypothesis, allowed.astype(np.int64))


@dataclass(frozen=True)
class PairedRows:
    """Rows of a set as pairs that are to be found again; those of parts of a set are put together.

    Parameters
    ----------
    name
        Of the set.
    ids
        Of the rows.
    exact
        A hash of both texts of each row.
    premises, hypotheses
        A hash of either text, normalised.
    allowed
        The labels that gold allows, a bit each; 0: no gold.
    words
        Of both texts.
    """

    name: str
    ids: RowTexts
    exact: RowColumn[np.uint64]
    premises: RowColumn[np.uint64]
    hypotheses: RowColumn[np.uint64]
    allowed: RowColumn[np.uint8]
    words: BlockWords

    @classmethod
    def of(cls, pairs: PairTable) -> "PairedRows":
        """Return one block of rows."""
        rows, words = hashed_pairs(pairs)
        exact, premises, hypotheses = (
            RowColumn.of(rows[name].to_numpy()) for name in ("exact", "premise_text", "hypothesis_text")
        )
        allowed = RowColumn.of(rows["allowed"].to_numpy().astype(np.uint8))
        return cls(
            pairs.name,
            RowTexts.of(rows["id"]),
            exact,
            premises,
            hypotheses,
            allowed,
            BlockWords.of(words),
        )

    def __add__(self, other: "PairedRows") -> "PairedRows":
        return PairedRows(
            self.name,
            self.ids + other.ids,
            self.exact + other.exact,
            self.premises + other.premises,
            self.hypotheses + other.hypotheses,
            self.allowed + other.allowed,
            self.words + other.words,
        )

    def __len__(self) -> int:
        return len(self.allowed)

    def hashes(self, kind: str) -> Iterator[Hashes]:
        """Yield a hash of both texts of each row, one block after the other.

        Parameters
        ----------
        kind
            ``exact``: as they are written; ``normalised``; ``turned``: with their roles exchanged;
            ``entry``: normalised, and the labels.
        """
        if kind == "exact":
            yield from self.exact.arrays()
            return
        for first, second, allowed in zip(
            self.premises.arrays(), self.hypotheses.arrays(), self.allowed.arrays(), strict=True
        ):
            one, other = (second, first) if kind == "turned" else (first, second)
            both = _mixed(one * _MULTIPLIER + other)
            yield _mixed(both + allowed) if kind == "entry" else both


def _mixed(hashes: Hashes) -> Hashes:
    mixed = (hashes ^ (hashes >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    return (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)


def column_of(arrays: Iterable[npt.NDArray[Any]], file: Any) -> RowColumn[Any]:
    """Return a column of pieces, each put into a file as it comes, if there is one."""
    pieces = []
    for array in arrays:
        pieces.append(Piece(array))
        if file is not None:
            pieces[-1].put_aside(file)
    return RowColumn(tuple(pieces))


def _narrow(numbers: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return whole numbers in as few bytes as they need."""
    return numbers.astype(np.min_scalar_type(int(numbers.max(initial=0))))


@numba.njit(cache=True, nogil=True)
def _coded(words: Hashes) -> tuple[Hashes, npt.NDArray[np.uint32]]:
    """Return the different words, in the order in which they come, and the place of each among them."""
    bits = 4
    while 1 << bits < 2 * words.size:
        bits += 1
    table = np.zeros(1 << bits, dtype=np.uint32)  # of a word, its place and one
    mask, shift = np.int64((1 << bits) - 1), np.uint64(64 - bits)
    vocabulary = np.empty(words.size, dtype=np.uint64)
    codes = np.empty(words.size, dtype=np.uint32)
    known = 0
    for place in range(words.size):
        word = words[place]
        slot = np.int64(word >> shift)
        while table[slot] and vocabulary[table[slot] - 1] != word:
            slot = (slot + 1) & mask
        if not table[slot]:
            vocabulary[known] = word
            known += 1
            table[slot] = known
        codes[place] = table[slot] - 1
    return vocabulary[:known].copy(), codes
