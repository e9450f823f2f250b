"""Learning from failure: pairs count more, the harder they are for a second model made to be biased."""

from __future__ import annotations

import copy
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated

import torch
from pydantic import Field
from torch import Tensor, nn

from rightreasons.debiasing.method import LabelledData, Need, Prepared
from rightreasons.models.data import Batch
from rightreasons.training.state import State, TrainingMethod, gold_of, log_likelihoods

if TYPE_CHECKING:
    from rightreasons.training.seeds import SeedWork, TrainableModel

ADDS = {"method": {"learning-from-failure": "LearningFromFailure"}}
_LEAST = 1e-8


def generalised_cross_entropy(logits: Tensor, labels: Tensor, *, q: float) -> Tensor:
    """Return the mean of (1 - p(gold)^q) / q, whose gradient is that of cross-entropy times p(gold)^q.

    Pairs that the model finds easy thus count the most: it holds on to a bias that it learns early.

    Parameters
    ----------
    logits
        Shape (B, labels).
    labels
        Indices of the gold labels, shape (B,).
    q
        In (0, 1]; towards 0 it is cross-entropy.

    References
    ----------
    Zhang and Sabuncu (2018), "Generalized cross entropy loss", equation 6; Nam et al. (2020), equation 1.
    """
    return (-torch.expm1(q * log_likelihoods(logits, labels)) / q).mean()


def relative_difficulty(biased: Tensor, debiased: Tensor) -> Tensor:
    """Return W = CE_b / (CE_b + CE_d) of every pair (Nam et al. 2020, equation 2).

    Parameters
    ----------
    biased, debiased
        Cross-entropy of the biased and of the debiased model, not negative, shape (B,).
    """
    return biased / (biased + debiased).clamp(min=_LEAST)


class AveragedLosses(nn.Module):
    """Exponential moving averages of the loss of every training pair, over the maximum of its gold label.

    Parameters
    ----------
    gold
        Index of the gold label of each training pair, shape (n,).
    momentum
        Share of the old average in the new one; the first loss of a pair is its first average.
    """

    gold: Tensor
    averages: Tensor
    known: Tensor

    def __init__(self, gold: Tensor, momentum: float) -> None:
        super().__init__()
        self.momentum = momentum
        self.register_buffer("gold", gold, persistent=False)
        # kept, so that training that is resumed goes on with the averages it had
        self.register_buffer("averages", torch.zeros(len(gold)))
        self.register_buffer("known", torch.zeros(len(gold), dtype=torch.bool))

    def update(self, rows: Tensor, losses: Tensor) -> Tensor:
        """Take in the losses of a batch, shape (B,); return its normalised averages, shape (B,)."""
        old = torch.where(self.known[rows], self.averages[rows], losses)
        self.averages[rows] = self.momentum * old + (1 - self.momentum) * losses
        self.known[rows] = True
        return self.averages[rows] / self._maxima()[self.gold[rows]].clamp(min=_LEAST)

    def _maxima(self) -> Tensor:
        """Return the largest average of each gold label."""
        maxima = torch.zeros(int(self.gold.max()) + 1, device=self.gold.device)
        return maxima.scatter_reduce(0, self.gold, self.averages, "amax")


class FailureObjective(nn.Module):
    """GCE of a biased model plus W-weighted cross-entropy of the other one, both learned at once.

    Parameters
    ----------
    biased
        The model that is made to be biased; its weights are learned along.
    gold
        Index of the gold label of each training pair, shape (n,).
    q
        Of the generalised cross-entropy.
    momentum
        Of the averages of losses.
    """

    def __init__(self, biased: nn.Module, gold: Tensor, q: float, momentum: float) -> None:
        super().__init__()
        self.biased, self.q = biased, q
        self.of_biased, self.of_debiased = (AveragedLosses(gold, momentum) for _ in range(2))

    def objective(self, model: nn.Module, batch: Batch, state: State) -> Tensor:  # noqa: ARG002 - an objective
        """Return the loss of a batch (Nam et al. 2020, Algorithm 1)."""
        gold = gold_of(batch)
        logits = self.biased(batch)
        losses = -log_likelihoods(model(batch), gold)
        failed = -log_likelihoods(logits.detach(), gold)
        weights = relative_difficulty(
            self.of_biased.update(batch.rows, failed),
            self.of_debiased.update(batch.rows, losses.detach()),
        )
        return generalised_cross_entropy(logits, gold, q=self.q) + (weights * losses).mean()


@dataclass(frozen=True)
class LearningFromFailure:
    """Learning from failure: weights from a second, biased model trained along (Nam et al. 2020).

    Parameters
    ----------
    q
        Of the biased model's loss; 0.7 in the paper.
    momentum
        Of the moving averages of losses; 0.7 in the published code.

    References
    ----------
    Nam, Cha, Ahn, Lee and Shin (2020), "Learning from failure: training debiased classifier from biased
    classifier", NeurIPS, Algorithm 1. The biased model begins as a copy of the untrained model.
    """

    q: Annotated[float, Field(gt=0, le=1)] = 0.7
    momentum: Annotated[float, Field(ge=0, lt=1)] = 0.7

    @property
    def needs(self) -> frozenset[Need]:
        """What it needs beside labelled pairs."""
        return frozenset({"biased model"})

    def prepare(self, data: LabelledData) -> Prepared:
        """Do nothing beforehand."""
        return Prepared(data.train, self._training, asdict(self))

    def _training(self, trainee: TrainableModel, work: SeedWork) -> TrainingMethod:
        gold = torch.from_numpy(work.train.gold.to_physical().to_numpy().astype("int64"))
        module = FailureObjective(copy.deepcopy(trainee.model), gold, self.q, self.momentum)
        return TrainingMethod(module.objective, module=module)
