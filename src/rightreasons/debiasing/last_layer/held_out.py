"""Pairs that the model is not trained on, for its last layer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import polars as pl

from rightreasons.cross_fitting.folds import premise_groups
from rightreasons.debiasing.method import LabelledData
from rightreasons.errors import MeasureInputError
from rightreasons.labels import Label
from rightreasons.models.data import Integers
from rightreasons.pairs import PairTable
from rightreasons.printable import printable


@dataclass(frozen=True)
class HeldOut:
    """Pairs for the last layer.

    Parameters
    ----------
    pairs
        Every gold label is one of the model's.
    gold
        Index of the gold label of each, shape (n,).
    labels
        Of the model, in the order of its outputs.
    """

    pairs: PairTable = field(repr=False)
    gold: Integers = field(repr=False)
    labels: tuple[Label, ...]


def held_out_pairs(pairs: PairTable, labels: Sequence[Label]) -> HeldOut:
    """Return the pairs whose gold label a model has, for its last layer.

    Raises
    ------
    MeasureInputError
        If a label of the model is in none of them.
    """
    names = [label.value for label in labels]
    own = pairs.where(pairs.gold.cast(pl.String).is_in(names), "a gold label that the model does not have")
    gold = own.gold.cast(pl.String).cast(pl.Enum(names)).to_physical().to_numpy().astype(np.int64)
    missing = [name for place, name in enumerate(names) if not (gold == place).any()]
    if missing:
        raise MeasureInputError(
            f"no pair of '{printable(pairs.name)}' with the label {missing[0]}",
            "every label of the model among the pairs for its last layer",
            "give more data",
        )
    return HeldOut(own, gold, tuple(labels))


def divided_data(data: LabelledData, share: float) -> tuple[PairTable, PairTable]:
    """Return the pairs to train on, and those held out for the last layer; they have no premise in common.

    Parameters
    ----------
    data
        The training pairs; those that were added to the dataset all stay.
    share
        Of the dataset's pairs that are held out at least: premises are drawn until there are as many.
    """
    groups = premise_groups(data.own.premises)
    order = np.random.default_rng([data.seed, 3]).permutation(int(groups.max(initial=-1)) + 1)
    reached = np.cumsum(np.bincount(groups)[order])
    chosen = order[: int(np.searchsorted(reached, share * len(groups))) + 1]
    held = pl.Series(np.isin(groups, chosen))
    ids = data.own.frame["id"].filter(held)
    stay = ~data.train.frame["id"].is_in(ids.implode())
    return data.train.where(stay, "held out for the last layer"), data.own.where(held, "trained on")
