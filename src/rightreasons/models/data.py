"""Data as a model reads them, batch by batch, and the logits of all of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, Self

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from rightreasons.labels import Label
from rightreasons.models.encoding import Encoded, TextSettings, batch_of, encode
from rightreasons.models.trees import encode_with_trees
from rightreasons.models.vocabulary import ModelVocabulary
from rightreasons.pairs import PairTable
from rightreasons.text.bracketing.bracketer import Bracketer

Integers = npt.NDArray[np.int64]


class Batch(Protocol):
    """Pairs that are computed at once."""

    @property
    def gold(self) -> Tensor | None:
        """Index of the gold label of each pair, shape (B,)."""
        ...

    @property
    def rows(self) -> Tensor:
        """Position of each pair in its data, shape (B,)."""
        ...

    def to(self, device: torch.device) -> Self:
        """Return the same on another device."""
        ...


class PairData(Protocol):
    """Pairs that can be read in batches."""

    @property
    def sizes(self) -> Integers:
        """Tokens of what is padded to the longest of a batch, shape (n, sides)."""
        ...

    def batch(self, rows: Integers) -> Batch:
        """Return some pairs as one batch, in the order of `rows`."""
        ...


@dataclass(frozen=True)
class EncodedPairs:
    """Pairs as word ids.

    Parameters
    ----------
    encoded
        The pairs.
    """

    encoded: Encoded

    @property
    def sizes(self) -> Integers:
        """Words of premise and hypothesis, shape (n, 2)."""
        return np.stack([self.encoded.premise.lengths, self.encoded.hypothesis.lengths], axis=1)

    def batch(self, rows: Integers) -> Batch:
        """Return some pairs as one batch, in the order of `rows`."""
        return batch_of(self.encoded, rows)


def read_data(
    pairs: PairTable,
    words: ModelVocabulary,
    text: TextSettings,
    labels: Sequence[Label] | None = None,
    bracketer: Bracketer | None = None,
) -> EncodedPairs:
    """Return pairs as a model reads them.

    Parameters
    ----------
    pairs
        The pairs.
    words, text
        What the model knows and how it reads; it reads trees where `text.parses` is given.
    labels
        Gold labels are the indices of these; None: they are left out.
    bracketer
        Gives sentences without parses their trees.

    Raises
    ------
    RightReasonsError
        As `rightreasons.models.encoding.encode` and `rightreasons.models.trees.trees_of`.
    """
    if text.parses is None:
        return EncodedPairs(encode(pairs, words, text, labels))
    return EncodedPairs(encode_with_trees(pairs, words, text, labels, bracketer))


def by_length(sizes: Integers, rows: Integers) -> Integers:
    """Return `rows` with the longest pairs first, so that neighbours need little padding.

    Parameters
    ----------
    sizes
        Tokens of each side of all pairs, shape (n, sides).
    rows
        Positions of some of them.
    """
    return np.asarray(rows[np.lexsort(-sizes[rows].T[::-1])])


def divided(sizes: Integers, rows: Integers, pairs: int, tokens: int) -> list[Integers]:
    """Divide pairs, in their order, into batches.

    Parameters
    ----------
    sizes
        Tokens of each side of all pairs, shape (n, sides).
    rows
        Positions of those that are divided.
    pairs
        Pairs of a batch at most.
    tokens
        Tokens of a batch at most, padding included; a longer pair has a batch of its own.
    """
    batches, start, longest = [], 0, [0] * sizes.shape[1]
    for place, size in enumerate(sizes[rows].tolist()):
        longer = [max(pair) for pair in zip(longest, size, strict=True)]
        count = place - start + 1
        if count > 1 and (count > pairs or count * sum(longer) > tokens):
            batches.append(rows[start:place])
            start, longer = place, size
        longest = longer
    return [*batches, rows[start:]] if len(rows) else []


def logits_of(
    model: torch.nn.Module, data: PairData, device: torch.device, tokens: int = 16384, pairs: int = 256
) -> Iterator[tuple[Integers, npt.NDArray[np.float32]]]:
    """Yield positions of pairs and their logits, shape (B, labels): the longest pairs first.

    Parameters
    ----------
    model
        From a batch to logits; it is left in evaluation mode.
    data
        The pairs.
    device
        Where the model is.
    tokens, pairs
        See `divided`.
    """
    model.eval()
    sizes = data.sizes
    batches = divided(sizes, by_length(sizes, np.arange(len(sizes))), pairs, tokens)
    with torch.inference_mode():
        for rows in batches:
            yield rows, model(data.batch(rows).to(device)).float().cpu().numpy()


def all_logits(
    model: torch.nn.Module, data: PairData, labels: Sequence[object], device: torch.device
) -> npt.NDArray[np.float32]:
    """Return the logits of all pairs in their order, shape (n, labels); see `logits_of`."""
    logits = np.empty((len(data.sizes), len(labels)), dtype=np.float32)
    for rows, values in logits_of(model, data, device):
        logits[rows] = values
    return logits
