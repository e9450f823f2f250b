"""What every debiasing method is, and how one is named on the command line: ``METHOD:key=value,...``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Annotated, Literal, Protocol

import polars as pl
from pydantic import Field, TypeAdapter, ValidationError

from rightreasons.debiasing import METHODS
from rightreasons.errors import OptionError
from rightreasons.labels import Label
from rightreasons.options import misfit
from rightreasons.pairs import PairTable
from rightreasons.printable import printable, quoted

# What every debiasing method is: settings that, for given data, become data to train on and an objective.


if TYPE_CHECKING:
    from rightreasons.training.seeds import SeedWork, TrainableModel
    from rightreasons.training.state import TrainingMethod

    ObjectiveFactory = Callable[[TrainableModel, SeedWork], TrainingMethod]

Count = Annotated[int, Field(ge=1)]
NotNegative = Annotated[float, Field(ge=0, allow_inf_nan=False)]
Threshold = Annotated[float, Field(gt=0, lt=1)]
Need = Literal[
    "bias probabilities",
    "patterns",
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


# A method as it is named on the command line: ``METHOD:key=value,...``.


_WRITTEN = {"threshold": "lambda", "factor": "lambda"}
"""What options are called where they are written, if not by the name of the field."""


def parse_method(text: str) -> DebiasingMethod:
    """Return the method that a text names, e.g. ``"downsampling:mode=debias,lambda=0.7"``.

    Raises
    ------
    UnknownNameError
        If there is no such method.
    OptionError
        If an option is not written so, is unknown or given twice, or its value does not fit.
    """
    name, colon, written = text.partition(":")
    kind = METHODS.load(name)
    names = {_written(each.name): each.name for each in fields(kind)}
    values: dict[str, str] = {}
    for entry in written.split(",") if colon else ():
        key, value = _option(entry, name, names)
        if key in values:
            raise OptionError(f"'{_written(key)}' twice for {name}", "each option once", "correct --debias")
        values[key] = value
    try:
        method: DebiasingMethod = TypeAdapter(kind).validate_python(values)
    except ValidationError as error:
        fault = error.errors()[0]
        key = ", ".join(_written(str(part)) for part in fault["loc"][:1])
        raise misfit(key, fault, f"for {name}", "correct --debias") from error
    return method


def _option(entry: str, name: str, names: Mapping[str, str]) -> tuple[str, str]:
    key, equals, value = (part.strip() for part in entry.partition("="))
    if not (key and equals and value):
        raise OptionError(
            f"'{printable(entry)}' for {name}", "KEY=VALUE,...", f"write --debias {name}:KEY=VALUE"
        )
    if key not in names:
        raise OptionError(
            f"{quoted((key,))} for {name}", f"some of {', '.join(names) or 'no option'}", "correct --debias"
        )
    return names[key], value


def _written(field: str) -> str:
    return _WRITTEN.get(field, field.replace("_", "-"))
