"""A bag of n-grams in fastText's way (Joulin et al. 2017): the mean of their embeddings, a linear layer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import torch
from pydantic import Field
from torch import Tensor, nn

from rightreasons.models.batch import PairBatch, PairModel, Sentences
from rightreasons.models.layers.word_embedding import WordEmbedding
from rightreasons.models.settings import Size

ADDS = {"model": {"ngrams": "Ngrams"}}

_MIX = 116_049_371
"""Multiplier by which fastText mixes the words of an n-gram into one number."""


@dataclass(frozen=True)
class NgramSettings:
    """Sizes of the classifier.

    Parameters
    ----------
    longest
        Words of the longest n-gram: 2 takes words and pairs of neighbours.
    buckets
        Rows that n-grams of two words or more share by their hash.
    hypothesis_only
        Whether the premise is left out, as in Gururangan et al. (2018).
    """

    longest: Annotated[int, Field(ge=1, le=5)] = 2
    buckets: Size = 100_000
    hypothesis_only: bool = False


class Ngrams(PairModel):
    """The mean embedding of each side's n-grams, side by side, and a linear layer.

    fastText has one text; premise and hypothesis share their embeddings and differ in the linear layer.
    """

    settings_type = NgramSettings

    def __init__(self, settings: NgramSettings, words: WordEmbedding, labels: int) -> None:
        super().__init__()
        self.settings = settings
        self.words = words
        rows = settings.buckets if settings.longest > 1 else 1
        self.ngrams = nn.Embedding(rows, words.size)
        nn.init.uniform_(self.ngrams.weight, -1 / words.size, 1 / words.size)
        self.output = nn.Linear(words.size * (1 if settings.hypothesis_only else 2), labels)

    def forward(self, batch: PairBatch) -> Tensor:
        """Return the logits, shape (B, labels)."""
        sentences = [batch.hypothesis] if self.settings.hypothesis_only else [batch.premise, batch.hypothesis]
        logits: Tensor = self.output(torch.cat([self._mean(side) for side in sentences], dim=1))
        return logits

    def hypothesis_vector(self, batch: PairBatch) -> Tensor:
        """Return the mean embedding of the hypothesis' n-grams, shape (B, D)."""
        return self._mean(batch.hypothesis)

    def _mean(self, side: Sentences) -> Tensor:
        total, count = self.words(side.ids).sum(1), side.lengths  # padding is zero
        mixed = side.ids
        for order in range(2, self.settings.longest + 1):
            if side.ids.shape[1] < order:
                break
            mixed = mixed[:, :-1] * _MIX + side.ids[:, order - 1 :]  # (B, T - order + 1)
            vectors = self.ngrams(mixed.remainder(self.settings.buckets))
            total = total + (vectors * side.mask[:, order - 1 :, None]).sum(1)
            count = count + (side.lengths - order + 1).clamp(min=0)
        mean: Tensor = total / count[:, None]
        return mean
