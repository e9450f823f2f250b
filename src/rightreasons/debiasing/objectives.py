"""Losses as objectives of training: each pair of a batch with what a bias model or a teacher says of it."""

from __future__ import annotations

from collections.abc import Callable

from torch import Tensor, nn

from rightreasons.debiasing.confidence_regularisation import confidence_regularisation
from rightreasons.debiasing.focal import focal
from rightreasons.debiasing.learned_mixin import Gate, learned_mixin
from rightreasons.debiasing.representation import logits_and_hidden, output_layer
from rightreasons.debiasing.self_debiasing import annealed
from rightreasons.models.data import Batch
from rightreasons.training.method import gold_of
from rightreasons.training.state import State

BiasLoss = Callable[[Tensor, Tensor, Tensor], Tensor]
"""``(logits, labels, bias log-probabilities) -> loss``."""


class FocalObjective(nn.Module):
    """The focal loss as an objective.

    Parameters
    ----------
    gamma
        See `rightreasons.debiasing.focal.focal`.
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


class AnnealedObjective(BiasObjective):
    """A loss whose bias model says less and less in the course of training.

    Parameters
    ----------
    loss, bias
        As of `BiasObjective`.
    epochs
        Of the whole training.
    last
        Exponent at its end; it begins with 1 and falls linearly.
    """

    def __init__(self, loss: BiasLoss, bias: Tensor, epochs: int, last: float) -> None:
        super().__init__(loss, bias)
        self.epochs = epochs
        self.last = last

    def objective(self, model: nn.Module, batch: Batch, state: State) -> Tensor:
        """Return the loss of a batch."""
        done = (state.epoch - 1 + state.pairs / len(self.bias)) / self.epochs
        bias = annealed(self.bias[batch.rows], 1 - done * (1 - self.last))
        return self.loss(model(batch), gold_of(batch), bias)


class TaughtObjective(nn.Module):
    """Confidence regularisation as an objective.

    Parameters
    ----------
    bias, teacher
        Log-probabilities for every training pair, shape (n, labels).
    """

    bias: Tensor
    teacher: Tensor

    def __init__(self, bias: Tensor, teacher: Tensor) -> None:
        super().__init__()
        self.register_buffer("bias", bias, persistent=False)
        self.register_buffer("teacher", teacher, persistent=False)

    def objective(self, model: nn.Module, batch: Batch, state: State) -> Tensor:  # noqa: ARG002 - an objective
        """Return the loss of a batch."""
        return confidence_regularisation(
            model(batch),
            gold_of(batch),
            self.bias[batch.rows],
            teacher_log_probabilities=self.teacher[batch.rows],
        )


class MixinObjective(nn.Module):
    """The learned mixin as an objective, with a gate on the model's last hidden layer.

    Parameters
    ----------
    model
        The one that will be trained.
    bias
        Log-probabilities for every training pair, shape (n, labels).
    entropy
        See `rightreasons.debiasing.learned_mixin.learned_mixin`.
    """

    bias: Tensor

    def __init__(self, model: nn.Module, bias: Tensor, entropy: float) -> None:
        super().__init__()
        self.labels = bias.shape[1]
        self.gate = Gate(output_layer(model, self.labels).in_features)
        self.entropy = entropy
        self.register_buffer("bias", bias, persistent=False)

    def objective(self, model: nn.Module, batch: Batch, state: State) -> Tensor:  # noqa: ARG002 - an objective
        """Return the loss of a batch."""
        logits, hidden = logits_and_hidden(model, output_layer(model, self.labels), batch)
        return learned_mixin(
            logits, gold_of(batch), self.bias[batch.rows], gate=self.gate(hidden), entropy=self.entropy
        )
