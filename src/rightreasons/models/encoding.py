"""Words and their ids, pairs as word ids, and batches of them as tensors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl
import torch

from rightreasons.errors import MissingGoldError, UnknownLabelError
from rightreasons.labels import Label
from rightreasons.models.batch import PAD, UNKNOWN, PairBatch, Sentences
from rightreasons.models.vocabulary import ModelVocabulary, lowered
from rightreasons.pairs import PairTable
from rightreasons.printable import printable
from rightreasons.text.tokenisations import tokens
from rightreasons.text.tokens import Tokens

Integers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class TextSettings:
    """How texts become words.

    Parameters
    ----------
    tokenisation
        A name of `rightreasons.text.tokenisations`.
    lower
        Whether words are taken in lower case.
    max_length
        Words of a sentence that are read; None: all.
    parses
        Where a model with trees takes them from, in words; None: it needs none.
    """

    tokenisation: str = "word-punct"
    lower: bool = True
    max_length: int | None = None
    parses: str | None = None


@dataclass(frozen=True)
class Side:
    """All premises, or all hypotheses, one after the other.

    Parameters
    ----------
    ids
        Word ids of all sentences, shape (words,), int32.
    offsets
        Sentence ``i`` has the words ``ids[offsets[i]:offsets[i + 1]]``, at least one; shape (n + 1,).
    transitions
        Shift (0) and reduce (1) of all binary trees, int8: sentence ``i`` has those from
        ``2 * offsets[i] - i`` on, ``2 * length - 1`` of them; None where no model needs trees.
    """

    ids: npt.NDArray[np.int32]
    offsets: Integers
    transitions: npt.NDArray[np.int8] | None = None

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def lengths(self) -> Integers:
        """Words of each sentence, shape (n,)."""
        return np.diff(self.offsets)


@dataclass(frozen=True)
class Encoded:
    """Pairs as word ids.

    Parameters
    ----------
    premise, hypothesis
        The sentences of n pairs.
    gold
        Index of the gold label among the labels of the model, shape (n,); None where it was not asked for.
    """

    premise: Side
    hypothesis: Side
    gold: Integers | None = None

    def __len__(self) -> int:
        return len(self.premise)


def tokens_of(pairs: PairTable, text: TextSettings) -> tuple[Tokens, Tokens]:
    """Return the tokens of premises and hypotheses.

    Raises
    ------
    TokenisationError
        If the tokenisation is that of the parses and a sentence has none.
    """
    premise, hypothesis = (
        tokens(texts, text.tokenisation, _parses(pairs, side))
        for side, texts in (("premise", pairs.premises), ("hypothesis", pairs.hypotheses))
    )
    return premise, hypothesis


def _parses(pairs: PairTable, side: str) -> pl.Series | None:
    column = pairs.parse_column(side)
    return None if column is None else pairs.frame[column]


def encode(
    pairs: PairTable, vocabulary: ModelVocabulary, text: TextSettings, labels: Sequence[Label] | None = None
) -> Encoded:
    """Return pairs as word ids; a sentence without words is one unknown word.

    Parameters
    ----------
    pairs
        The pairs, n of them.
    vocabulary
        The words that the model knows.
    text
        How texts become words.
    labels
        Labels of the model in the order of its outputs; None: gold labels are left out.

    Raises
    ------
    TokenisationError
        If the tokenisation is that of the parses and a sentence has none.
    MissingGoldError
        If labels are given and a pair has no gold label.
    UnknownLabelError
        If labels are given and a gold label is not among them.
    """
    premise, hypothesis = tokens_of(pairs, text)
    gold = None if labels is None else gold_indices(pairs, labels)
    return Encoded(side_of(premise, vocabulary, text), side_of(hypothesis, vocabulary, text), gold)


def side_of(words: Tokens, vocabulary: ModelVocabulary, text: TextSettings) -> Side:
    """Return sentences as word ids; see `encode`."""
    ids_of_types = vocabulary.ids_of(lowered(words.vocabulary, lower=text.lower))
    ids = ids_of_types[words.ids] if len(words.ids) else words.ids
    lengths = words.lengths if text.max_length is None else np.minimum(words.lengths, text.max_length)
    filled = np.maximum(lengths, 1)
    offsets = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(filled)])
    flat = np.full(offsets[-1], UNKNOWN, dtype=np.int32)
    flat[_spans(offsets[:-1], lengths)] = ids[_spans(words.offsets[:-1], lengths)]
    return Side(flat, offsets)


def gold_indices(pairs: PairTable, labels: Sequence[Label]) -> Integers:
    """Return the index of each gold label, shape (n,); errors as of `encode`."""
    names = [str(label) for label in labels]
    index = pairs.gold.cast(pl.String).replace_strict(
        names, range(len(names)), default=None, return_dtype=pl.Int64
    )
    bare = pairs.gold.null_count()
    if bare:
        raise MissingGoldError(
            f"{bare:,} of {len(pairs):,} pairs without a gold label",
            "a gold label for every pair",
            "drop them with --on-missing-gold drop",
        )
    if index.null_count():
        other = str(pairs.gold.filter(index.is_null())[0])
        raise UnknownLabelError(
            f"gold label '{printable(other)}'",
            f"one of the model's labels {', '.join(names)}",
            "give data with these labels, or a model that has it",
        )
    return index.to_numpy()


def batch_of(encoded: Encoded, rows: npt.ArrayLike) -> PairBatch:
    """Return some pairs as one batch, in the order of `rows`, padded to its longest sentences.

    Parameters
    ----------
    encoded
        All pairs.
    rows
        Positions of the pairs wanted, shape (B,), at least one.
    """
    chosen = np.asarray(rows, dtype=np.int64)
    gold = None if encoded.gold is None else torch.from_numpy(encoded.gold[chosen])
    return PairBatch(
        _sentences(encoded.premise, chosen),
        _sentences(encoded.hypothesis, chosen),
        gold,
        torch.from_numpy(chosen),
    )


def _sentences(side: Side, rows: Integers) -> Sentences:
    starts = side.offsets[rows]
    lengths = side.offsets[rows + 1] - starts
    ids = _padded(side.ids, starts, lengths, PAD)
    trees = None
    if side.transitions is not None:
        trees = _padded(side.transitions, 2 * starts - rows, 2 * lengths - 1, -1)
    return Sentences(
        torch.from_numpy(ids), torch.from_numpy(lengths), None if trees is None else torch.from_numpy(trees)
    )


def _padded(flat: npt.NDArray[np.integer], starts: Integers, lengths: Integers, pad: int) -> Integers:
    columns = np.arange(lengths.max())
    inside = columns < lengths[:, None]  # (B, T)
    padded = np.full(inside.shape, pad, dtype=np.int64)
    padded[inside] = flat[_spans(starts, lengths)]
    return padded


def _spans(starts: Integers, lengths: Integers) -> Integers:
    """Return ``starts[i], starts[i] + 1, ...``, `lengths[i]` of them, for every i."""
    before = np.cumsum(lengths) - lengths
    return np.repeat(starts - before, lengths) + np.arange(lengths.sum())
