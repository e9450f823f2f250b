"""Guidance from artificial patterns: pairs that hold one count differently from those that hold none."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated

import polars as pl
import torch
from pydantic import Field
from torch import Tensor

from rightreasons.artifacts.patterns.pattern_set import PatternSet, for_tables
from rightreasons.artifacts.patterns.settings import PatternOptions
from rightreasons.debiasing.known_pairs import aligned
from rightreasons.debiasing.method import Count, LabelledData, Need, Prepared, Threshold
from rightreasons.debiasing.objectives import RowsObjective, mean_loss, method_of
from rightreasons.pairs import PairTable
from rightreasons.training.state import TrainingMethod, log_likelihoods

if TYPE_CHECKING:
    from rightreasons.training.seeds import SeedWork, TrainableModel

ADDS = {"method": {"guidance": "Guidance"}}
Alpha = Annotated[float, Field(ge=1, allow_inf_nan=False)]


def mined_patterns(data: LabelledData, threshold: float, min_count: int) -> PatternSet:
    """Return H(3, 3, lambda) of the training data, tokenised so that dev can be marked as well."""
    options = PatternOptions(threshold=threshold, min_count=min_count)
    return PatternSet.fit(data.train, for_tables(options, data.train, data.dev))


def marked_pairs(
    data: LabelledData, threshold: float, min_count: int
) -> tuple[pl.DataFrame, dict[str, object]]:
    """Return ``id`` and ``biased``, whether the hypothesis holds a pattern (section 3.2.3), and counts."""
    patterns = mined_patterns(data, threshold, min_count)
    biased = pl.Series(patterns.mark(data.train).numbers > 0)
    facts: dict[str, object] = {"patterns": len(patterns), "biased_pairs": int(biased.sum())}
    return data.train.frame.select("id").with_columns(biased=biased), facts


def biased_rows(marks: pl.DataFrame, train: PairTable) -> Tensor:
    """Return what `marked_pairs` found of every training pair, in their order, shape (n,)."""
    flags = aligned(marks, train.frame["id"], "mark of patterns")["biased"]
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
        Whether each pair holds a pattern, shape (B,).
    alpha2
        Weight of those that do not.

    References
    ----------
    Liu, Zheng, Chang and Sui (2020), "HypoNLI", section 3.2.2.
    """
    return mean_loss(-log_likelihoods(logits, labels), classifier_weights(biased, alpha2))


@dataclass(frozen=True)
class Guidance:
    """Guidance: pairs without an artificial pattern count alpha2 times (Liu et al. 2020, equation 6).

    Parameters
    ----------
    alpha2
        Their weight.
    threshold
        lambda of the patterns that make a pair biased.
    min_count
        Instances that must hold a pattern.
    """

    alpha2: Alpha = 5.0
    threshold: Threshold = 0.7
    min_count: Count = 50

    @property
    def needs(self) -> frozenset[Need]:
        """What it needs beside labelled pairs."""
        return frozenset({"patterns"})

    def prepare(self, data: LabelledData) -> Prepared:
        """Mine the patterns."""
        biased, facts = marked_pairs(data, self.threshold, self.min_count)
        return Prepared(data.train, partial(self._training, biased), {**asdict(self), **facts})

    def _training(self, biased: pl.DataFrame, trainee: TrainableModel, work: SeedWork) -> TrainingMethod:  # noqa: ARG002 - a method of training
        return method_of(RowsObjective(partial(guided, alpha2=self.alpha2), biased_rows(biased, work.train)))
