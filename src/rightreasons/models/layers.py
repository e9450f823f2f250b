"""Layers that architectures share: embedding, dropout, feed-forward, attention, pooling, encoder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Literal

import torch
from torch import Tensor, nn
from torch.nn import functional

from rightreasons.models.batch import PAD, Sentences
from rightreasons.models.recurrent import BiLSTM

# Dropout that draws quickly on a CPU, where drawing is a quarter of the training of a small model.


_LEVELS = 1 << 16


class Dropout(nn.Module):
    """Dropout (Srivastava et al. 2014), the entries kept scaled up by their share.

    On a CPU one draw of 64 bits decides on four entries, so the rate is met to 1/65536; the scale goes by
    the share that is really kept.

    Parameters
    ----------
    rate
        Share of the entries that is dropped in training, below 1.
    """

    def __init__(self, rate: float) -> None:
        super().__init__()
        self.rate = rate

    def forward(self, values: Tensor) -> Tensor:
        """Return the values, some of them zero in training and the others scaled up; any shape."""
        if not self.training or not self.rate:
            return values
        if values.device.type != "cpu":
            return functional.dropout(values, self.rate)
        kept = max(1, round((1 - self.rate) * _LEVELS))
        draws = torch.empty(-(-values.numel() // 4), dtype=torch.int64).random_(-(1 << 63), None)
        levels = draws.view(torch.int16)[: values.numel()].view(values.shape)  # from -32768 on
        scale = (levels <= kept - 1 - _LEVELS // 2).to(values.dtype).mul_(_LEVELS / kept)
        return values * scale

    def extra_repr(self) -> str:
        """Return the rate."""
        return f"rate={self.rate}"


# Feed-forward layers: dropout, linear map, activation, as often as there are sizes.


Activation = Literal["relu", "tanh", "none"]

_ACTIVATIONS: dict[Activation, type[nn.Module]] = {"relu": nn.ReLU, "tanh": nn.Tanh}


def feedforward(sizes: Sequence[int], activation: Activation, dropout: float) -> nn.Sequential:
    """Return layers from ``sizes[0]`` to ``sizes[-1]``, each an activation of a linear map behind dropout.

    Weights start as `glorot` has them.
    """
    layers: list[nn.Module] = []
    for inputs, outputs in pairwise(sizes):
        layers += [Dropout(dropout)] if dropout else []
        layers += [glorot(nn.Linear(inputs, outputs))]
        layers += [_ACTIVATIONS[activation]()] if activation in _ACTIVATIONS else []
    return nn.Sequential(*layers)


def glorot(layer: nn.Linear) -> nn.Linear:
    """Return the layer with weights drawn as in Glorot & Bengio (2010) and without bias to start from."""
    nn.init.xavier_uniform_(layer.weight)
    nn.init.zeros_(layer.bias)
    return layer


# Maximum and mean over the words of a sentence, whatever the padding.


def max_over_words(states: Tensor, mask: Tensor) -> Tensor:
    """Return the maximum over the words: states (B, T, D), mask (B, T) to (B, D)."""
    return states.masked_fill(~mask[:, :, None], float("-inf")).amax(1)


def sum_over_words(states: Tensor, mask: Tensor) -> Tensor:
    """Return the sum over the words: states (B, T, D), mask (B, T) to (B, D)."""
    return (mask[:, None].to(states.dtype) @ states)[:, 0]


def mean_over_words(states: Tensor, mask: Tensor) -> Tensor:
    """Return the mean over the words: states (B, T, D), mask (B, T) to (B, D)."""
    return sum_over_words(states, mask) / mask.sum(1, keepdim=True)


# Soft alignment of two sentences: each word of one with a weighted mean of the words of the other.


def masked_softmax(scores: Tensor, mask: Tensor) -> Tensor:
    """Return weights over the last dimension that are zero where there is no word.

    Parameters
    ----------
    scores
        Shape (B, Q, T).
    mask
        Whether there is a word, shape (B, T); at least one in each row.
    """
    return scores.masked_fill(~mask[:, None], float("-inf")).softmax(-1)


def aligned(
    scores: Tensor, premise: tuple[Tensor, Tensor], hypothesis: tuple[Tensor, Tensor]
) -> tuple[Tensor, Tensor]:
    """Return for each word what it is aligned with in the other sentence (Parikh et al. 2016, equation 2).

    Parameters
    ----------
    scores
        How well a word of the premise goes with one of the hypothesis, shape (B, P, H).
    premise, hypothesis
        Vectors of the words, shapes (B, P, D) and (B, H, D), each with its mask (B, P) or (B, H).

    Returns
    -------
    tuple of Tensor
        For the words of the premise (B, P, D) and for those of the hypothesis (B, H, D).
    """
    for_premise = masked_softmax(scores, hypothesis[1]) @ hypothesis[0]
    for_hypothesis = masked_softmax(scores.transpose(1, 2), premise[1]) @ premise[0]
    return for_premise, for_hypothesis


# Word vectors: fixed, learned, or some of each, with a projection where a model wants one.


class WordEmbedding(nn.Module):
    """The vectors of word ids.

    Parameters
    ----------
    vectors
        Vectors to start from, shape (V, D); several sets of vectors are joined by making them wider.
        Row `PAD` is zero and stays so.
    learned
        Which rows are learned, shape (V,); None: all of them. The others keep the vectors given.
    projection
        Size that the vectors are projected to, linearly and without bias; None: they are taken as they are.
    """

    fixed: Tensor
    place: Tensor

    def __init__(self, vectors: Tensor, learned: Tensor | None = None, projection: int | None = None) -> None:
        super().__init__()
        chosen = torch.ones(len(vectors), dtype=torch.bool) if learned is None else learned.clone()
        chosen[PAD] = False
        # The fixed rows are numbered first: an id is learned where its place is behind them.
        order = torch.cat([(~chosen).nonzero()[:, 0], chosen.nonzero()[:, 0]])
        self.register_buffer("place", torch.empty_like(order).scatter_(0, order, torch.arange(len(order))))
        self.register_buffer("fixed", vectors[~chosen].clone())
        self.learned = nn.Parameter(vectors[chosen].clone())
        self.project = None if projection is None else nn.Linear(vectors.shape[1], projection, bias=False)
        self.size = projection or vectors.shape[1]

    def forward(self, ids: Tensor) -> Tensor:
        """Return the vectors of `ids` (...), shape (..., size)."""
        vectors = self._rows(self.place[ids])
        return vectors if self.project is None else self.project(vectors)

    def _rows(self, place: Tensor) -> Tensor:
        border = len(self.fixed)
        if not len(self.learned):
            return self.fixed[place]
        learned = functional.embedding((place - border).clamp(min=0), self.learned)  # (..., D)
        return torch.where((place < border)[..., None], self.fixed[place.clamp(max=border - 1)], learned)


def distinct_words(ids: Tensor) -> tuple[Tensor, Tensor]:
    """Return the distinct ids (U,) and the place of each id among them, shape of `ids`.

    What a model does with a word alone is then done once a batch. An accelerator repeats the work in less
    time than it would wait for the count: there every id counts as its own.
    """
    if ids.device.type == "cpu":
        words, places = torch.unique(ids, return_inverse=True)
        return words, places
    return ids.flatten(), torch.arange(ids.numel(), device=ids.device).view(ids.shape)


def distinct_words_of(*sentences: Tensor) -> tuple[Tensor, list[Tensor]]:
    """Return the distinct ids of several sides, (U,), and for each side the places of its ids."""
    words, places = distinct_words(torch.cat([side.flatten() for side in sentences]))
    parts = torch.split(places, [side.numel() for side in sentences])
    return words, [part.view_as(side) for part, side in zip(parts, sentences, strict=True)]


def learned_rows_of(state: Mapping[str, Tensor]) -> tuple[Tensor, int]:
    """Return which rows are learned (V,) and how long they are: what a saved embedding is built again from.

    Parameters
    ----------
    state
        The saved tensors of a model whose embedding is its attribute ``words``.
    """
    fixed = state["words.fixed"]
    return state["words.place"] >= len(fixed), fixed.shape[1]


# Sentences read by one BiLSTM, both sides in one go, each distinct word and sentence once.


class SentenceEncoder(nn.Module):
    """A BiLSTM over word vectors.

    Parameters
    ----------
    inputs
        Size of a word vector.
    hidden
        Size H of the state of one direction.
    dropout
        Share of the entries of word vectors that is dropped in training: drawn for each distinct word of a
        batch, the same for all its occurrences.
    """

    def __init__(self, inputs: int, hidden: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.size = 2 * hidden
        self.dropout = Dropout(dropout)
        self.lstm = BiLSTM(inputs, hidden)

    def forward(self, words: WordEmbedding, *sentences: Sentences) -> list[Tensor]:
        """Return the states of each side, shape (B, T, 2 H), zero behind the end of a sentence."""
        width = max(side.ids.shape[1] for side in sentences)
        ids = torch.cat(
            [functional.pad(side.ids, (0, width - side.ids.shape[1])) for side in sentences]
        )  # (S, T)
        states = self._states(words, ids, torch.cat([side.lengths for side in sentences]))  # (S, T, 2 H)
        parts = torch.split(states, [len(side.ids) for side in sentences])
        return [part[:, : side.ids.shape[1]] for part, side in zip(parts, sentences, strict=True)]

    def _states(self, words: WordEmbedding, ids: Tensor, lengths: Tensor) -> Tensor:
        if self.training or ids.device.type != "cpu":
            return self._read(words, ids, lengths)
        # Without dropout a sentence that occurs again, as SNLI's premises do, has the same states again.
        distinct, place = torch.unique(ids, dim=0, return_inverse=True)
        lengths = lengths.new_empty(len(distinct)).scatter_(0, place, lengths)
        return self._read(words, distinct, lengths)[place]

    def _read(self, words: WordEmbedding, ids: Tensor, lengths: Tensor) -> Tensor:
        rows, places = distinct_words(ids)
        states: Tensor = self.lstm(self.dropout(words(rows)), places, lengths)
        return states


def real_words(*masks: Tensor) -> tuple[Tensor | slice, Tensor]:
    """Return where the words are among the rows of several sides, and which row belongs to which word.

    Parameters
    ----------
    masks
        Whether there is a word, shape (B, T) for each side; T may differ.

    Returns
    -------
    tuple
        What picks the rows worth computing from all rows of all sides, one after the other: N of them on a
        CPU, all on an accelerator, which would have to wait for their number; and the place of each word
        among them, shape (S, T) for the widest T; anything valid where there is no word.
    """
    width = max(mask.shape[1] for mask in masks)
    flat = torch.cat([mask.flatten() for mask in masks])
    if flat.device.type == "cpu":
        rows: Tensor | slice = flat.nonzero()[:, 0]
        place = flat.cumsum(0).sub_(1).clamp_(min=0)
    else:
        rows, place = slice(None), torch.arange(len(flat), device=flat.device)
    parts = zip(torch.split(place, [mask.numel() for mask in masks]), masks, strict=True)
    padded = [functional.pad(part.view_as(mask), (0, width - mask.shape[1])) for part, mask in parts]
    return rows, torch.cat(padded)
