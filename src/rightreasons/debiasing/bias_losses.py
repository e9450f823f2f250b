"""From prepared figures to the objective of one training: what `Prepared.make` is; picklable."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

import numpy as np
import polars as pl
import torch

from rightreasons.debiasing.adversary import AdversarialObjective, Discriminators, Strength
from rightreasons.debiasing.alignment import aligned
from rightreasons.debiasing.cross_fitting import BiasLogProbabilities
from rightreasons.debiasing.dynamic_reweighting import DynamicReweighting, Schedule
from rightreasons.debiasing.guidance import GuidedObjective
from rightreasons.debiasing.objectives import (
    AnnealedObjective,
    BiasLoss,
    BiasObjective,
    FocalObjective,
    MixinObjective,
    TaughtObjective,
)
from rightreasons.debiasing.product_of_experts import product_of_experts
from rightreasons.debiasing.representation import hypothesis_reader, vector_size
from rightreasons.debiasing.reweighting import reweighting
from rightreasons.debiasing.self_debiasing import weak_log_probabilities
from rightreasons.debiasing.teacher import teacher_log_probabilities
from rightreasons.pairs import PairTable
from rightreasons.training.method import Method

if TYPE_CHECKING:
    from rightreasons.training.seeds import SeedWork, Trainee

WEAK_LOSSES: dict[str, BiasLoss] = {"reweighting": reweighting, "product-of-experts": product_of_experts}


@dataclass(frozen=True)
class WithFocal:
    """Makes the focal loss."""

    gamma: float

    def __call__(self, trainee: Trainee, work: SeedWork) -> Method:  # noqa: ARG002 - a maker
        """Return the method of one training."""
        module = FocalObjective(self.gamma)
        return Method(module.objective, module=module)


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

    def __call__(self, trainee: Trainee, work: SeedWork) -> Method:  # noqa: ARG002 - a maker
        """Return the method of one training."""
        module = BiasObjective(self.loss, _rows(self.bias, work))
        return Method(module.objective, module=module)


@dataclass(frozen=True)
class WithGate:
    """Makes the learned mixin."""

    bias: BiasLogProbabilities
    entropy: float

    def __call__(self, trainee: Trainee, work: SeedWork) -> Method:
        """Return the method of one training."""
        module = MixinObjective(trainee.model, _rows(self.bias, work), self.entropy)
        return Method(module.objective, module=module)


@dataclass(frozen=True)
class WithTeacher:
    """Trains a teacher, and makes confidence regularisation."""

    bias: BiasLogProbabilities

    def __call__(self, trainee: Trainee, work: SeedWork) -> Method:
        """Return the method of one training."""
        module = TaughtObjective(_rows(self.bias, work), teacher_log_probabilities(trainee, work))
        return Method(module.objective, module=module)


@dataclass(frozen=True)
class WithWeakLearner:
    """Trains weak learners, and makes a loss with what they say."""

    loss: Literal["reweighting", "product-of-experts"]
    sample: int
    epochs: int
    anneal: float

    def __call__(self, trainee: Trainee, work: SeedWork) -> Method:
        """Return the method of one training."""
        bias = weak_log_probabilities(trainee, work, self.sample, self.epochs)
        module = AnnealedObjective(WEAK_LOSSES[self.loss], bias, work.recipe.epochs, self.anneal)
        return Method(module.objective, module=module)


@dataclass(frozen=True)
class WithGuidance:
    """Makes cross-entropy that patterns guide; see `GuidedObjective`."""

    biased: pl.DataFrame = field(repr=False)
    alpha2: float

    def __call__(self, trainee: Trainee, work: SeedWork) -> Method:  # noqa: ARG002 - a maker
        """Return the method of one training."""
        module = GuidedObjective(_biased(self.biased, work.train), self.alpha2)
        return Method(module.objective, module=module)


@dataclass(frozen=True)
class WithAdversary:
    """Makes the adversary.

    Parameters
    ----------
    biased
        Columns ``id`` and ``biased``; None without guidance.
    strength
        gamma and alphas.
    discriminators, hidden
        How many, and how large.
    marked
        The easy and hard pairs of dev, where alphas move.
    schedule
        How they move, from each alpha of `strength` on: epsilon and phi.
    """

    biased: pl.DataFrame | None = field(repr=False)
    strength: Strength
    discriminators: int
    hidden: int
    marked: pl.DataFrame | None = field(default=None, repr=False)
    schedule: tuple[float, float] = (0.5, 0.15)

    def __call__(self, trainee: Trainee, work: SeedWork) -> Method:
        """Return the method of one training."""
        reader = hypothesis_reader(trainee, work.train)
        first = trainee.data(work.train.head(1), gold=False).batch(np.zeros(1, dtype=np.int64))
        size = vector_size(trainee.model, reader, first)
        made = Discriminators(size, self.hidden, len(work.labels), self.discriminators)
        module = AdversarialObjective(made, reader, _biased(self.biased, work.train), self.strength)
        if self.marked is None:
            return Method(module.objective, module=module)
        schedules = tuple(
            Schedule(*self.schedule, least=alpha) for alpha in (self.strength.alpha1, self.strength.alpha2)
        )
        hook = DynamicReweighting(self.marked, lambda gap: module.move(gap, (schedules[0], schedules[1])))
        return Method(module.objective, hook, module)


def _rows(bias: BiasLogProbabilities, work: SeedWork) -> torch.Tensor:
    return torch.from_numpy(bias.of(work.train.frame["id"]))


def _biased(known: pl.DataFrame | None, train: PairTable) -> torch.Tensor:
    if known is None:
        return torch.zeros(len(train), dtype=torch.bool)
    flags = aligned(known, train.frame["id"], "mark of patterns")["biased"]
    return torch.tensor(flags.to_list(), dtype=torch.bool)
