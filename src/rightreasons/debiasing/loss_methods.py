"""Methods that change the loss: their options, and what is fitted for them before training."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import partial
from typing import Annotated, Literal

from pydantic import Field

from rightreasons.artifacts.patterns.settings import PatternOptions
from rightreasons.debiasing.bias_models import (
    KINDS,
    bias_log_probabilities,
    saved_log_probabilities,
)
from rightreasons.debiasing.cross_fitting import BiasLogProbabilities
from rightreasons.debiasing.method import LabelledData, Need, Prepared
from rightreasons.errors import MeasureInputError, OptionError
from rightreasons.printable import printable
from rightreasons.sources.predictions import read_predictions

Folds = Annotated[int, Field(ge=2, le=100)]
Count = Annotated[int, Field(ge=1)]
NotNegative = Annotated[float, Field(ge=0, allow_inf_nan=False)]
Share = Annotated[float, Field(ge=0, le=1)]


@dataclass(frozen=True)
class WithBiasModel:
    """Options of every method that has a bias model.

    Parameters
    ----------
    bias
        ``hypothesis-only``, ``patterns``, ``overlap``, or a file of predictions with probabilities.
    folds
        Of cross-fitting.
    min_count
        Instances that must hold a pattern, for ``patterns``.
    unseen
        Says of a file of predictions that the model that made them was not trained on these pairs, or on
        other folds only. Nobody else can know.
    """

    bias: str = "hypothesis-only"
    folds: Folds = 5
    min_count: Count = 50
    unseen: bool = False

    @property
    def needs(self) -> frozenset[Need]:
        """What it needs beside labelled pairs."""
        return frozenset({"bias probabilities"})

    def bias_of(self, data: LabelledData) -> BiasLogProbabilities:
        """Return what the bias model says of the training pairs.

        Raises
        ------
        OptionError
            If there is no such kind, or nobody says that the model of a file has not seen these pairs.
        MeasureInputError
            If it says the same of all pairs, so that training would be the plain one.
        RightReasonsError
            If the file cannot be read, or the data are too few.
        """
        bias = self._said(data)
        if not bias.tells_apart:
            raise MeasureInputError(
                f"a bias model ({printable(bias.kind)}) that says the same of all pairs of "
                f"'{printable(data.train.name)}'",
                "one that tells pairs apart: training would be the plain one",
                "give more training data, a lower min-count, or another bias",
            )
        return bias

    def _said(self, data: LabelledData) -> BiasLogProbabilities:
        if self.bias in KINDS:
            rule = PatternOptions(min_count=self.min_count)
            return bias_log_probabilities(data.train, self.bias, data.labels, self.folds, data.seed, rule)
        if not self.unseen:
            raise OptionError(
                f"bias={printable(self.bias)}, which may be of a model that was trained on these pairs",
                f"one of {', '.join(KINDS)}, or predictions of a model that has not seen the pairs",
                "write unseen=yes if it has not",
            )
        return saved_log_probabilities(read_predictions(self.bias), data.train, data.labels)


@dataclass(frozen=True)
class Reweighting(WithBiasModel):
    """Example reweighting: a pair counts 1 - p_bias(gold) (Clark et al. 2019)."""

    def prepare(self, data: LabelledData) -> Prepared:
        """Fit the bias model."""
        from rightreasons.debiasing.bias_losses import WithBias, reweighting

        bias = self.bias_of(data)
        return Prepared(data.train, WithBias(bias, reweighting), _facts(self, bias))


@dataclass(frozen=True)
class ProductOfExperts(WithBiasModel):
    """Product of experts: the model learns what the bias model cannot explain (Clark et al. 2019)."""

    def prepare(self, data: LabelledData) -> Prepared:
        """Fit the bias model."""
        from rightreasons.debiasing.bias_losses import WithBias, product_of_experts

        bias = self.bias_of(data)
        return Prepared(data.train, WithBias(bias, product_of_experts), _facts(self, bias))


@dataclass(frozen=True)
class LearnedMixin(WithBiasModel):
    """Learned mixin +H: a product of experts with a gate; entropy=0 leaves out H (Clark et al. 2019).

    Parameters
    ----------
    entropy
        Weight of H; 0.03 is the default of the published code for MultiNLI.
    """

    entropy: NotNegative = 0.03

    @property
    def needs(self) -> frozenset[Need]:
        """What it needs beside labelled pairs."""
        return frozenset({"bias probabilities", "last hidden layer"})

    def prepare(self, data: LabelledData) -> Prepared:
        """Fit the bias model."""
        from rightreasons.debiasing.learned_mixin import WithGate

        bias = self.bias_of(data)
        return Prepared(data.train, WithGate(bias, self.entropy), _facts(self, bias))


@dataclass(frozen=True)
class ConfidenceRegularisation(WithBiasModel):
    """Confidence regularisation: a teacher's word, flattened where the bias is sure (Utama et al. 2020a)."""

    @property
    def needs(self) -> frozenset[Need]:
        """What it needs beside labelled pairs."""
        return frozenset({"bias probabilities", "teacher"})

    def prepare(self, data: LabelledData) -> Prepared:
        """Fit the bias model; the teacher is trained for each seed, before the model."""
        from rightreasons.debiasing.confidence_regularisation import WithTeacher

        bias = self.bias_of(data)
        return Prepared(data.train, WithTeacher(bias), _facts(self, bias))


@dataclass(frozen=True)
class DebiasedFocal(WithBiasModel):
    """Debiased focal loss: a pair counts (1 - p_bias(gold))^gamma (Karimi Mahabadi et al. 2020).

    Parameters
    ----------
    gamma
        Exponent; 2 is that of the focal loss (Lin et al. 2017).
    """

    gamma: NotNegative = 2.0

    def prepare(self, data: LabelledData) -> Prepared:
        """Fit the bias model."""
        from rightreasons.debiasing.bias_losses import WithBias, debiased_focal

        bias = self.bias_of(data)
        maker = WithBias(bias, partial(debiased_focal, gamma=self.gamma))
        return Prepared(data.train, maker, _facts(self, bias))


@dataclass(frozen=True)
class Focal:
    """Focal loss: a pair counts (1 - p(gold))^gamma of the model itself, no bias model (Lin et al. 2017).

    Parameters
    ----------
    gamma
        Exponent.
    """

    gamma: NotNegative = 2.0

    @property
    def needs(self) -> frozenset[Need]:
        """Nothing beside labelled pairs."""
        return frozenset()

    def prepare(self, data: LabelledData) -> Prepared:
        """Do nothing beforehand."""
        from rightreasons.debiasing.bias_losses import WithFocal

        return Prepared(data.train, WithFocal(self.gamma), asdict(self))


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
        from rightreasons.debiasing.self_debiasing import WithWeakLearner

        maker = WithWeakLearner(self.loss, self.sample, self.epochs, self.anneal)
        return Prepared(data.train, maker, asdict(self))


def _facts(method: WithBiasModel, bias: BiasLogProbabilities) -> dict[str, object]:
    return {**asdict(method), "bias_model": bias.kind, "cross_fitted": not bias.frame["fold"].null_count()}
