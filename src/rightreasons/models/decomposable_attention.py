"""Decomposable attention (Parikh et al. 2016), without its intra-sentence attention."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from rightreasons.models.batch import PairBatch, PairModel
from rightreasons.models.layers.alignment import aligned
from rightreasons.models.layers.feedforward import feedforward, glorot
from rightreasons.models.layers.pooling import mean_over_words, sum_over_words
from rightreasons.models.layers.word_embedding import WordEmbedding, distinct_words_of
from rightreasons.models.settings import Rate, Size

ADDS = {"model": {"decomposable-attention": "DecomposableAttention"}}


@dataclass(frozen=True)
class DecomposableAttentionSettings:
    """Sizes of decomposable attention; the defaults are those of the paper (section 4.1).

    Parameters
    ----------
    projection
        Size E that word vectors are projected to; None: they are taken as they are.
    hidden
        Size H of every layer of the networks F, G and H.
    aggregate_layers
        Layers of H before the labels: 2 in the paper, 1 in AllenNLP's configuration.
    dropout
        Before each of these layers.
    null_word
        Whether a learned word that stands for nothing goes before every sentence, so that words without
        counterpart have something to be aligned with.
    """

    projection: Size | None = 200
    hidden: Size = 200
    aggregate_layers: Size = 2
    dropout: Rate = 0.2
    null_word: bool = True


class DecomposableAttention(PairModel):
    """Attend (F), compare (G), aggregate (H): Parikh et al. 2016, equations 1 to 5."""

    settings_type = DecomposableAttentionSettings

    def __init__(self, settings: DecomposableAttentionSettings, words: WordEmbedding, labels: int) -> None:
        super().__init__()
        size, rate = settings.hidden, settings.dropout
        self.words = words
        self.null = nn.Parameter(torch.randn(1, words.size) * 0.1) if settings.null_word else None
        self.attend = feedforward((words.size, size, size), "relu", rate)
        self.compare = feedforward((2 * words.size, size, size), "relu", rate)
        self.aggregate = feedforward((2 * size, *(size,) * settings.aggregate_layers), "relu", rate)
        self.output = glorot(nn.Linear(size, labels))

    def forward(self, batch: PairBatch) -> Tensor:
        """Return the logits, shape (B, labels)."""
        ids, (first, second) = distinct_words_of(batch.premise.ids, batch.hypothesis.ids)
        vectors = self.words(ids)  # (U, E)
        p_mask, h_mask = batch.premise.mask, batch.hypothesis.mask  # (B, P), (B, Q)
        if self.null is not None:
            first, second = (functional.pad(part, (1, 0), value=len(ids)) for part in (first, second))
            p_mask, h_mask = (functional.pad(mask, (1, 0), value=True) for mask in (p_mask, h_mask))
            vectors = torch.cat([vectors, self.null])
        f = self.attend(vectors)  # (U, H): of each distinct word once
        a, b = (functional.embedding(side, vectors) for side in (first, second))  # (B, P, E), (B, Q, E)
        f_a, f_b = (functional.embedding(side, f) for side in (first, second))
        beta, alpha = aligned(f_a @ f_b.transpose(1, 2), (a, p_mask), (b, h_mask))
        v1 = sum_over_words(self.compare(torch.cat([a, beta], dim=2)), p_mask)  # (B, H)
        v2 = sum_over_words(self.compare(torch.cat([b, alpha], dim=2)), h_mask)
        logits: Tensor = self.output(self.aggregate(torch.cat([v1, v2], dim=1)))
        return logits

    def hypothesis_vector(self, batch: PairBatch) -> Tensor:
        """Return the mean of the hypothesis' word vectors, shape (B, E)."""
        return mean_over_words(self.words(batch.hypothesis.ids), batch.hypothesis.mask)
