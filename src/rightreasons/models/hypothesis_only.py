"""The hypothesis-only InferSent (Poliak et al. 2018, section 3): its BiLSTM never sees a premise."""

from __future__ import annotations

from torch import Tensor, nn

from rightreasons.models.batch import PairBatch, PairModel
from rightreasons.models.dropout import Dropout
from rightreasons.models.encoder import SentenceEncoder
from rightreasons.models.feedforward import feedforward
from rightreasons.models.infersent import InferSentSettings
from rightreasons.models.layers import WordEmbedding
from rightreasons.models.pooling import max_over_words


class HypothesisOnly(PairModel):
    """BiLSTM with max pooling over the hypothesis, MLP."""

    settings_type = InferSentSettings

    def __init__(self, settings: InferSentSettings, words: WordEmbedding, labels: int) -> None:
        super().__init__()
        self.words = words
        self.encoder = SentenceEncoder(words.size, settings.hidden, settings.embedding_dropout)
        sizes = (self.encoder.size, settings.mlp_hidden, settings.mlp_hidden)
        self.mlp = feedforward(sizes, settings.activation, settings.dropout)
        self.output = nn.Sequential(Dropout(settings.dropout), nn.Linear(settings.mlp_hidden, labels))

    def forward(self, batch: PairBatch) -> Tensor:
        """Return the logits, shape (B, labels)."""
        return self.logits_and_hypothesis_vector(batch)[0]

    def logits_and_hypothesis_vector(self, batch: PairBatch) -> tuple[Tensor, Tensor]:
        """Return the logits and the vector that they are made from."""
        vector = self.hypothesis_vector(batch)
        return self.output(self.mlp(vector)), vector

    def hypothesis_vector(self, batch: PairBatch) -> Tensor:
        """Return the maximum over the states, shape (B, 2 H)."""
        (hypothesis,) = self.encoder(self.words, batch.hypothesis)  # (B, T, 2 H)
        return max_over_words(hypothesis, batch.hypothesis.mask)
