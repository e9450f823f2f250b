"""Confidence regularisation: the model learns to be unsure where the bias gives the label away."""

from __future__ import annotations

from torch import Tensor

from rightreasons.debiasing.averaging import mean_loss
from rightreasons.debiasing.reweighting import doubts


def confidence_regularisation(
    logits: Tensor,
    labels: Tensor,
    bias_log_probabilities: Tensor,
    weights: Tensor | None = None,
    *,
    teacher_log_probabilities: Tensor,
) -> Tensor:
    """Return cross-entropy with what a teacher says, flattened by b, the bias model's p(gold).

    The target is S_j = t_j^(1 - b) / sum_k t_k^(1 - b): the teacher's word where the bias model gives the
    gold label no chance (distillation), uniform where it is certain of it.

    Parameters
    ----------
    logits
        Of the model, shape (B, labels).
    labels
        Indices of the gold labels, shape (B,).
    bias_log_probabilities
        Log-probabilities of a bias model that was not trained on these pairs, shape (B, labels).
    weights
        Shape (B,); None: 1.
    teacher_log_probabilities
        Log-probabilities t of a model trained without debiasing, finite, shape (B, labels).

    References
    ----------
    Utama, Moosavi and Gurevych (2020), "Mind the trade-off: debiasing NLU models without degrading the
    in-distribution performance", ACL.
    """
    doubt = doubts(bias_log_probabilities, labels)[:, None]
    target = (doubt * teacher_log_probabilities).softmax(dim=1)
    return mean_loss(-(target * logits.float().log_softmax(dim=1)).sum(dim=1), weights)
