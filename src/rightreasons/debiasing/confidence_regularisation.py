"""Confidence regularisation: the model learns to be unsure, from a teacher, where the bias is sure."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from rightreasons.debiasing.bias_models.with_bias_model import WithBiasModel
from rightreasons.debiasing.method import Need
from rightreasons.debiasing.objectives import RowsObjective, doubts, mean_loss, method_of
from rightreasons.training.evaluation import evaluated
from rightreasons.training.seeds import SeedWork, TrainableModel, plain_copy
from rightreasons.training.state import TrainingMethod

ADDS = {"method": {"confidence-regularisation": "ConfidenceRegularisation"}}


def teacher_log_probabilities(trainee: TrainableModel, work: SeedWork) -> Tensor:
    """Return the log-probabilities of a teacher for every training pair, shape (n, labels).

    A copy of the untrained model is trained by the same recipe, with cross-entropy, and the epoch best on dev
    is taken. Its state is kept beside that of the model, so that an interrupted run goes on from there.

    Parameters
    ----------
    trainee
        The untrained model; it is left as it is.
    work
        What is trained.

    Notes
    -----
    That the teacher has seen these pairs is meant: what it says is a target, not a bias.
    """
    teacher = plain_copy(trainee, work, "teacher", work.recipe)
    data = trainee.data(work.train, gold=True)
    logits = evaluated(teacher, data, work.labels, trainee.hardware)
    return torch.from_numpy(logits).log_softmax(dim=1)


def confidence_regularisation(
    logits: Tensor,
    labels: Tensor,
    bias_log_probabilities: Tensor,
    weights: Tensor | None = None,
    *,
    teacher_log_probabilities: Tensor,
) -> Tensor:
    """Return cross-entropy with what a teacher says, flattened by b, the bias model's p(gold).

    The target is S_j = t_j^(1 - b) / sum_k t_k^(1 - b): the teacher's word where the bias model gives the
    gold label no chance (distillation), uniform where it is certain of it.

    Parameters
    ----------
    logits
        Of the model, shape (B, labels).
    labels
        Indices of the gold labels, shape (B,).
    bias_log_probabilities
        Log-probabilities of a bias model that was not trained on these pairs, shape (B, labels).
    weights
        Shape (B,); None: 1.
    teacher_log_probabilities
        Log-probabilities t of a model trained without debiasing, finite, shape (B, labels).

    References
    ----------
    Utama, Moosavi and Gurevych (2020), "Mind the trade-off: debiasing NLU models without degrading the
    in-distribution performance", ACL.
    """
    doubt = doubts(bias_log_probabilities, labels)[:, None]
    target = (doubt * teacher_log_probabilities).softmax(dim=1)
    return mean_loss(-(target * logits.float().log_softmax(dim=1)).sum(dim=1), weights)


@dataclass(frozen=True)
class ConfidenceRegularisation(WithBiasModel):
    """Confidence regularisation: a teacher's word, flattened where the bias is sure (Utama et al. 2020a)."""

    @property
    def needs(self) -> frozenset[Need]:
        """What it needs beside labelled pairs."""
        return frozenset({"bias probabilities", "teacher"})

    def training_method(self, bias: Tensor, trainee: TrainableModel, work: SeedWork) -> TrainingMethod:
        """Return the method of one training; its teacher is trained now, before the model."""
        return method_of(RowsObjective(_taught, bias, teacher_log_probabilities(trainee, work)))


def _taught(logits: Tensor, labels: Tensor, bias: Tensor, teacher: Tensor) -> Tensor:
    return confidence_regularisation(logits, labels, bias, teacher_log_probabilities=teacher)
