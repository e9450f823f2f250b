"""A model beside gold where a rule holds: how often either says its label, and which errors that is."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rightreasons.discovery.proof import Flags
from rightreasons.statistics.clustered import clustered_proportion
from rightreasons.statistics.paired import mcnemar
from rightreasons.statistics.results import Estimate, TestResult

Codes = npt.NDArray[np.int64]


@dataclass(frozen=True)
class BesideGold:
    """A model beside gold on tested rows that a rule holds of and the rules before do not.

    Parameters
    ----------
    model, gold
        Shares of the rows of which either says the label of the rule.
    model_elsewhere, gold_elsewhere
        The same on the other tested rows.
    explained
        Of all errors on tested rows, the share that are of this label on these rows.
    test
        McNemar: rows of which only the model, or only gold, says the label.
    """

    model: Estimate
    gold: Estimate
    model_elsewhere: Estimate
    gold_elsewhere: Estimate
    explained: Estimate
    test: TestResult


def beside_gold(
    held: Sequence[Flags],
    labels: Sequence[int],
    gold: Codes,
    said: Codes,
    tested: Flags,
    components: Codes,
    level: float = 0.95,
) -> tuple[BesideGold, ...]:
    """Return what each rule says of a model, in the order in which the rules were found.

    Parameters
    ----------
    held
        Of which rows each rule holds, shape (rows,) each.
    labels
        Position of the label of each.
    gold, said
        Positions of the labels of gold and of the model, shape (rows,).
    tested
        The rows that were not searched.
    components
        Rows that are not independent have one number.
    level
        Nominal coverage.
    """
    left, found = tested.copy(), []
    wrong = tested & (gold != said)
    for own, label in zip(held, labels, strict=True):
        inside, outside = left & own, left & ~own
        model, truth = said == label, gold == label
        only_model, only_gold = int((inside & model & ~truth).sum()), int((inside & truth & ~model).sum())
        found.append(
            BesideGold(
                _share(model, inside, components, level),
                _share(truth, inside, components, level),
                _share(model, outside, components, level),
                _share(truth, outside, components, level),
                _share(inside & model, wrong, components, level),
                mcnemar(only_model, only_gold, int(inside.sum())),
            )
        )
        left = left & ~own
    return tuple(found)


def _share(flags: Flags, rows: Flags, components: Codes, level: float) -> Estimate:
    if not rows.any():
        return Estimate(None, "proportion", 0, reason="no such row")
    return clustered_proportion(flags[rows], components[rows], level=level)
