"""The adversary on the hypothesis vector, guided by patterns or not, with dynamic reweighting.

Liu, Zheng, Chang and Sui (2020), "HypoNLI", section 3.2.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Annotated

import numpy as np
import polars as pl
import torch
from pydantic import Field
from torch import Tensor, nn

from rightreasons.debiasing.adversarial.chosen_values import chosen_values
from rightreasons.debiasing.adversarial.dynamic_reweighting import (
    DynamicReweighting,
    WeightSchedule,
    next_alpha,
)
from rightreasons.debiasing.adversarial.gradient_reversal import reversed_gradient
from rightreasons.debiasing.guidance import Alpha, biased_rows, guided
from rightreasons.debiasing.method import Count, LabelledData, Need, NotNegative, Prepared, Threshold
from rightreasons.debiasing.objectives import mean_loss
from rightreasons.debiasing.shared.representation import Reader, hypothesis_reader, vector_size
from rightreasons.debiasing.shared.shortcuts import biased_pairs, shortcuts_in
from rightreasons.difficulty.marks import difficulty
from rightreasons.errors import MeasureInputError
from rightreasons.models.data import Batch
from rightreasons.printable import printable
from rightreasons.training.state import State, TrainingMethod, gold_of, log_likelihoods

if TYPE_CHECKING:
    from rightreasons.training.seeds import SeedWork, TrainableModel


ADDS = {"method": {"adversary": "Adversary"}}


def discriminator_weights(biased: Tensor, alpha1: Tensor | float) -> Tensor:
    """Return alpha1 for biased pairs and 1 for others, shape (B,) (Liu et al. 2020, equation 5)."""
    return torch.where(biased, alpha1, 1.0)


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

    def objective(self, model: nn.Module, batch: Batch, state: State) -> Tensor:
        """Return the loss of a batch."""
        gold, biased = gold_of(batch), self.biased[batch.rows]
        logits, vectors = self.reader(model, batch)
        state.see(batch, logits)
        classified = guided(logits, gold, biased, alpha2=self.alphas[1])
        weights = discriminator_weights(biased, self.alphas[0])
        found = [
            mean_loss(-log_likelihoods(each, gold), weights)
            for each in self.discriminators(reversed_gradient(vectors, self.gamma))
        ]
        return classified + torch.stack(found).mean()

    def move(self, gap: float, schedules: tuple[WeightSchedule, WeightSchedule]) -> tuple[float, float]:
        """Set both alphas to what equation 7 makes of a gap, and return them."""
        moved = [
            next_alpha(float(alpha), gap, schedule)
            for alpha, schedule in zip(self.alphas, schedules, strict=True)
        ]
        self.alphas.copy_(torch.tensor(moved))
        return moved[0], moved[1]


@dataclass(frozen=True)
class Adversary:
    """Adversary on the hypothesis vector, guided by patterns; alpha1=1,alpha2=1: unguided (Liu et al. 2020).

    Parameters
    ----------
    gamma
        Of the gradient reversal; None: 1 for MultiNLI, 3 for all else.
    discriminators
        k.
    alpha1, alpha2
        Weight of biased pairs for the discriminators, and of unbiased ones for the classifier.
    by, threshold, min_count
        As of `Guidance`.
    dynamic
        Whether both alphas follow the gap on dev (equation 7), from where they begin.
    epsilon
        By how much at a time.
    phi
        The gap that is aimed at; None: 0.10 for MultiNLI, 0.15 for all else.
    easy_hard
        lambda of the patterns or words that make dev pairs easy and hard; None: 0.7 for MultiNLI, 0.8 for all
        else.
    hidden
        Entries of the hidden layer of a discriminator; the paper does not say, InferSent's classifier has
        512.
    """

    gamma: NotNegative | None = None
    discriminators: Annotated[int, Field(ge=1, le=3)] = 2
    alpha1: Alpha = 5.0
    alpha2: Alpha = 5.0
    by: str = "patterns"
    threshold: Threshold = 0.7
    min_count: Count = 50
    dynamic: bool = False
    epsilon: NotNegative = 0.5
    phi: NotNegative | None = None
    easy_hard: Threshold | None = None
    hidden: Count = 512

    @property
    def needs(self) -> frozenset[Need]:
        """What it needs beside labelled pairs."""
        guided = self.dynamic or (self.alpha1, self.alpha2) != (1, 1)
        return frozenset({"hypothesis vector", "shortcuts"} if guided else {"hypothesis vector"})

    def prepare(self, data: LabelledData) -> Prepared:
        """Mine shortcuts, and mark dev, where they are needed.

        Raises
        ------
        MeasureInputError
            If dev has no easy or no hard pair by which alphas could move.
        """
        chosen = self._with_values_for(data)
        facts: dict[str, object] = asdict(chosen)
        biased = marked = None
        if "shortcuts" in self.needs:
            mined = shortcuts_in(data, chosen.by, chosen.threshold, chosen.min_count)
            biased, found = biased_pairs(data.train, mined)
            facts |= found
        if self.dynamic:
            marked = _easy_and_hard(data, chosen)
            facts["dev_marks"] = dict(marked["mark"].cast(pl.String).value_counts().iter_rows())
        return Prepared(data.train, partial(chosen._training, biased, marked), facts)

    def _training(
        self,
        biased: pl.DataFrame | None,
        marked: pl.DataFrame | None,
        trainee: TrainableModel,
        work: SeedWork,
    ) -> TrainingMethod:
        """Return the method of one training; `marked`: the easy and hard pairs of dev, where alphas move."""
        reader = hypothesis_reader(trainee, work.train)
        first = trainee.data(work.train.head(1), gold=False).batch(np.zeros(1, dtype=np.int64))
        size = vector_size(trainee.model, reader, first)
        made = Discriminators(size, self.hidden, len(work.labels), self.discriminators)
        rows = (
            torch.zeros(len(work.train), dtype=torch.bool)
            if biased is None
            else biased_rows(biased, work.train)
        )
        strength = Strength(self.gamma or 0.0, self.alpha1, self.alpha2)
        module = AdversarialObjective(made, reader, rows, strength)
        if marked is None:
            return TrainingMethod(module.objective, module=module)
        schedules = tuple(
            WeightSchedule(self.epsilon, self.phi or 0.0, least=alpha) for alpha in (self.alpha1, self.alpha2)
        )
        hook = DynamicReweighting(marked, lambda gap: module.move(gap, (schedules[0], schedules[1])))
        return TrainingMethod(module.objective, hook, module)

    def _with_values_for(self, data: LabelledData) -> Adversary:
        """Return the options with the paper's values for these data where none are given."""
        given = {name: getattr(self, name) for name in ("gamma", "phi", "easy_hard")}
        values = asdict(chosen_values(data.own))
        return replace(
            self, **{name: values[name] if value is None else value for name, value in given.items()}
        )


def _easy_and_hard(data: LabelledData, chosen: Adversary) -> pl.DataFrame:
    mined = shortcuts_in(data, chosen.by, chosen.easy_hard or 0.0, chosen.min_count)
    marks = difficulty(data.dev, mined).cast(pl.String)
    counts = {mark: int((marks == mark).sum()) for mark in ("easy", "hard")}
    if not all(counts.values()):
        raise MeasureInputError(
            f"{counts['easy']:,} easy and {counts['hard']:,} hard pairs in '{printable(data.dev.name)}'",
            "some of both, since dynamic reweighting follows their gap",
            "give more dev data, a lower easy-hard or min-count",
        )
    frame = data.dev.frame.select("id", "label").with_columns(marks)
    return frame.filter(pl.col("mark").is_in(list(counts)))
