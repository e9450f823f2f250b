"""ESIM, the sequential model of Chen et al. (2017): encode, align, compare, compose, pool, classify."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import torch
from torch import Tensor, nn
from torch.nn import functional

from rightreasons.models.batch import PairBatch, PairModel
from rightreasons.models.layers.alignment import aligned
from rightreasons.models.layers.dropout import Dropout
from rightreasons.models.layers.feedforward import Activation, feedforward, glorot
from rightreasons.models.layers.pooling import max_over_words, mean_over_words
from rightreasons.models.layers.recurrent import BiLSTM
from rightreasons.models.layers.sentence_encoder import SentenceEncoder, real_words
from rightreasons.models.layers.word_embedding import WordEmbedding
from rightreasons.models.settings import Rate, Size

ADDS = {"model": {"esim": "ESIM"}}


@dataclass(frozen=True)
class ESIMSettings:
    """Sizes of ESIM; the defaults are those of the paper (section 4).

    Parameters
    ----------
    hidden
        Size H of the state of one direction, of the projection F and of the layer before the labels.
    activation
        Of the layer before the labels.
    dropout
        On word vectors, behind F, and before both layers of the classifier.
    projection
        Size that word vectors are projected to; None: they are taken as they are.
    """

    hidden: Size = 300
    activation: Activation = "tanh"
    dropout: Rate = 0.5
    projection: Size | None = None


class ESIM(PairModel):
    """Sequential ESIM: Chen et al. 2017, equations 1, 2, 11 to 15 and 18 to 20, the BiLSTM for 16 and 17."""

    settings_type = ESIMSettings

    def __init__(self, settings: ESIMSettings, words: WordEmbedding, labels: int) -> None:
        super().__init__()
        size, rate = settings.hidden, settings.dropout
        self.words = words
        self.encoder = SentenceEncoder(words.size, size, rate)
        self.project = feedforward((8 * size, size), "relu", 0.0)
        self.dropout = Dropout(rate)
        self.compose = BiLSTM(size, size)
        self.mlp = feedforward((8 * size, size), settings.activation, rate)
        self.output = nn.Sequential(Dropout(rate), glorot(nn.Linear(size, labels)))

    def forward(self, batch: PairBatch) -> Tensor:
        """Return the logits, shape (B, labels)."""
        p_mask, h_mask = batch.premise.mask, batch.hypothesis.mask  # (B, P), (B, Q)
        a, b = self.encoder(self.words, batch.premise, batch.hypothesis)  # (B, P, 2 H), (B, Q, 2 H)
        for_a, for_b = aligned(a @ b.transpose(1, 2), (a, p_mask), (b, h_mask))
        v_a, v_b = self._composed((a, for_a, p_mask), (b, for_b, h_mask))  # (B, P, 2 H), (B, Q, 2 H)
        pooled = [*_pooled(v_a, p_mask), *_pooled(v_b, h_mask)]
        logits: Tensor = self.output(self.mlp(torch.cat(pooled, dim=1)))  # from (B, 8 H)
        return logits

    def _composed(self, *sentences: tuple[Tensor, Tensor, Tensor]) -> list[Tensor]:
        masks = [mask for _, _, mask in sentences]
        rows, places = real_words(*masks)
        own, other = (
            torch.cat([side[k].flatten(0, 1) for side in sentences])[rows] for k in (0, 1)
        )  # (N, 2 H)
        reduced = self.dropout(self._reduced(own, other))  # (N, H)
        lengths = torch.cat([mask.sum(1) for mask in masks])
        states = self.compose(reduced, places, lengths)  # (2 B, T, 2 H)
        parts = torch.split(states, [len(mask) for mask in masks])
        return [part[:, : mask.shape[1]] for part, mask in zip(parts, masks, strict=True)]

    def _reduced(self, own: Tensor, other: Tensor) -> Tensor:
        """Return F([own; other; own - other; own * other]), (N, H), of equations 14 to 17.

        What is said of the difference goes to its two sides: a quarter of the product less.
        """
        linear = cast("nn.Linear", self.project[0])
        of_own, of_other, of_difference, of_product = linear.weight.chunk(4, dim=1)  # (H, 2 H) each
        weight = torch.cat([of_own + of_difference, of_other - of_difference, of_product], dim=1)
        product = functional.linear(torch.cat([own, other, own * other], dim=1), weight, linear.bias)
        return product.relu()

    def hypothesis_vector(self, batch: PairBatch) -> Tensor:
        """Return mean and maximum of the encoded hypothesis, shape (B, 4 H)."""
        (hypothesis,) = self.encoder(self.words, batch.hypothesis)  # (B, Q, 2 H)
        return torch.cat(_pooled(hypothesis, batch.hypothesis.mask), dim=1)


def _pooled(states: Tensor, mask: Tensor) -> list[Tensor]:
    return [mean_over_words(states, mask), max_over_words(states, mask)]
