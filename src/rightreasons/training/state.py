"""All that training changes as it goes: the one thing in this package that is not frozen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import torch
from torch import Tensor, nn

from rightreasons.labels import Label
from rightreasons.training.hardware import Randomness
from rightreasons.training.method import Method

Row = dict[str, float | int]


@dataclass(frozen=True)
class Best:
    """The epoch with the highest accuracy on dev so far.

    Parameters
    ----------
    epoch
        Which one, from 1.
    accuracy
        A proportion.
    weights
        The model's weights after it, on the CPU.
    """

    epoch: int
    accuracy: float
    weights: Mapping[str, Tensor]


@dataclass
class State:
    """Where training stands.

    Parameters
    ----------
    model
        What is trained; ``model(batch)`` gives logits.
    method
        What is minimised.
    optimiser
        Of the model, and of the method's module.
    random
        Generators for objectives that draw lots; torch's own is seeded too.
    labels
        Label of each output of the model.
    device
        Where the model is.
    rate
        Learning rate of the epoch, before warm-up and linear decay.
    epoch
        The epoch that is trained, from 1.
    done
        How many batches of it are done.
    step
        How many steps have been taken in all.
    pairs, loss
        Pairs of the epoch that are done, and the sum of their losses (a scalar on the device).
    seconds
        How long the epoch has taken so far.
    worse
        Epochs since the best one.
    best
        The best epoch, or None before the first look at dev.
    history
        One row an epoch that is over: epoch, step, loss, rate, dev_accuracy, seconds, pairs_per_second.
    finished
        Whether training has ended.
    """

    model: nn.Module
    method: Method
    optimiser: torch.optim.Optimizer
    random: Randomness
    labels: tuple[Label, ...]
    device: torch.device
    rate: float
    epoch: int = 1
    done: int = 0
    step: int = 0
    pairs: int = 0
    loss: Tensor = field(default_factory=lambda: torch.zeros((), dtype=torch.float64))
    seconds: float = 0.0
    worse: int = 0
    best: Best | None = None
    history: list[Row] = field(default_factory=list)
    finished: bool = False

    @property
    def pairs_per_second(self) -> float:
        """How fast the epoch is."""
        return self.pairs / max(self.seconds, 1e-9)

    @property
    def mean_loss(self) -> float:
        """Mean loss of the epoch so far."""
        return float(self.loss) / max(self.pairs, 1)

    def begin_epoch(self, epoch: int, rate: float) -> None:
        """Set everything that speaks of one epoch back to its beginning."""
        self.epoch, self.rate = epoch, rate
        self.done, self.pairs, self.seconds = 0, 0, 0.0
        self.loss = torch.zeros_like(self.loss)
