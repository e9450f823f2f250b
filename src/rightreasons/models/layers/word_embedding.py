"""Word vectors: fixed, learned, or some of each, with a projection where a model wants one."""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor, nn
from torch.nn import functional

from rightreasons.models.batch import PAD


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
