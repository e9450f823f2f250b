"""All that training changes as it goes, what it minimises, and the file from which it goes on exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

import torch
from torch import Tensor, nn

from rightreasons.labels import Label
from rightreasons.models.data import Batch
from rightreasons.predictions import Predictions
from rightreasons.training.gold_records import GoldRecords
from rightreasons.training.hardware import Randomness

Objective = Callable[[nn.Module, Batch, "State"], Tensor]
"""``(model, batch, state) -> loss``: a number, the mean over the pairs of the batch."""


AfterDev = Callable[[Predictions, "State"], None]
"""``(predictions, state)``, called after every epoch with what the model says of dev."""


AfterTraining = Callable[[nn.Module], Mapping[str, object]]
"""``model -> facts``, called once when training has ended; facts as JSON can hold them."""


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
    """Return the indices of the gold labels of a batch, shape (B,).

    Raises
    ------
    ValueError
        If it was encoded without gold.
    """
    if batch.gold is None:
        raise ValueError("training needs gold labels")
    return batch.gold


def cross_entropy(model: nn.Module, batch: Batch, state: State) -> Tensor:  # noqa: ARG001 - an objective
    """Return the mean of the negative log-probability of the gold labels."""
    return -log_likelihoods(model(batch), gold_of(batch)).mean()


def nothing(predictions: Predictions, state: State) -> None:
    """Do nothing after dev."""


def as_trained(model: nn.Module) -> Mapping[str, object]:  # noqa: ARG001 - a hook
    """Leave the model as it was trained."""
    return {}


@dataclass(frozen=True)
class TrainingMethod:
    """How a model is trained.

    Parameters
    ----------
    objective
        What is minimised.
    after_dev
        What happens after each look at dev.
    module
        What else is learned and kept along with the model: an adversary, weights in buffers, ...
    after_training
        What happens to the model with the weights of its best epoch, before it is saved and asked.
    """

    objective: Objective = cross_entropy
    after_dev: AfterDev = nothing
    module: nn.Module | None = None
    after_training: AfterTraining = as_trained


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
    figures
        What the method adds to the row of the epoch, in `AfterDev`: a weight, a gap, ...; emptied then.
    records
        The probability of gold of every training row in every epoch; None: it is not kept.
    """

    model: nn.Module
    method: TrainingMethod
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
    figures: dict[str, float | int] = field(default_factory=dict)
    records: GoldRecords | None = None

    @property
    def pairs_per_second(self) -> float:
        """How fast the epoch is."""
        return self.pairs / max(self.seconds, 1e-9)

    @property
    def mean_loss(self) -> float:
        """Mean loss of the epoch so far."""
        return float(self.loss) / max(self.pairs, 1)

    def see(self, batch: Batch, logits: Tensor) -> None:
        """Keep what the model gives the gold labels; objectives that do not call it as a whole call this.

        Parameters
        ----------
        batch
            With gold labels.
        logits
            Shape (B, labels).
        """
        if self.records is None:
            return
        gold, chosen = gold_of(batch), logits.detach().argmax(dim=1)
        beyond = (gold == logits.shape[1]) & (chosen != 0)  # non-entailment beside three labels
        probability = log_likelihoods(logits.detach(), gold).exp()
        self.records.see(batch.rows, probability, (chosen == gold) | beyond)

    @contextmanager
    def watching(self) -> Iterator[None]:
        """See every batch that the model is asked about while it is trained."""

        def hook(module: nn.Module, inputs: tuple[Batch, ...], output: Tensor) -> None:
            if module.training:
                self.see(inputs[0], output)

        if self.records is None:
            yield
            return
        handle = self.model.register_forward_hook(hook)
        try:
            yield
        finally:
            handle.remove()

    def begin_epoch(self, epoch: int, rate: float) -> None:
        """Set everything that speaks of one epoch back to its beginning."""
        self.epoch, self.rate = epoch, rate
        self.done, self.pairs, self.seconds = 0, 0, 0.0
        self.loss = torch.zeros_like(self.loss)
