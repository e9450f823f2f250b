"""Learned mixin (+H): a product of experts in which a gate says, pair by pair, how much the bias counts."""

from __future__ import annotations

from torch import Tensor, nn
from torch.nn import functional

from rightreasons.debiasing.averaging import mean_loss
from rightreasons.training.method import log_likelihoods


class Gate(nn.Module):
    """g(x) = softplus(w h + c), how much the bias counts for a pair.

    Parameters
    ----------
    size
        Entries of h, what the model knows of the pair before its last layer.
    """

    def __init__(self, size: int) -> None:
        super().__init__()
        self.linear = nn.Linear(size, 1)

    def forward(self, hidden: Tensor) -> Tensor:
        """Return g of each pair, shape (B,), from h, shape (B, size)."""
        return functional.softplus(self.linear(hidden).float())[:, 0]


def learned_mixin(
    logits: Tensor,
    labels: Tensor,
    bias_log_probabilities: Tensor,
    weights: Tensor | None = None,
    *,
    gate: Tensor,
    entropy: float = 0.0,
) -> Tensor:
    """Return cross-entropy of softmax(log p + g log b) plus w H(softmax(g log b)).

    Without the second term the gate may close, and the bias is then ignored: a high entropy of the gated
    bias has its price.

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
    gate
        g of each pair, shape (B,), from `Gate`, which is trained along with the model.
    entropy
        w; 0 is the learned mixin without +H.

    References
    ----------
    Clark, Yatskar and Zettlemoyer (2019), EMNLP, section 3.2, Learned-Mixin and Learned-Mixin +H.
    """
    gated = gate[:, None] * bias_log_probabilities
    together = logits.float().log_softmax(dim=1) + gated
    alone = gated.log_softmax(dim=1)
    uncertainty = -(alone.exp() * alone).sum(dim=1)
    return mean_loss(entropy * uncertainty - log_likelihoods(together, labels), weights)
