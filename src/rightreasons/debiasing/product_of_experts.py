"""Product of experts: the model learns what the bias model cannot explain."""

from __future__ import annotations

from dataclasses import dataclass

from torch import Tensor

from rightreasons.debiasing.bias_models.with_bias_model import WithBiasModel
from rightreasons.debiasing.objectives import mean_loss
from rightreasons.training.state import log_likelihoods

ADDS = {"method": {"product-of-experts": "ProductOfExperts"}}


def product_of_experts(
    logits: Tensor, labels: Tensor, bias_log_probabilities: Tensor, weights: Tensor | None = None
) -> Tensor:
    """Return cross-entropy of softmax(log p + log b); when asked later, the model answers with p alone.

    Where the bias model gives the gold label, little is left to learn; where it is uniform, this is plain
    cross-entropy.

    Parameters
    ----------
    logits
        Of the model, shape (B, labels).
    labels
        Indices of the gold labels, shape (B,).
    bias_log_probabilities
        Log-probabilities of a bias model that was not trained on these pairs, finite, shape (B, labels).
    weights
        Shape (B,); None: 1.

    References
    ----------
    Clark, Yatskar and Zettlemoyer (2019), EMNLP, section 3.2, Bias Product; Karimi Mahabadi, Belinkov and
    Henderson (2020), "End-to-end bias mitigation by modelling biases in corpora", ACL, who train
    the bias model along with it.
    """
    together = logits.float().log_softmax(dim=1) + bias_log_probabilities
    return mean_loss(-log_likelihoods(together, labels), weights)


@dataclass(frozen=True)
class ProductOfExperts(WithBiasModel):
    """Product of experts: the model learns what the bias model cannot explain (Clark et al. 2019)."""

    def loss(self, logits: Tensor, labels: Tensor, bias_log_probabilities: Tensor) -> Tensor:
        """Return `product_of_experts` of a batch."""
        return product_of_experts(logits, labels, bias_log_probabilities)
