"""The hypothesis-only InferSent (Poliak et al. 2018, section 3): its BiLSTM never sees a premise."""

from __future__ import annotations

from torch import Tensor

from rightreasons.models.batch import PairBatch
from rightreasons.models.infersent import InferSent

ADDS = {"model": {"hypothesis-only": "HypothesisOnly"}}


class HypothesisOnly(InferSent):
    """BiLSTM with max pooling over the hypothesis, MLP."""

    read = 1

    def logits_and_hypothesis_vector(self, batch: PairBatch) -> tuple[Tensor, Tensor]:
        """Return the logits and the vector that they are made from."""
        vector = self.hypothesis_vector(batch)
        return self.output(self.mlp(vector)), vector
