"""Example reweighting: a pair counts as much as the bias model doubts its gold label."""

from __future__ import annotations

import torch
from torch import Tensor

from rightreasons.debiasing.averaging import mean_loss
from rightreasons.training.method import log_likelihoods

_LEAST = 1e-12


def doubts(bias_log_probabilities: Tensor, labels: Tensor) -> Tensor:
    """Return 1 - p_bias(gold) of every pair, shape (B,); parameters as of `reweighting`."""
    return -torch.expm1(log_likelihoods(bias_log_probabilities, labels))


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
    return mean_loss(losses, weights) / doubt.mean().clamp(min=_LEAST)
