"""The conditional encoder: a BiLSTM reads the hypothesis from where another left off after the premise.

Sanchez et al. (2018, section 4.2) after Rocktäschel et al. (2016, section 2.2). The text leaves open what
goes into the MLP and how wide it is: here the last hidden states of both directions, and layers as wide.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from rightreasons.models.batch import PairBatch, PairModel
from rightreasons.models.layers.dropout import Dropout
from rightreasons.models.layers.feedforward import Activation, feedforward
from rightreasons.models.layers.recurrent import BiLSTM
from rightreasons.models.layers.word_embedding import WordEmbedding, distinct_words_of
from rightreasons.models.settings import Rate, Size

ADDS = {"model": {"conditional-encoder": "ConditionalEncoder"}}


@dataclass(frozen=True)
class ConditionalEncoderSettings:
    """Sizes of the conditional encoder; the word vectors of the paper are learned ones of 100 entries.

    Parameters
    ----------
    hidden
        Size H of the state of one direction.
    mlp_layers
        Layers before the labels, each of size 2 H.
    activation
        Of these layers.
    dropout
        On word vectors and before each layer.
    """

    hidden: Size = 100
    mlp_layers: Size = 3
    activation: Activation = "tanh"
    dropout: Rate = 0.0


class ConditionalEncoder(PairModel):
    """Two BiLSTMs, the second of which starts from the last states and cells of the first; MLP."""

    settings_type = ConditionalEncoderSettings

    def __init__(self, settings: ConditionalEncoderSettings, words: WordEmbedding, labels: int) -> None:
        super().__init__()
        self.words = words
        self.dropout = Dropout(settings.dropout)
        self.premise = BiLSTM(words.size, settings.hidden)
        self.hypothesis = BiLSTM(words.size, settings.hidden)
        sizes = (2 * settings.hidden,) * (settings.mlp_layers + 1)
        self.mlp = feedforward(sizes, settings.activation, settings.dropout)
        self.output = nn.Linear(2 * settings.hidden, labels)

    def forward(self, batch: PairBatch) -> Tensor:
        """Return the logits, shape (B, labels)."""
        premise, hypothesis = batch.premise, batch.hypothesis
        ids, (first, second) = distinct_words_of(premise.ids, hypothesis.ids)
        rows = self.dropout(self.words(ids))  # (U, D)
        state = self.premise.last(rows, first, premise.lengths)
        hidden, _ = self.hypothesis.last(rows, second, hypothesis.lengths, state)
        ahead, back = hidden  # (B, H) each
        logits: Tensor = self.output(self.mlp(torch.cat([ahead, back], dim=1)))
        return logits
