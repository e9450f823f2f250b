"""Liu et al. (2020), section 3.2: guidance from patterns, the adversary, dynamic reweighting."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
import torch
from torch import Tensor, nn

from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.debiasing.bias_losses import mean_loss
from rightreasons.debiasing.cross_fitting import aligned
from rightreasons.debiasing.representation import Reader, hypothesis_reader, vector_size
from rightreasons.models.data import Batch
from rightreasons.pairs import PairTable
from rightreasons.predictions import Predictions
from rightreasons.training.evaluation import is_right
from rightreasons.training.state import State, TrainingMethod, gold_of, log_likelihoods

if TYPE_CHECKING:
    from rightreasons.training.seeds import SeedWork, TrainableModel

# The gradient reversal layer: forward it does nothing, backward it turns gradients round.


class _Reversal(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, values: Tensor, gamma: float) -> Tensor:
        ctx.gamma = gamma
        return values.view_as(values)

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor, None]:
        return -ctx.gamma * gradient, None


def reversed_gradient(values: Tensor, gamma: float) -> Tensor:
    """Return the values; what flows back through them is multiplied by -gamma.

    Parameters
    ----------
    values
        Any shape.
    gamma
        How strongly what lies before is turned against what lies behind.

    References
    ----------
    Ganin et al. (2016), "Domain-adversarial training of neural networks", JMLR 17, section 4.2; Liu et al.
    (2020), equation 4.
    """
    reversed_: Tensor = _Reversal.apply(values, gamma)  # type: ignore[no-untyped-call]  # torch has no type for it
    return reversed_


# Guidance from artificial patterns: pairs that hold one count differently from those that hold none.


def biased_pairs(train: PairTable, patterns: PatternSet) -> pl.DataFrame:
    """Return ``id`` and ``biased``, whether the hypothesis holds a pattern (D_bias; section 3.2.3)."""
    return train.frame.select("id").with_columns(biased=pl.Series(patterns.mark(train).numbers > 0))


def discriminator_weights(biased: Tensor, alpha1: Tensor | float) -> Tensor:
    """Return alpha1 for biased pairs and 1 for others, shape (B,) (Liu et al. 2020, equation 5)."""
    return torch.where(biased, alpha1, 1.0)


def classifier_weights(biased: Tensor, alpha2: Tensor | float) -> Tensor:
    """Return alpha2 for unbiased pairs and 1 for others, shape (B,) (Liu et al. 2020, equation 6)."""
    return torch.where(biased, 1.0, alpha2)


class GuidedObjective(nn.Module):
    """Cross-entropy weighted by equation 6, the mean over pairs: the row InferSent+Guidance of Table 7.

    Parameters
    ----------
    biased
        Whether each training pair holds a pattern, shape (n,).
    alpha2
        Weight of those that do not.

    References
    ----------
    Liu, Zheng, Chang and Sui (2020), "HypoNLI", section 3.2.2.
    """

    biased: Tensor

    def __init__(self, biased: Tensor, alpha2: float) -> None:
        super().__init__()
        self.register_buffer("biased", biased, persistent=False)
        self.alpha2 = alpha2

    def objective(self, model: nn.Module, batch: Batch, state: State) -> Tensor:  # noqa: ARG002 - an objective
        """Return the loss of a batch."""
        weights = classifier_weights(self.biased[batch.rows], self.alpha2)
        return mean_loss(-log_likelihoods(model(batch), gold_of(batch)), weights)


# Dynamic reweighting: alpha follows the gap of easy and hard accuracy on dev (Liu et al. 2020, Eq. 7).


@dataclass(frozen=True)
class WeightSchedule:
    """How alpha moves.

    Parameters
    ----------
    step
        epsilon, by how much at a time; 0.5 in the paper.
    gap
        phi, the gap of accuracy that is aimed at: 0.15 for SNLI, 0.10 for MultiNLI.
    least
        alpha_0, where it begins, and below which it does not fall; there is no upper bound.
    """

    step: float
    gap: float
    least: float


def next_alpha(alpha: float, gap: float, schedule: WeightSchedule) -> float:
    """Return alpha after a look at dev (Liu et al. 2020, equation 7).

    max(alpha + epsilon, alpha_0) where the gap is at least phi, else max(alpha - epsilon, alpha_0).

    Parameters
    ----------
    alpha
        As it was.
    gap
        delta: accuracy on the easy subset of dev minus that on the hard one.
    schedule
        epsilon, phi and alpha_0.
    """
    step = schedule.step if gap >= schedule.gap else -schedule.step
    return max(alpha + step, schedule.least)


def easy_hard_gap(said: Predictions, marked: pl.DataFrame) -> float:
    """Return accuracy on easy minus accuracy on hard pairs.

    Parameters
    ----------
    said
        What a model says of dev.
    marked
        Columns ``id``, ``label`` (gold) and ``mark``, ``"easy"`` and ``"hard"`` both among them.
    """
    found = marked.join(said.frame.select("id", said="label"), on="id", how="inner")
    right = found.with_columns(is_right(found["label"], found["said"]))
    means = dict(right.group_by(pl.col("mark").cast(pl.String)).agg(pl.col("right").mean()).iter_rows())
    return float(means["easy"]) - float(means["hard"])


@dataclass(frozen=True)
class DynamicReweighting:
    """Called after each look at dev, the iteration of equation 7.

    Parameters
    ----------
    marked
        The easy and the hard pairs of dev, see `easy_hard_gap`.
    move
        Takes the gap, and moves alpha.
    """

    marked: pl.DataFrame = field(repr=False)
    move: Callable[[float], None]

    def __call__(self, predictions: Predictions, state: object) -> None:  # noqa: ARG002 - a hook
        """Measure the gap, and move alpha."""
        self.move(easy_hard_gap(predictions, self.marked))


# An adversary that reads the label off the hypothesis vector, and an encoder that makes it fail.


@dataclass(frozen=True)
class Strength:
    """How strong the adversary is, and how much patterns guide it.

    Parameters
    ----------
    gamma
        What reversed gradients are multiplied by (equation 4).
    alpha1
        Weight of biased pairs for the discriminators (equation 5); 1: no guidance.
    alpha2
        Weight of unbiased pairs for the classifier (equation 6); 1: no guidance.
    """

    gamma: float
    alpha1: float = 1.0
    alpha2: float = 1.0


class Discriminators(nn.Module):
    """k classifiers of one hidden layer, each with weights of its own.

    Parameters
    ----------
    size
        Entries of a hypothesis vector.
    hidden
        Entries of the hidden layer.
    labels
        Number of labels.
    k
        How many.
    """

    def __init__(self, size: int, hidden: int, labels: int, k: int) -> None:
        super().__init__()
        self.each = nn.ModuleList(
            nn.Sequential(nn.Linear(size, hidden), nn.ReLU(), nn.Linear(hidden, labels)) for _ in range(k)
        )

    def forward(self, vectors: Tensor) -> list[Tensor]:
        """Return the logits of each, shape (B, labels), from vectors of shape (B, size)."""
        return [classifier(vectors) for classifier in self.each]


class AdversarialObjective(nn.Module):
    """The min-max game between encoder and discriminators (Liu et al. 2020, equations 1 to 6).

    Loss: NLL_C + mean over discriminators of NLL_D(reversed(s_h)). One step then descends on NLL_C for the
    classifier, on NLL_D for the discriminators, and on NLL_C - gamma NLL_D for the encoder of hypotheses; the
    premise's has nothing to do with NLL_D. The paper prints equations 2 to 4 with the sign of log p for that
    of its negative. How several discriminators are put together it does not say: their mean keeps the scale
    of gamma. Models share one encoder for both sentences: the reversed gradient goes into it by the
    hypothesis alone.

    Parameters
    ----------
    discriminators
        They are trained along with the model.
    reader
        From a batch to logits and hypothesis vectors.
    biased
        Whether each training pair holds a pattern, shape (n,); without guidance it may be anything.
    strength
        gamma, and alpha at the beginning.
    """

    alphas: Tensor
    biased: Tensor

    def __init__(
        self, discriminators: Discriminators, reader: Reader, biased: Tensor, strength: Strength
    ) -> None:
        super().__init__()
        self.discriminators = discriminators
        self.reader = reader
        self.gamma = strength.gamma
        self.register_buffer("biased", biased, persistent=False)
        # a buffer, so that training that is taken up again goes on with the alphas it had
        self.register_buffer("alphas", torch.tensor([strength.alpha1, strength.alpha2], dtype=torch.float))

    def objective(self, model: nn.Module, batch: Batch, state: State) -> Tensor:  # noqa: ARG002 - an objective
        """Return the loss of a batch."""
        gold, biased = gold_of(batch), self.biased[batch.rows]
        logits, vectors = self.reader(model, batch)
        classified = mean_loss(-log_likelihoods(logits, gold), classifier_weights(biased, self.alphas[1]))
        weights = discriminator_weights(biased, self.alphas[0])
        told = [
            mean_loss(-log_likelihoods(each, gold), weights)
            for each in self.discriminators(reversed_gradient(vectors, self.gamma))
        ]
        return classified + torch.stack(told).mean()

    def move(self, gap: float, schedules: tuple[WeightSchedule, WeightSchedule]) -> None:
        """Set both alphas to what equation 7 makes of a gap."""
        moved = [
            next_alpha(float(alpha), gap, schedule)
            for alpha, schedule in zip(self.alphas, schedules, strict=True)
        ]
        self.alphas.copy_(torch.tensor(moved))


@dataclass(frozen=True)
class WithGuidance:
    """Makes cross-entropy that patterns guide; see `GuidedObjective`."""

    biased: pl.DataFrame = field(repr=False)
    alpha2: float

    def __call__(self, trainee: TrainableModel, work: SeedWork) -> TrainingMethod:  # noqa: ARG002 - a maker
        """Return the method of one training."""
        module = GuidedObjective(_biased(self.biased, work.train), self.alpha2)
        return TrainingMethod(module.objective, module=module)


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

    def __call__(self, trainee: TrainableModel, work: SeedWork) -> TrainingMethod:
        """Return the method of one training."""
        reader = hypothesis_reader(trainee, work.train)
        first = trainee.data(work.train.head(1), gold=False).batch(np.zeros(1, dtype=np.int64))
        size = vector_size(trainee.model, reader, first)
        made = Discriminators(size, self.hidden, len(work.labels), self.discriminators)
        module = AdversarialObjective(made, reader, _biased(self.biased, work.train), self.strength)
        if self.marked is None:
            return TrainingMethod(module.objective, module=module)
        schedules = tuple(
            WeightSchedule(*self.schedule, least=alpha)
            for alpha in (self.strength.alpha1, self.strength.alpha2)
        )
        hook = DynamicReweighting(self.marked, lambda gap: module.move(gap, (schedules[0], schedules[1])))
        return TrainingMethod(module.objective, hook, module)


def _biased(known: pl.DataFrame | None, train: PairTable) -> torch.Tensor:
    if known is None:
        return torch.zeros(len(train), dtype=torch.bool)
    flags = aligned(known, train.frame["id"], "mark of patterns")["biased"]
    return torch.tensor(flags.to_list(), dtype=torch.bool)
