"""Losses as objectives of training: reweighting, product of experts, focal and debiased focal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from rightreasons.debiasing.cross_fitting import BiasLogProbabilities
from rightreasons.models.data import Batch
from rightreasons.training.state import State, TrainingMethod, gold_of, log_likelihoods

if TYPE_CHECKING:
    from rightreasons.training.seeds import SeedWork, TrainableModel

# The mean loss of a batch, some pairs of which may count more.


def mean_loss(losses: Tensor, weights: Tensor | None = None) -> Tensor:
    """Return the sum of weighted losses divided by the number of pairs, not by the sum of weights.

    Parameters
    ----------
    losses
        Shape (B,).
    weights
        Shape (B,); None: all are 1.
    """
    return (losses if weights is None else losses * weights).mean()


# Example reweighting: a pair counts as much as the bias model doubts its gold label.


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


# Product of experts: the model learns what the bias model cannot explain.


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


# Focal losses: pairs that the model, or the bias model, finds easy count little.


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


# Losses as objectives of training: each pair of a batch with what a bias model or a teacher says of it.


BiasLoss = Callable[[Tensor, Tensor, Tensor], Tensor]
"""``(logits, labels, bias log-probabilities) -> loss``."""


class FocalObjective(nn.Module):
    """The focal loss as an objective.

    Parameters
    ----------
    gamma
        See `rightreasons.debiasing.bias_losses.focal`.
    """

    def __init__(self, gamma: float) -> None:
        super().__init__()
        self.gamma = gamma

    def objective(self, model: nn.Module, batch: Batch, state: State) -> Tensor:  # noqa: ARG002 - an objective
        """Return the loss of a batch."""
        return focal(model(batch), gold_of(batch), gamma=self.gamma)


class BiasObjective(nn.Module):
    """A loss that reads bias log-probabilities, as an objective.

    Parameters
    ----------
    loss
        Of this folder.
    bias
        Log-probabilities for every training pair, shape (n, labels); they move to the device with the module,
        and are not kept in its checkpoints.
    """

    bias: Tensor

    def __init__(self, loss: BiasLoss, bias: Tensor) -> None:
        super().__init__()
        self.loss = loss
        self.register_buffer("bias", bias, persistent=False)

    def objective(self, model: nn.Module, batch: Batch, state: State) -> Tensor:  # noqa: ARG002 - an objective
        """Return the loss of a batch."""
        return self.loss(model(batch), gold_of(batch), self.bias[batch.rows])


# From prepared figures to the objective of one training: what `Prepared.make` is; picklable.


@dataclass(frozen=True)
class WithFocal:
    """Makes the focal loss."""

    gamma: float

    def __call__(self, trainee: TrainableModel, work: SeedWork) -> TrainingMethod:  # noqa: ARG002 - a maker
        """Return the method of one training."""
        module = FocalObjective(self.gamma)
        return TrainingMethod(module.objective, module=module)


@dataclass(frozen=True)
class WithBias:
    """Makes a loss with a bias model.

    Parameters
    ----------
    bias
        Of the training pairs.
    loss
        Picklable.
    """

    bias: BiasLogProbabilities
    loss: BiasLoss

    def __call__(self, trainee: TrainableModel, work: SeedWork) -> TrainingMethod:  # noqa: ARG002 - a maker
        """Return the method of one training."""
        module = BiasObjective(self.loss, bias_rows(self.bias, work))
        return TrainingMethod(module.objective, module=module)


def bias_rows(bias: BiasLogProbabilities, work: SeedWork) -> torch.Tensor:
    """Return the bias log-probabilities of the training pairs in their order, shape (n, labels)."""
    return torch.from_numpy(bias.of(work.train.frame["id"]))
