"""What training minimises, and what happens after each look at dev: both come from outside."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from rightreasons.models.data import Batch
from rightreasons.predictions import Predictions

if TYPE_CHECKING:
    from rightreasons.training.state import State

Objective = Callable[[nn.Module, Batch, "State"], Tensor]
"""``(model, batch, state) -> loss``: a number, the mean over the pairs of the batch."""
AfterDev = Callable[[Predictions, "State"], None]
"""``(predictions, state)``, called after every epoch with what the model says of dev."""


def log_likelihoods(logits: Tensor, gold: Tensor) -> Tensor:
    """Return the log-probability of each gold label, shape (B,).

    Gold that is one beyond the labels is non-entailment where a model has three labels: right is then
    whatever is not entailment, so that its probability is that of all labels but the first together (as HANS
    among pairs of three labels; McCoy et al. 2019, section 7, do not say what they took).

    Parameters
    ----------
    logits
        Shape (B, labels), entailment first.
    gold
        Indices, shape (B,).
    """
    log_p = logits.float().log_softmax(dim=1)
    wide = torch.cat([log_p, log_p[:, 1:].logsumexp(dim=1, keepdim=True)], dim=1)  # (B, labels + 1)
    return wide.gather(1, gold[:, None])[:, 0]


def gold_of(batch: Batch) -> Tensor:
    """Return the gold labels of a batch that has them."""
    if batch.gold is None:
        raise ValueError("training needs gold labels")
    return batch.gold


def cross_entropy(model: nn.Module, batch: Batch, state: State) -> Tensor:  # noqa: ARG001 - an objective
    """Return the mean of the negative log-probability of the gold labels."""
    return -log_likelihoods(model(batch), gold_of(batch)).mean()


def nothing(predictions: Predictions, state: State) -> None:
    """Do nothing after dev."""


@dataclass(frozen=True)
class Method:
    """How a model is trained.

    Parameters
    ----------
    objective
        What is minimised.
    after_dev
        What happens after each look at dev.
    module
        What else is learned and kept along with the model: an adversary, weights in buffers, ...
    """

    objective: Objective = cross_entropy
    after_dev: AfterDev = nothing
    module: nn.Module | None = None
