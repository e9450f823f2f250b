"""What it takes to find pairs again, of very many rows: hashes of both texts, their words, labels and ids."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from rightreasons.artifacts.near_pairs import WordPairs
from rightreasons.artifacts.similar_pairs import hashed_pairs
from rightreasons.engine.row_columns import RowColumn
from rightreasons.engine.row_texts import RowTexts
from rightreasons.pairs import PairTable

Places = npt.NDArray[np.int64]
Hashes = npt.NDArray[np.uint64]
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)


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
