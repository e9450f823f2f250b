"""Tokens of very many texts: in pieces, which lie in a file while one is open for them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.engine.row_columns import RowColumn, pieces_aside
from rightreasons.engine.row_texts import RowTexts
from rightreasons.text.tokens import Ids, Tokens

BLOCK_TOKENS = 4_000_000
"""Tokens that are worked on together, about."""
_VOCABULARIES = 16


@dataclass(frozen=True)
class RowTokens:
    """The tokens of the rows of a set, in their order; those of parts of a set are put together.

    Parameters
    ----------
    tokenisation
        Name of the tokenisation that made them.
    vocabularies
        Distinct tokens of each piece.
    ids
        Token ids of each piece in its own vocabulary, in as few bytes as these need.
    sizes
        Number of tokens of every text, shape (texts,).
    """

    tokenisation: str
    vocabularies: RowTexts = field(repr=False)
    ids: RowColumn[np.unsignedinteger]  # of 8, 16 or 32 bits
    sizes: RowColumn[np.uint32]

    @classmethod
    def of(cls, tokens: Tokens) -> "RowTokens":
        """Return the tokens of one block of rows."""
        kind = np.min_scalar_type(max(len(tokens.vocabulary) - 1, 0))
        return cls(
            tokens.tokenisation,
            RowTexts.of(tokens.vocabulary),
            RowColumn.of(tokens.ids.astype(kind)),
            RowColumn.of(tokens.lengths.astype(np.uint32)),
        )

    def __add__(self, other: "RowTokens") -> "RowTokens":
        vocabularies = self.vocabularies + other.vocabularies
        return RowTokens(self.tokenisation, vocabularies, self.ids + other.ids, self.sizes + other.sizes)

    def __len__(self) -> int:
        return len(self.sizes)

    @property
    def vocabulary(self) -> pl.Series:
        """Distinct tokens of all texts, in the order in which they first occur, shape (types,)."""
        return self._numbered[0]

    @property
    def lengths(self) -> npt.NDArray[np.uint32]:
        """Number of tokens of every text, shape (texts,)."""
        return self.sizes.whole()

    @cached_property
    def _numbered(self) -> tuple[pl.Series, RowColumn[np.int32]]:
        """The vocabulary, and the id in it of every token of the vocabulary of each piece."""
        known, found = pl.Series("token", [], dtype=pl.String), list[RowColumn[np.int32]]()
        pieces = len(self.vocabularies.ends.pieces)
        for first in range(0, pieces, _VOCABULARIES):
            some = [
                self.vocabularies.piece(each) for each in range(first, min(first + _VOCABULARIES, pieces))
            ]
            words = pl.Series("token", list(chain.from_iterable(some)), dtype=pl.String)
            known = pl.concat([known, words]).unique(maintain_order=True)
            index = known.to_frame().with_row_index("id")
            numbers = words.to_frame().join(index, on="token", how="left", maintain_order="left")["id"]
            ends = np.cumsum([len(each) for each in some])
            ids = np.split(numbers.to_numpy().astype(np.int32), ends[:-1])
            found.append(pieces_aside(ids))
        return known, RowColumn(tuple(chain.from_iterable(each.pieces for each in found)))

    def blocks(self) -> Iterator[tuple[int, Tokens]]:
        """Yield the tokens of about `BLOCK_TOKENS` after each other, with the position of the first text."""
        start, pieces, waiting = 0, list[int](), 0
        for piece, ids in enumerate(self.ids.pieces):
            pieces.append(piece)
            waiting += len(ids)
            if waiting >= BLOCK_TOKENS or piece == len(self.ids.pieces) - 1:
                block = self._of_pieces(pieces)
                yield start, block
                start, pieces, waiting = start + len(block), [], 0

    def at(self, texts: npt.NDArray[np.int64]) -> Tokens:
        """Return the tokens of the texts at these positions, in the order given."""
        order = np.argsort(texts, kind="stable")
        ascending = texts[order]
        ends = np.cumsum([len(each) for each in self.sizes.pieces])
        edges = np.searchsorted(ascending, np.concatenate([[0], ends]))
        ids, lengths = [np.empty(0, dtype=np.int32)], [np.empty(0, dtype=np.int64)]
        for piece in np.flatnonzero(np.diff(edges)).tolist():
            start = int(ends[piece]) - len(self.sizes.pieces[piece])
            part = self._of_pieces([piece]).at(ascending[edges[piece] : edges[piece + 1]] - start)
            ids.append(part.ids)
            lengths.append(part.lengths)
        found = self._tokens(ids, lengths)
        if len(order) and (np.diff(order) != 1).any():
            return found.at(np.argsort(order, kind="stable"))
        return found

    def _of_pieces(self, pieces: Sequence[int]) -> Tokens:
        mappings = self._numbered[1].pieces
        return self._tokens(
            [mappings[each].read()[self.ids.pieces[each].read()] for each in pieces],
            [self.sizes.pieces[each].read().astype(np.int64) for each in pieces],
        )

    def _tokens(self, ids: Sequence[Ids], lengths: Sequence[npt.NDArray[np.int64]]) -> Tokens:
        offsets = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(np.concatenate(lengths))])
        return Tokens(self.tokenisation, self.vocabulary, np.concatenate(ids), offsets)
