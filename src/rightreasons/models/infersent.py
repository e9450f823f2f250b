"""InferSent (Conneau et al. 2017): two sentences as vectors by one BiLSTM and maximum, and an MLP."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from rightreasons.models.batch import PairBatch, PairModel
from rightreasons.models.layers.dropout import Dropout
from rightreasons.models.layers.feedforward import Activation, feedforward
from rightreasons.models.layers.pooling import max_over_words
from rightreasons.models.layers.sentence_encoder import SentenceEncoder
from rightreasons.models.layers.word_embedding import WordEmbedding
from rightreasons.models.settings import Rate, Size

ADDS = {"model": {"infersent": "InferSent"}}


@dataclass(frozen=True)
class InferSentSettings:
    """Sizes of InferSent; the defaults are those of the paper (section 3.4: 4096 entries of a sentence).

    Parameters
    ----------
    hidden
        Size H of the state of one direction.
    mlp_hidden
        Size of the two layers before the labels.
    activation
        Of these layers; the published code has none unless asked.
    embedding_dropout, dropout
        On word vectors, and before each layer of the MLP.
    projection
        Size that word vectors are projected to; None: they are taken as they are.
    """

    hidden: Size = 2048
    mlp_hidden: Size = 512
    activation: Activation = "none"
    embedding_dropout: Rate = 0.0
    dropout: Rate = 0.0
    projection: Size | None = None


class InferSent(PairModel):
    """BiLSTM with max pooling, [u, v, |u - v|, u * v], MLP (Conneau et al. 2017, sections 3.1 and 3.2.3)."""

    settings_type = InferSentSettings
    read = 4
    """How many vectors of a sentence's size the MLP reads."""

    def __init__(self, settings: InferSentSettings, words: WordEmbedding, labels: int) -> None:
        super().__init__()
        self.words = words
        self.encoder = SentenceEncoder(words.size, settings.hidden, settings.embedding_dropout)
        sizes = (self.read * self.encoder.size, settings.mlp_hidden, settings.mlp_hidden)
        self.mlp = feedforward(sizes, settings.activation, settings.dropout)
        self.output = nn.Sequential(Dropout(settings.dropout), nn.Linear(settings.mlp_hidden, labels))

    def forward(self, batch: PairBatch) -> Tensor:
        """Return the logits, shape (B, labels)."""
        return self.logits_and_hypothesis_vector(batch)[0]

    def logits_and_hypothesis_vector(self, batch: PairBatch) -> tuple[Tensor, Tensor]:
        """Return the logits and v, which they are made from."""
        premise, hypothesis = self.encoder(self.words, batch.premise, batch.hypothesis)  # (B, T, 2 H)
        u = max_over_words(premise, batch.premise.mask)  # (B, 2 H)
        v = max_over_words(hypothesis, batch.hypothesis.mask)
        return self.output(self.mlp(torch.cat([u, v, (u - v).abs(), u * v], dim=1))), v

    def hypothesis_vector(self, batch: PairBatch) -> Tensor:
        """Return v, shape (B, 2 H)."""
        (hypothesis,) = self.encoder(self.words, batch.hypothesis)
        return max_over_words(hypothesis, batch.hypothesis.mask)
