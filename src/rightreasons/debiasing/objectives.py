"""What methods that change the loss share: mean losses, objectives, and the options of a bias model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated

import torch
from pydantic import Field
from torch import Tensor, nn

from rightreasons.artifacts.patterns.settings import PatternOptions
from rightreasons.debiasing.bias_models import (
    KINDS,
    bias_log_probabilities,
    saved_log_probabilities,
)
from rightreasons.debiasing.cross_fitting import BiasLogProbabilities
from rightreasons.debiasing.method import Count, LabelledData, Need, Prepared
from rightreasons.errors import MeasureInputError, OptionError
from rightreasons.models.data import Batch
from rightreasons.printable import printable
from rightreasons.sources.predictions.reading import read_predictions
from rightreasons.training.state import State, TrainingMethod, gold_of, log_likelihoods

if TYPE_CHECKING:
    from rightreasons.training.seeds import SeedWork, TrainableModel

Folds = Annotated[int, Field(ge=2, le=100)]
LEAST_DOUBT = 1e-12

# Losses of a batch, some pairs of which may count more.


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


# Methods with a bias model.


@dataclass(frozen=True)
class WithBiasModel:
    """Options of every method that has a bias model; one has a `loss`, or its own `training_method`.

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
