"""Focal losses: pairs that the model, or the bias model, finds easy count little."""

from __future__ import annotations

import torch
from torch import Tensor

from rightreasons.debiasing.averaging import mean_loss
from rightreasons.debiasing.reweighting import doubts
from rightreasons.training.method import log_likelihoods

_LEAST = 1e-12  # below this a power with an exponent under 1 has no slope


def focal(logits: Tensor, labels: Tensor, weights: Tensor | None = None, *, gamma: float = 2.0) -> Tensor:
    """Return the mean of -(1 - p(gold))^gamma log p(gold); it needs no bias model.

    Parameters
    ----------
    logits
        Of the model, shape (B, labels).
    labels
        Indices of the gold labels, shape (B,).
    weights
        Shape (B,); None: 1.
    gamma
        How much easy pairs are played down; 0 is cross-entropy.

    References
    ----------
    Lin, Goyal, Girshick, He and Dollar (2017), "Focal loss for dense object detection", equation 4.
    """
    log_p = log_likelihoods(logits, labels)
    doubt = -torch.expm1(log_p)
    return mean_loss(-(doubt.clamp(min=_LEAST) ** gamma) * log_p, weights)


def debiased_focal(
    logits: Tensor,
    labels: Tensor,
    bias_log_probabilities: Tensor,
    weights: Tensor | None = None,
    *,
    gamma: float = 2.0,
) -> Tensor:
    """Return the mean of -(1 - b(gold))^gamma log p(gold), with b the bias model.

    Parameters
    ----------
    logits, labels, weights, gamma
        As of `focal`.
    bias_log_probabilities
        Log-probabilities of a bias model that was not trained on these pairs, shape (B, labels).

    References
    ----------
    Karimi Mahabadi, Belinkov and Henderson (2020), "End-to-end bias mitigation by modelling biases in
    corpora", ACL, Debiased Focal Loss.
    """
    doubt = doubts(bias_log_probabilities, labels).clamp(min=_LEAST)
    return mean_loss(-(doubt**gamma) * log_likelihoods(logits, labels), weights)
