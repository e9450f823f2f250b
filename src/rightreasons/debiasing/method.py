"""What every debiasing method is: settings that, for given data, become data to train on and an objective."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated, Literal, Protocol

import polars as pl
from pydantic import Field

from rightreasons.labels import Label
from rightreasons.pairs import PairTable

if TYPE_CHECKING:
    from rightreasons.training.seeds import SeedWork, TrainableModel
    from rightreasons.training.state import TrainingMethod

    ObjectiveFactory = Callable[[TrainableModel, SeedWork], TrainingMethod]

Count = Annotated[int, Field(ge=1)]
NotNegative = Annotated[float, Field(ge=0, allow_inf_nan=False)]
Threshold = Annotated[float, Field(gt=0, lt=1)]
Need = Literal[
    "bias probabilities",
    "shortcuts",
    "groups",
    "hypothesis vector",
    "last hidden layer",
    "teacher",
    "weak learner",
    "error set",
    "biased model",
    "held-out pairs",
]


@dataclass(frozen=True)
class LabelledData:
    """What a method is prepared for.

    Parameters
    ----------
    train, dev
        Every row has a gold label; nothing is fitted to `dev`.
    labels
        Label of each output of the model.
    seed
        For folds and samples, which are the same for every seed of training.
    added
        How many of the last pairs of `train` were added to a dataset, as those like HANS are.
    dataset
        The dataset that they were added to, as the catalogue calls it; None: what `train` says.
    """

    train: PairTable = field(repr=False)
    dev: PairTable = field(repr=False)
    labels: tuple[Label, ...]
    seed: int = 2018
    added: int = 0
    dataset: str | None = None

    @property
    def own(self) -> PairTable:
        """The pairs of the dataset, without those that were added: what methods drop from, and balance."""
        pairs = self.train.head(len(self.train) - self.added) if self.added else self.train
        dataset = self.dataset or pairs.provenance.dataset
        return replace(pairs, provenance=replace(pairs.provenance, dataset=dataset))

    def with_added(self, kept: PairTable) -> PairTable:
        """Return what is kept of `own`, and the pairs that were added, which all stay."""
        if not self.added:
            return kept
        added = self.train.frame.tail(self.added)["id"]
        stay = pl.col("id").is_in(pl.concat([kept.frame["id"], added]).implode())
        return self.train.where(stay, "dropped by the debiasing method")


@dataclass(frozen=True)
class Prepared:
    """A method made ready for its data once, for any number of trainings; picklable.

    Parameters
    ----------
    train
        The data to train on.
    make
        ``(trainee, work) -> Method``, the ``method`` of `rightreasons.training.seeds.SeedWork`; None:
        cross-entropy. It finds its rows by id, so `work.train` may be in any order.
    facts
        What was mined, fitted or dropped, as JSON can hold it.
    """

    train: PairTable = field(repr=False)
    make: ObjectiveFactory | None = None
    facts: Mapping[str, object] = field(default_factory=dict)


def with_kept(kept: PairTable, data: LabelledData, facts: Mapping[str, object]) -> Prepared:
    """Return a method that trains as usual on the pairs it keeps, and on those that were added."""
    counts = {str(label): rows for label, rows in kept.counts().items()}
    added = {"added": data.added} if data.added else {}
    recorded = {**facts, "read": len(data.own), "kept": len(kept), "labels": counts, **added}
    return Prepared(data.with_added(kept), None, recorded)


class DebiasingMethod(Protocol):
    """Settings of a method: a frozen dataclass whose fields are its options."""

    @property
    def needs(self) -> frozenset[Need]:
        """What it needs beside labelled pairs."""
        ...

    def prepare(self, data: LabelledData) -> Prepared:
        """Mine, fit or drop whatever does not depend on the model that will be trained."""
        ...
