"""Filtering: training data without the pairs whose hypothesis gives a label away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.cross_fitting.folds import FOLDS
from rightreasons.debiasing.bias_models.kinds import bias_log_probabilities
from rightreasons.debiasing.method import Count, LabelledData, Need, Prepared, Threshold, with_kept
from rightreasons.errors import EmptyDataError
from rightreasons.labels import Label
from rightreasons.pairs import PairTable
from rightreasons.shortcuts.families import shortcuts_of
from rightreasons.shortcuts.shortcut import Shortcuts

ADDS = {"method": {"filtering": "Filtering"}}
HOLDS, SURE = "a shortcut of the family '{}' holds", "a hypothesis-only model is sure"
MODEL = "hypothesis-only"


@dataclass(frozen=True)
class Filtered:
    """A filtered dataset.

    Parameters
    ----------
    kept
        The pairs kept, in their old order; labels are as they come, not balanced.
    dropped
        Ids of the others.
    """

    kept: PairTable
    dropped: pl.Series


def filtered_by_shortcuts(train: PairTable, shortcuts: Shortcuts) -> Filtered:
    """Drop every pair of which a shortcut holds, whatever its gold label.

    Dropping only those whose gold label it points to would leave shortcuts that point to another.

    Parameters
    ----------
    train
        Every row has a gold label.
    shortcuts
        Of the same data, such as their artificial patterns.

    Raises
    ------
    EmptyDataError
        If of some label no pair would be left.

    References
    ----------
    Liu, Zheng, Chang and Sui (2020), "HypoNLI", section 3.1.1, by patterns, without its balancing.
    """
    return _filtered(train, shortcuts.first(train) >= 0, HOLDS.format(shortcuts.family))


def filtered_by_confidence(
    train: PairTable, labels: Sequence[Label], threshold: float = 0.7, folds: int = FOLDS, seed: int = 2018
) -> Filtered:
    """Drop every pair of whose label a cross-fitted hypothesis-only model is sure, right or wrong.

    Parameters
    ----------
    train
        Every row has a gold label.
    labels
        That the model tells apart.
    threshold
        A pair is dropped if some label has a probability above it.
    folds, seed
        Of cross-fitting.

    Raises
    ------
    EmptyDataError
        If of some label no pair would be left.

    References
    ----------
    Gururangan et al. (2018), "Annotation artifacts in natural language inference data", section 4, take what
    the model gets wrong for the hard part of a test. For training that would turn the artifacts round, so
    here its confidence decides, whatever the gold label is.
    """
    bias = bias_log_probabilities(train, MODEL, labels, folds, seed)
    surest = np.exp(bias.of(train.frame["id"]).max(axis=1))
    return _filtered(train, surest > threshold, SURE)


def _filtered(train: PairTable, dropped: npt.NDArray[np.bool_], reason: str) -> Filtered:
    flags = pl.Series(dropped)
    kept = train.where(~flags, reason)
    lost = [label for label in train.labels if label not in kept.labels]
    if lost:
        raise EmptyDataError(
            f"of every pair of '{lost[0]}' it holds: {reason}",
            "some of every label",
            "give a higher threshold",
        )
    return Filtered(kept, train.frame["id"].filter(flags))


@dataclass(frozen=True)
class Filtering:
    """Filtering: pairs go that a pattern holds of, or a hypothesis-only model is sure of; no balancing.

    Parameters
    ----------
    by
        ``patterns`` or another family of shortcuts, or ``hypothesis-only``.
    threshold
        lambda, or the probability from which on a model is sure.
    min_count
        Instances that must hold a pattern.
    """

    by: str = "patterns"
    threshold: Threshold = 0.7
    min_count: Count = 50

    @property
    def needs(self) -> frozenset[Need]:
        """What it needs beside labelled pairs."""
        return frozenset({"bias probabilities" if self.by == MODEL else "shortcuts"})

    def prepare(self, data: LabelledData) -> Prepared:
        """Filter the training data."""
        if self.by == MODEL:
            kept = filtered_by_confidence(data.own, data.labels, self.threshold, seed=data.seed).kept
        else:
            options = {"threshold": self.threshold, "min_count": self.min_count}
            kept = filtered_by_shortcuts(data.own, shortcuts_of(self.by, data.own, **options)).kept
        return with_kept(kept, data, asdict(self))
