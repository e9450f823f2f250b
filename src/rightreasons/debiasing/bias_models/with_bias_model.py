"""What methods with a bias model share: its options, what it says of every pair, and their objective."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated

import torch
from pydantic import Field
from torch import Tensor

from rightreasons.artifacts.patterns.settings import PatternOptions
from rightreasons.debiasing.bias_models.cross_fitting import BiasLogProbabilities
from rightreasons.debiasing.bias_models.kinds import (
    KINDS,
    bias_log_probabilities,
    is_kind,
    saved_log_probabilities,
)
from rightreasons.debiasing.method import Count, LabelledData, Need, Prepared
from rightreasons.debiasing.objectives import RowsObjective, method_of
from rightreasons.errors import MeasureInputError, OptionError
from rightreasons.printable import printable
from rightreasons.sources.predictions.reading import read_predictions
from rightreasons.training.state import TrainingMethod

if TYPE_CHECKING:
    from rightreasons.training.seeds import SeedWork, TrainableModel


Folds = Annotated[int, Field(ge=2, le=100)]


@dataclass(frozen=True)
class WithBiasModel:
    """Options of every method that has a bias model; one has a `loss`, or its own `training_method`.

    Parameters
    ----------
    bias
        ``hypothesis-only``, ``patterns``, ``overlap``, another family of shortcuts, or a file of predictions
        with probabilities.
    folds
        Of cross-fitting.
    min_count
        Instances that must hold a pattern, or another shortcut that is mined.
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

    def loss(self, logits: Tensor, labels: Tensor, bias_log_probabilities: Tensor) -> Tensor:
        """Return the loss of a batch: shapes (B, labels), (B,) and (B, labels) in, a number out."""
        raise NotImplementedError(f"{type(self).__name__} has its own `training_method`")

    def training_method(
        self,
        bias: Tensor,
        trainee: TrainableModel,  # noqa: ARG002 - for methods that read the model
        work: SeedWork,  # noqa: ARG002 - as above
    ) -> TrainingMethod:
        """Return the method of one training, from the bias of its pairs, shape (n, labels)."""
        return method_of(RowsObjective(self.loss, bias))

    def prepare(self, data: LabelledData) -> Prepared:
        """Fit the bias model.

        Raises
        ------
        OptionError, MeasureInputError, RightReasonsError
            See `bias_of`.
        """
        bias = self.bias_of(data)
        cross_fitted = not bias.frame["fold"].null_count()
        facts = {**asdict(self), "bias_model": bias.kind, "cross_fitted": cross_fitted}
        return Prepared(data.train, partial(self._training, bias), facts)

    def _training(
        self, bias: BiasLogProbabilities, trainee: TrainableModel, work: SeedWork
    ) -> TrainingMethod:
        rows = torch.from_numpy(bias.of(work.train.frame["id"]))
        return self.training_method(rows, trainee, work)

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
        bias = self._fitted(data)
        if not bias.tells_apart:
            raise MeasureInputError(
                f"a bias model ({printable(bias.kind)}) that says the same of all pairs of "
                f"'{printable(data.train.name)}'",
                "one that tells pairs apart: training would be the plain one",
                "give more training data, a lower min-count, or another bias",
            )
        return bias

    def _fitted(self, data: LabelledData) -> BiasLogProbabilities:
        if is_kind(self.bias):
            rule = PatternOptions(min_count=self.min_count)
            return bias_log_probabilities(data.train, self.bias, data.labels, self.folds, data.seed, rule)
        if not self.unseen:
            raise OptionError(
                f"bias={printable(self.bias)}, which may be of a model that was trained on these pairs",
                f"one of {', '.join(KINDS)}, a family of shortcuts, or predictions of a model that has not "
                "seen the pairs",
                "write unseen=yes if it has not",
            )
        return saved_log_probabilities(read_predictions(self.bias), data.train, data.labels)
