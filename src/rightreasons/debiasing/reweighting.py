"""Example reweighting: a pair counts as much as the bias model doubts its gold label."""

from __future__ import annotations

from dataclasses import dataclass

from torch import Tensor

from rightreasons.debiasing.bias_models.with_bias_model import WithBiasModel
from rightreasons.debiasing.objectives import LEAST_DOUBT, doubts, mean_loss
from rightreasons.training.state import log_likelihoods

ADDS = {"method": {"reweighting": "Reweighting"}}


def reweighting(
    logits: Tensor, labels: Tensor, bias_log_probabilities: Tensor, weights: Tensor | None = None
) -> Tensor:
    """Return cross-entropy in which every pair counts 1 - p_bias(gold), over the sum of these.

    sum_i w_i (1 - b_i) (-log p_i(gold)) / sum_i (1 - b_i); the published code of Clark et al. divides by the
    sum too, so that a batch of biased pairs has steps of the usual size.

    Parameters
    ----------
    logits
        Of the model, shape (B, labels).
    labels
        Indices of the gold labels, shape (B,).
    bias_log_probabilities
        Log-probabilities of a bias model that was not trained on these pairs, shape (B, labels).
    weights
        Further weights, shape (B,); None: 1.

    References
    ----------
    Clark, Yatskar and Zettlemoyer (2019), "Don't take the easy way out: ensemble based methods for avoiding
    known dataset biases", EMNLP, the baseline called Reweight.
    """
    doubt = doubts(bias_log_probabilities, labels)
    losses = -log_likelihoods(logits, labels) * doubt
    return mean_loss(losses, weights) / doubt.mean().clamp(min=LEAST_DOUBT)


@dataclass(frozen=True)
class Reweighting(WithBiasModel):
    """Example reweighting: a pair counts 1 - p_bias(gold) (Clark et al. 2019)."""

    def loss(self, logits: Tensor, labels: Tensor, bias_log_probabilities: Tensor) -> Tensor:
        """Return `reweighting` of a batch."""
        return reweighting(logits, labels, bias_log_probabilities)
