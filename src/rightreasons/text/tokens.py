"""Tokens of many texts as one flat array of ids, and the tokenisations that make them, by name."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt
import polars as pl

Ids = npt.NDArray[np.int32]


Offsets = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Tokens:
    """The tokens of `n` texts.

    Parameters
    ----------
    tokenisation
        Name of the tokenisation that made them.
    vocabulary
        Distinct tokens, shape (types,); position is the id. Never holds null.
    ids
        Token ids of all texts one after the other, shape (tokens,), int32.
    offsets
        Text ``i`` has the tokens ``ids[offsets[i]:offsets[i + 1]]``; shape (n + 1,), int64.
    """

    tokenisation: str
    vocabulary: pl.Series
    ids: Ids
    offsets: Offsets

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def lengths(self) -> Offsets:
        """Number of tokens of every text, shape (n,)."""
        return np.diff(self.offsets)

    @property
    def rows(self) -> Offsets:
        """Position of the text that each token belongs to, shape (tokens,)."""
        return np.repeat(np.arange(len(self), dtype=np.int64), self.lengths)

    def blocks(self) -> Iterator[tuple[int, "Tokens"]]:
        """Yield the tokens as one block, with the position of its first text."""
        yield 0, self

    def at(self, texts: npt.NDArray[np.int64]) -> "Tokens":
        """Return the tokens of the texts at these positions, in the order given, in the same vocabulary."""
        lengths = self.lengths[texts]
        offsets = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(lengths)])
        places = np.repeat(self.offsets[texts] - offsets[:-1], lengths) + np.arange(offsets[-1])
        return Tokens(self.tokenisation, self.vocabulary, self.ids[places], offsets)

    def to_lists(self) -> list[list[str]]:
        """Return the tokens of every text as strings; for looking at, not for counting."""
        words = self.vocabulary.to_numpy()[self.ids] if len(self.ids) else np.array([], dtype=object)
        return [part.tolist() for part in np.split(words, self.offsets[1:-1])] if len(self) else []

    def recoded(self, vocabulary: pl.Series) -> Ids:
        """Return the ids in another vocabulary, shape (tokens,); -1 where a token is not in it."""
        if not len(self.ids):
            return self.ids
        used = np.unique(self.ids) if len(self.ids) < len(self.vocabulary) else None
        words = self.vocabulary if used is None else self.vocabulary.gather(used)
        index = pl.DataFrame({"token": vocabulary, "id": np.arange(len(vocabulary), dtype=np.int32)})
        found = pl.DataFrame({"token": words}).join(index, on="token", how="left", maintain_order="left")
        mapping = np.full(len(self.vocabulary), -1, dtype=np.int32)
        mapping[slice(None) if used is None else used] = found["id"].fill_null(-1).to_numpy()
        return mapping[self.ids]


class TokenBlocks(Protocol):
    """The tokens of `n` texts, which need not be in memory together: `Tokens`, or `RowTokens`."""

    @property
    def tokenisation(self) -> str:
        """Name of the tokenisation that made them."""
        ...

    @property
    def vocabulary(self) -> pl.Series:
        """Distinct tokens in the order in which they first occur, shape (types,)."""
        ...

    @property
    def lengths(self) -> npt.NDArray[np.integer]:
        """Number of tokens of every text, shape (n,)."""
        ...

    def __len__(self) -> int: ...

    def blocks(self) -> Iterator[tuple[int, Tokens]]:
        """Yield the tokens of some texts after the other, with the position of the first of them."""
        ...

    def at(self, texts: npt.NDArray[np.int64]) -> Tokens:
        """Return the tokens of the texts at these positions, in the order given."""
        ...


def from_lists(lists: pl.Series, tokenisation: str) -> Tokens:
    """Return the tokens of a polars ``List(String)`` series; a null list counts as no tokens.

    Ids are given in the order in which tokens first occur, so that the same texts give the same ids.
    """
    lengths = lists.list.len().fill_null(0).cast(pl.Int64).to_numpy()
    offsets = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(lengths)])
    flat = lists.explode(empty_as_null=False, keep_nulls=False).rename("token")
    if flat.null_count():
        raise ValueError("a token is never null")
    vocabulary = flat.unique(maintain_order=True)
    ids = flat.cast(pl.Enum(vocabulary)).to_physical()
    return Tokens(tokenisation, vocabulary, ids.to_numpy().astype(np.int32), offsets)
