"""What a data set says of shortcuts: on how many pairs they hold, and how often they are right there."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.labels import Label, gold_set
from rightreasons.pairs import PairTable
from rightreasons.shortcuts.block import Block, block_of
from rightreasons.shortcuts.shortcut import Flags, Marks, Places, Shortcut, Shortcuts
from rightreasons.sources.read import table_of
from rightreasons.statistics.association import lift
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate, Interval

Counts = npt.NDArray[np.int32]
LABELS = tuple(Label)
AGREEMENT = np.array(
    [[said in gold_set(gold) or gold in gold_set(said) for gold in Label] for said in Label], dtype=np.bool_
)
"""Whether a label and gold agree, by position in `Label`: non-entailment and neutral do."""


def label_places(labels: pl.Series) -> npt.NDArray[np.int64]:
    """Return the position of each label in `Label`, shape (n,); 0 where there is none."""
    return labels.to_physical().cast(pl.Int64).fill_null(0).to_numpy()


def agreement(label: Label, gold: pl.Series) -> Flags:
    """Return which gold labels agree with a label, shape (n,); every row has one."""
    found: Flags = AGREEMENT[LABELS.index(label)][label_places(gold)]
    return found


def counted_labels(marks: Marks, labels: pl.Series) -> Counts:
    """Return how many of the shortcuts that hold of each pair point to each label, shape (pairs, labels)."""
    return np.asarray(marks @ _one_hot(labels))


def counted_gold(marks: Marks, gold: pl.Series) -> Counts:
    """Return how many of the pairs that each shortcut holds of have each gold label: (shortcuts, labels).

    Pairs without a gold label do not count.
    """
    return np.asarray(marks.T @ _one_hot(gold))


def _one_hot(labels: pl.Series) -> Counts:
    """Return ones where a label is that of the column, shape (n, labels); a row of zeros without one."""
    found = np.eye(len(LABELS), dtype=np.int32)[label_places(labels)]
    found[labels.is_null().to_numpy()] = 0
    return found


@dataclass(frozen=True)
class Evidence:
    """What the pairs of a data set that have gold say of one shortcut.

    Parameters
    ----------
    shortcut
        The rule.
    data
        What the data are called.
    holds
        Of which pairs it holds, shape (pairs,).
    agrees
        Of which pairs its label is gold, shape (pairs,).
    level
        Nominal coverage of the intervals.
    """

    shortcut: Shortcut
    data: str
    holds: Flags = field(repr=False)
    agrees: Flags = field(repr=False)
    level: float = 0.95

    @property
    def rows_for(self) -> Places:
        """Positions of the pairs on which it holds and is right."""
        return np.flatnonzero(self.holds & self.agrees)

    @property
    def rows_against(self) -> Places:
        """Positions of the pairs on which it holds and is wrong."""
        return np.flatnonzero(self.holds & ~self.agrees)

    @property
    def coverage(self) -> Estimate:
        """Share of the pairs on which it holds (Wilson)."""
        return proportion(int(self.holds.sum()), len(self.holds), self.level)

    @property
    def precision(self) -> Estimate:
        """Share of these pairs on which it is right (Wilson)."""
        return proportion(len(self.rows_for), int(self.holds.sum()), self.level)

    @property
    def accuracy(self) -> Estimate:
        """Share of all pairs on which it is right if it says its label where it holds, another elsewhere."""
        return proportion(int((self.holds == self.agrees).sum()), len(self.holds), self.level)

    @property
    def lift(self) -> Estimate:
        """How many times as frequent its label is where it holds as in all pairs; see `association.lift`."""
        counts = (len(self.rows_for), int(self.holds.sum()), int(self.agrees.sum()), len(self.holds))
        if not (counts[1] and counts[2]):
            reason = "it holds of no pair" if not counts[1] else "no pair has its label"
            return Estimate(None, "ratio", counts[3], reason=reason)
        value, low, high = (float(each) for each in lift(*counts, self.level))
        return Estimate(value, "ratio", counts[3], Interval(low, high, self.level, "mover-r, wilson"))


def evidence_of(shortcut: Shortcut, pairs: Any, level: float = 0.95) -> Evidence:
    """Return what the pairs that have gold, anything that `read_pairs` takes, say of a shortcut.

    Examples
    --------
    >>> from rightreasons import shortcuts_of
    >>> rows = [
    ...     {"premise": "A man sleeps.", "hypothesis": "Nobody sleeps.", "label": "contradiction"},
    ...     {"premise": "A man sleeps.", "hypothesis": "A man sleeps.", "label": "entailment"},
    ... ]
    >>> evidence_of(shortcuts_of("negation")[0], rows).precision.value
    1.0
    """
    labelled = table_of(pairs).with_gold()
    own = agreement(shortcut.label, labelled.gold)
    return Evidence(shortcut, labelled.name, shortcut.holds(labelled), own, level)


def evidence_table(shortcuts: Shortcuts, pairs: PairTable | Block, level: float = 0.95) -> pl.DataFrame:
    """Return what a data set says of each shortcut of a family, from one pass.

    Parameters
    ----------
    shortcuts
        The family, n of them.
    pairs
        The data; pairs without a gold label do not count.
    level
        Nominal coverage of the intervals.

    Returns
    -------
    polars.DataFrame
        n rows: ``key``, ``sentence``, ``label``; ``holds`` (pairs), ``right`` (of these, those with its
        label), ``coverage``, ``precision``, and ``lift`` with ``lift_low`` and ``lift_high``, as in
        `Evidence`, null where there is none.
    """
    block = block_of(pairs)
    gold = block.pairs.gold
    by_gold = counted_gold(shortcuts.marks(block), gold)
    agree = AGREEMENT[label_places(shortcuts.frame["label"])]
    holds, right = by_gold.sum(axis=1), (by_gold * agree).sum(axis=1)
    rows, of_label = len(gold) - gold.null_count(), agree @ _one_hot(gold).sum(axis=0)
    told = (holds > 0) & (of_label > 0)
    lifts = np.full((3, len(shortcuts)), np.nan)
    lifts[:, told] = lift(right[told], holds[told], of_label[told], rows, level)
    numbers = {
        **dict(zip(("holds", "right"), (holds, right), strict=True)),
        "coverage": holds / max(rows, 1),
        "precision": np.divide(right, holds, out=np.full(len(holds), np.nan), where=holds > 0),
        **dict(zip(("lift", "lift_low", "lift_high"), lifts, strict=True)),
    }
    return shortcuts.frame.hstack(pl.DataFrame(numbers, nan_to_null=True))
