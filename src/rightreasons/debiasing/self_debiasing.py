"""Self-debiasing: the bias model is the model itself, stopped when it has seen little."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Literal

import numpy as np
import numpy.typing as npt
import torch
from pydantic import Field
from torch import Tensor, nn

from rightreasons.cross_fitting.folds import premise_groups
from rightreasons.debiasing.bias_models.cross_fitting import LEAST
from rightreasons.debiasing.method import Count, LabelledData, Need, Prepared
from rightreasons.debiasing.objectives import RowsObjective, method_of
from rightreasons.debiasing.product_of_experts import product_of_experts
from rightreasons.debiasing.reweighting import reweighting
from rightreasons.errors import OptionError
from rightreasons.models.data import Batch, Integers, PairData
from rightreasons.pairs import PairTable
from rightreasons.training.epoch_batches import epoch_batches
from rightreasons.training.evaluation import evaluated
from rightreasons.training.optimisation import clip, optimiser_of
from rightreasons.training.state import State, TrainingMethod, gold_of, log_likelihoods

if TYPE_CHECKING:
    from rightreasons.training.seeds import SeedWork, TrainableModel

ADDS = {"method": {"self-debiasing": "SelfDebiasing"}}
Share = Annotated[float, Field(ge=0, le=1)]


def weak_log_probabilities(trainee: TrainableModel, work: SeedWork, sample: int, epochs: int) -> Tensor:
    """Return what a weak learner says of every training pair, shape (n, labels).

    Two copies of the untrained model are trained on two small samples that share no premise. The first is
    asked about all pairs whose premise is not among its own, the second about the rest: neither is asked
    about a premise it was trained on.

    Parameters
    ----------
    trainee
        The untrained model; it is left as it is.
    work
        What is trained, with the optimiser and the batches of the recipe.
    sample
        Pairs of each sample, or a few more, since all pairs of a premise are in one.
    epochs
        How often each copy reads its sample.

    Raises
    ------
    OptionError
        If the training data are less than two samples.

    References
    ----------
    Utama, Moosavi and Gurevych (2020), "Towards debiasing NLU models from unknown biases", EMNLP: 2,000 pairs
    of MultiNLI, 5 epochs. They train one weak learner, and leave open what it says of its own sample.
    """
    first, second, own = samples(work.train, sample, work.seed)
    data = trainee.data(work.train, gold=True)
    logits = [_weak_logits(trainee, work, data, rows, epochs) for rows in (first, second)]
    chosen = np.where(own[:, None], logits[1], logits[0])
    return torch.from_numpy(chosen).log_softmax(dim=1).clamp(min=float(np.log(LEAST)))


def samples(train: PairTable, size: int, seed: int) -> tuple[Integers, Integers, npt.NDArray[np.bool_]]:
    """Return the rows of two samples without a common premise, and which rows have a premise of the first.

    Parameters
    ----------
    train
        n pairs.
    size
        Pairs of each sample at least; premises are added until there are as many.
    seed
        For the draw.

    Raises
    ------
    OptionError
        If there are not enough pairs.
    """
    groups = premise_groups(train.premises)
    order = np.random.default_rng([seed, 2]).permutation(int(groups.max(initial=-1)) + 1)
    reached = np.cumsum(np.bincount(groups)[order])
    end = int(np.searchsorted(reached, size)) + 1
    other = int(np.searchsorted(reached, reached[min(end, len(reached)) - 1] + size)) + 1
    if other > len(order):
        raise OptionError(
            f"sample={size:,} for {len(train):,} training pairs",
            "less than half of them, and some premises more",
            "give a smaller sample",
        )
    own = np.isin(groups, order[:end])
    return np.flatnonzero(own), np.flatnonzero(np.isin(groups, order[end:other])), own


def annealed(bias_log_probabilities: Tensor, exponent: float) -> Tensor:
    """Return log of b^exponent, normalised: the nearer to 0 the exponent, the less the bias model says.

    Parameters
    ----------
    bias_log_probabilities
        Shape (B, labels).
    exponent
        1 leaves them, 0 makes them uniform. Utama et al. (2020) let it fall from 1 in the course of training;
        their published code ends at 0.8.
    """
    return (exponent * bias_log_probabilities).log_softmax(dim=1)


def _weak_logits(
    trainee: TrainableModel, work: SeedWork, data: PairData, rows: Integers, epochs: int
) -> npt.NDArray[np.float32]:
    """Train a copy on some rows, and return the logits of all."""
    learner = copy.deepcopy(trainee.model).to(trainee.hardware.device)
    _trained(learner, trainee, work, data, rows, epochs)
    return evaluated(learner, data, work.labels, trainee.hardware)


def _trained(
    learner: nn.Module, trainee: TrainableModel, work: SeedWork, data: PairData, rows: Integers, epochs: int
) -> None:
    hardware, recipe = trainee.hardware, work.recipe
    optimiser = optimiser_of([learner], recipe.optimiser)
    learner.train()
    for epoch in range(epochs):
        for places in epoch_batches(data.sizes[rows], recipe.batches, work.seed, epoch):
            batch = data.batch(rows[places]).to(hardware.device)
            optimiser.zero_grad(set_to_none=True)
            with hardware.autocast():
                loss = -log_likelihoods(learner(batch), gold_of(batch)).mean()
            hardware.backward(loss)
            clip(optimiser, recipe.optimiser)
            optimiser.step()


class AnnealedObjective(RowsObjective):
    """A loss whose bias model says less and less in the course of training.

    Parameters
    ----------
    loss, bias
        See `RowsObjective`; log-probabilities of every training pair, shape (n, labels).
    epochs
        Of the whole training.
    last
        Exponent at its end; it begins with 1 and falls linearly.
    """

    def __init__(self, loss: Callable[..., Tensor], bias: Tensor, epochs: int, last: float) -> None:
        super().__init__(loss, bias)
        self.size, self.epochs, self.last = len(bias), epochs, last

    def objective(self, model: nn.Module, batch: Batch, state: State) -> Tensor:
        """Return the loss of a batch."""
        done = (state.epoch - 1 + state.pairs / self.size) / self.epochs
        (bias,) = self.known(batch)
        return self.loss(model(batch), gold_of(batch), annealed(bias, 1 - done * (1 - self.last)))


_LOSSES = {"reweighting": reweighting, "product-of-experts": product_of_experts}


@dataclass(frozen=True)
class SelfDebiasing:
    """Self-debiasing: the bias model is the model itself, trained on a small sample (Utama et al. 2020b).

    Parameters
    ----------
    loss
        What is done with it.
    sample, epochs
        Pairs a weak learner sees, and how often; 2,000 and 5 are those of the paper for MultiNLI.
    anneal
        Exponent of its probabilities at the end of training, from 1 at the beginning; 1: no annealing.
    """

    loss: Literal["reweighting", "product-of-experts"] = "reweighting"
    sample: Count = 2000
    epochs: Count = 5
    anneal: Share = 0.8

    @property
    def needs(self) -> frozenset[Need]:
        """What it needs beside labelled pairs."""
        return frozenset({"weak learner"})

    def prepare(self, data: LabelledData) -> Prepared:
        """Do nothing beforehand; weak learners are trained for each seed, before the model."""
        return Prepared(data.train, self._training, asdict(self))

    def _training(self, trainee: TrainableModel, work: SeedWork) -> TrainingMethod:
        bias = weak_log_probabilities(trainee, work, self.sample, self.epochs)
        return method_of(AnnealedObjective(_LOSSES[self.loss], bias, work.recipe.epochs, self.anneal))
