"""Losses of a batch, some pairs of which may count more, as objectives of training."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor, nn

from rightreasons.models.data import Batch
from rightreasons.training.state import State, TrainingMethod, gold_of, log_likelihoods

LEAST_DOUBT = 1e-12


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


def doubts(bias_log_probabilities: Tensor, labels: Tensor) -> Tensor:
    """Return 1 - p_bias(gold) of every pair, shape (B,); from log-probabilities, shape (B, labels)."""
    return -torch.expm1(log_likelihoods(bias_log_probabilities, labels))


class RowsObjective(nn.Module):
    """A loss that reads something of each training pair, as an objective.

    Parameters
    ----------
    loss
        ``(logits, labels, *rows of known) -> loss``.
    known
        One row a training pair, e.g. log-probabilities of a bias model, shape (n, labels). They move to the
        device with the module, and are not kept in its checkpoints.
    """

    def __init__(self, loss: Callable[..., Tensor], *known: Tensor) -> None:
        super().__init__()
        self.loss = loss
        for place, each in enumerate(known):
            self.register_buffer(f"known{place}", each, persistent=False)

    def known(self, batch: Batch) -> tuple[Tensor, ...]:
        """Return the rows of a batch, each of shape (B, ...)."""
        return tuple(each[batch.rows] for each in self.buffers(recurse=False))

    def objective(self, model: nn.Module, batch: Batch, state: State) -> Tensor:  # noqa: ARG002 - an objective
        """Return the loss of a batch."""
        return self.loss(model(batch), gold_of(batch), *self.known(batch))


def method_of(module: RowsObjective) -> TrainingMethod:
    """Return the method of training that minimises an objective."""
    return TrainingMethod(module.objective, module=module)
