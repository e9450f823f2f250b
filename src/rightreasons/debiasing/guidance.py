"""Guidance from shortcuts: pairs of which one holds count differently from those of which none does."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated

import polars as pl
import torch
from pydantic import Field
from torch import Tensor

from rightreasons.debiasing.method import Count, LabelledData, Need, Prepared, Threshold
from rightreasons.debiasing.objectives import RowsObjective, mean_loss, method_of
from rightreasons.debiasing.shared.known_pairs import aligned
from rightreasons.debiasing.shared.shortcuts import biased_pairs, shortcuts_in
from rightreasons.pairs import PairTable
from rightreasons.training.state import TrainingMethod, log_likelihoods

if TYPE_CHECKING:
    from rightreasons.training.seeds import SeedWork, TrainableModel

ADDS = {"method": {"guidance": "Guidance"}}
Alpha = Annotated[float, Field(ge=1, allow_inf_nan=False)]


def biased_rows(marks: pl.DataFrame, train: PairTable) -> Tensor:
    """Return what `biased_pairs` found of every training pair, in their order, shape (n,)."""
    flags = aligned(marks, train.frame["id"], "mark of shortcuts")["biased"]
    return torch.tensor(flags.to_list(), dtype=torch.bool)


def classifier_weights(biased: Tensor, alpha2: Tensor | float) -> Tensor:
    """Return alpha2 for unbiased pairs and 1 for others, shape (B,) (Liu et al. 2020, equation 6)."""
    return torch.where(biased, 1.0, alpha2)


def guided(logits: Tensor, labels: Tensor, biased: Tensor, *, alpha2: Tensor | float) -> Tensor:
    """Return cross-entropy weighted by equation 6, the mean over pairs: row InferSent+Guidance of Table 7.

    Parameters
    ----------
    logits
        Of the model, shape (B, labels).
    labels
        Indices of the gold labels, shape (B,).
    biased
        Whether a shortcut, in the paper a pattern, holds of each pair, shape (B,).
    alpha2
        Weight of those that do not.

    References
    ----------
    Liu, Zheng, Chang and Sui (2020), "HypoNLI", section 3.2.2.
    """
    return mean_loss(-log_likelihoods(logits, labels), classifier_weights(biased, alpha2))


@dataclass(frozen=True)
class Guidance:
    """Guidance: pairs that no pattern, or no other shortcut, holds of count alpha2 times (Liu et al. 2020).

    Parameters
    ----------
    alpha2
        Their weight (equation 6).
    by
        ``patterns``, as in the paper, or another family of shortcuts: what makes a pair biased.
    threshold
        lambda of the patterns or words.
    min_count
        Instances that must hold a pattern.
    """

    alpha2: Alpha = 5.0
    by: str = "patterns"
    threshold: Threshold = 0.7
    min_count: Count = 50

    @property
    def needs(self) -> frozenset[Need]:
        """What it needs beside labelled pairs."""
        return frozenset({"shortcuts"})

    def prepare(self, data: LabelledData) -> Prepared:
        """Mine the shortcuts, and find the pairs that they hold of."""
        mined = shortcuts_in(data, self.by, self.threshold, self.min_count)
        biased, facts = biased_pairs(data.train, mined)
        return Prepared(data.train, partial(self._training, biased), {**asdict(self), **facts})

    def _training(self, biased: pl.DataFrame, trainee: TrainableModel, work: SeedWork) -> TrainingMethod:  # noqa: ARG002 - a method of training
        return method_of(RowsObjective(partial(guided, alpha2=self.alpha2), biased_rows(biased, work.train)))
