"""Just train twice: pairs that a plain model, trained briefly, gets wrong count more in a second training."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Annotated

import numpy as np
import numpy.typing as npt
import polars as pl
import torch
from pydantic import Field
from torch import Tensor

from rightreasons.debiasing.method import Count, LabelledData, Need, Prepared
from rightreasons.debiasing.objectives import RowsObjective, mean_loss
from rightreasons.errors import MeasureInputError
from rightreasons.pairs import LABEL_TYPE
from rightreasons.predictions import Predictions
from rightreasons.printable import printable
from rightreasons.training.evaluation import evaluated, is_right
from rightreasons.training.seeds import SeedWork, TrainableModel, plain_copy
from rightreasons.training.state import State, TrainingMethod, log_likelihoods

ADDS = {"method": {"just-train-twice": "JustTrainTwice"}}


def error_set(trainee: TrainableModel, work: SeedWork, epochs: int) -> npt.NDArray[np.bool_]:
    """Return which training pairs a plain model gets wrong after some epochs on them, shape (n,).

    A copy of the untrained model is trained with cross-entropy; the weights of its last epoch count, not
    those of the epoch best on dev.

    Parameters
    ----------
    trainee
        The untrained model; it is left as it is.
    work
        What is trained.
    epochs
        T; the schedule of the learning rate is that of a training of T epochs.

    Raises
    ------
    MeasureInputError
        If it gets none wrong, or all.

    References
    ----------
    Liu, Haghgoo, Chen et al. (2021), "Just train twice: improving group robustness without training group
    information", ICML, section 4: the error set E is that of the training data.
    """
    recipe = replace(work.recipe, epochs=epochs, patience=None)
    model = plain_copy(trainee, work, "identification", recipe, last=True)
    data = trainee.data(work.train, gold=True)
    chosen = evaluated(model, data, work.labels, trainee.hardware).argmax(axis=1)
    names = pl.Series([label.value for label in work.labels], dtype=LABEL_TYPE)
    wrong: npt.NDArray[np.bool_] = ~is_right(work.train.gold, names.gather(chosen)).to_numpy()
    if wrong.all() or not wrong.any():
        raise MeasureInputError(
            f"{int(wrong.sum()):,} of {len(wrong):,} pairs of '{printable(work.train.name)}' wrong after "
            f"{epochs} epochs",
            "some of them, to count more in the second training",
            "give other epochs to just-train-twice",
        )
    return wrong


def upweighted(logits: Tensor, labels: Tensor, wrong: Tensor, *, factor: float, mean: float) -> Tensor:
    """Return cross-entropy in which pairs of the error set count `factor` times.

    The published method repeats these pairs. A weight, divided by the mean weight of the training data, gives
    steps of the same size on average, and leaves the length of an epoch as it is.

    Parameters
    ----------
    logits
        Of the model, shape (B, labels).
    labels
        Indices of the gold labels, shape (B,).
    wrong
        Whether each pair is in the error set, shape (B,).
    factor
        lambda.
    mean
        Mean weight of all training pairs, 1 + (lambda - 1) |E| / n.
    """
    return mean_loss(-log_likelihoods(logits, labels), torch.where(wrong, factor, 1.0)) / mean


class ErrorSetObjective(RowsObjective):
    """`upweighted` as an objective.

    Parameters
    ----------
    wrong
        Whether each training pair is in the error set, shape (n,).
    factor
        lambda.
    """

    def __init__(self, wrong: Tensor, factor: float) -> None:
        mean = 1 + (factor - 1) * float(wrong.float().mean())
        super().__init__(lambda *args: upweighted(*args, factor=factor, mean=mean), wrong)
        self.size = int(wrong.sum())

    def record(self, predictions: Predictions, state: State) -> None:  # noqa: ARG002 - a hook
        """Write the size of the error set among the figures of the epoch."""
        state.figures["error_set"] = self.size


@dataclass(frozen=True)
class JustTrainTwice:
    """Just train twice: what a brief plain training gets wrong counts more (Liu et al. 2021).

    Parameters
    ----------
    epochs
        T, of the first training.
    factor
        lambda, how many times a pair of the error set counts in the second one.
    """

    epochs: Count = 2
    factor: Annotated[float, Field(ge=1, allow_inf_nan=False)] = 6.0

    @property
    def needs(self) -> frozenset[Need]:
        """What it needs beside labelled pairs."""
        return frozenset({"error set"})

    def prepare(self, data: LabelledData) -> Prepared:
        """Do nothing beforehand; the first model is trained for each seed, before the second."""
        return Prepared(data.train, self._training, asdict(self))

    def _training(self, trainee: TrainableModel, work: SeedWork) -> TrainingMethod:
        wrong = torch.from_numpy(error_set(trainee, work, self.epochs))
        module = ErrorSetObjective(wrong, self.factor)
        return TrainingMethod(module.objective, module.record, module)
