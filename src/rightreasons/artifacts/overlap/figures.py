"""The figures and tables of the overlap heuristics."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rightreasons.artifacts.means import bounds_of, mean_of
from rightreasons.artifacts.overlap.instances import HEURISTICS, Instances
from rightreasons.artifacts.overlap.sides import Shared
from rightreasons.findings import Cell, View
from rightreasons.labels import Label
from rightreasons.pairs import PairTable
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate

_WHOLE = "counted in all rows: a description of these data, not an estimate from a sample"
Means = Mapping[tuple[str, Label], Estimate]


@dataclass(frozen=True)
class InstanceRow:
    """Instances of one heuristic under one definition.

    Parameters
    ----------
    definition, heuristic
        Their names.
    by_label
        Instances by gold label; None where they cannot be told.
    others_right
        Pairs that are no instances and not entailed.
    pairs
        All pairs.
    reason
        Why instances cannot be told.
    """

    definition: str
    heuristic: str
    by_label: Mapping[Label, int] | None
    others_right: int
    pairs: int
    reason: str

    @property
    def supporting(self) -> int:
        """Instances that are entailed."""
        return (self.by_label or {}).get(Label.ENTAILMENT, 0)

    @property
    def instances(self) -> int:
        """All instances."""
        return sum((self.by_label or {}).values())


def instance_rows(found: Instances, pairs: PairTable) -> list[InstanceRow]:
    """Count the instances of every heuristic by gold label."""
    rows = []
    gold = {label: (pairs.gold == label).to_numpy() for label in pairs.labels}
    not_entailed = (pairs.gold != Label.ENTAILMENT).to_numpy()
    for heuristic in HEURISTICS:
        reason = found.reasons.get(heuristic, "")
        if reason:
            rows.append(InstanceRow(found.definition, heuristic, None, 0, len(pairs), reason))
            continue
        flags = found.flags[heuristic].to_numpy()
        by_label = {label: int((flags & rows_of).sum()) for label, rows_of in gold.items()}
        others = int((~flags & not_entailed).sum())
        rows.append(InstanceRow(found.definition, heuristic, by_label, others, len(pairs), ""))
    return rows


def figures_of(row: InstanceRow) -> dict[str, Estimate]:
    """Return the four figures of one heuristic under one definition, by name."""
    name = f"{row.definition}.{row.heuristic}"
    counts = {"supporting": row.supporting, "contradicting": row.instances - row.supporting}
    figures = {
        f"{name}.{what}": Estimate(None, "count", row.pairs, reason=row.reason)
        if row.reason
        else Estimate(float(count), "count", row.pairs, reason=_WHOLE)
        for what, count in counts.items()
    }
    return figures | {f"{name}.entailed": _entailed(row), f"{name}.accuracy": _accuracy(row)}


def instance_table(rows: Sequence[InstanceRow], pairs: PairTable) -> View:
    """Return a row for every heuristic and definition."""
    labels = pairs.labels
    head = ("definition", "heuristic", "instances", "share", "supporting", "contradicting")
    rates = ("entailed", "entailed_low", "entailed_high", "accuracy", "accuracy_low", "accuracy_high")
    return View(
        "Pairs that support and that contradict each heuristic",
        (*head, *(label.value for label in labels), *rates),
        tuple(_table_row(row, labels) for row in rows),
    )


def compared(published: Instances, strict: Instances) -> View:
    """Return how many pairs are instances under both definitions, and under one only."""
    rows: list[tuple[Cell, ...]] = []
    for heuristic in HEURISTICS:
        flags = [found.flags[heuristic] for found in (published, strict)]
        if flags[0].null_count() or flags[1].null_count():
            rows.append((heuristic, None, None, None))
            continue
        old, new = (each.to_numpy() for each in flags)
        rows.append((heuristic, int((old & new).sum()), int((old & ~new).sum()), int((~old & new).sum())))
    columns = ("heuristic", "both", "only hans-2019", "only strict")
    return View("Where the two definitions differ", columns, tuple(rows))


def overlap_by_label(words: Shared, pairs: PairTable) -> dict[tuple[str, Label], Estimate]:
    """Return the mean overlap and Jaccard index by gold label, over the pairs that have words."""
    means = {}
    for what, values in (("overlap", words.overlap), ("jaccard", words.jaccard)):
        for label in pairs.labels:
            chosen = values[(pairs.gold == label).to_numpy()]
            means[what, label] = mean_of(chosen[~np.isnan(chosen)], "proportion")
    return means


def overlap_table(means: Means) -> View:
    """Return the means as a table."""
    rows = tuple(
        (what, label.value, mean.n, mean.value, *bounds_of(mean)) for (what, label), mean in means.items()
    )
    return View("What premise and hypothesis share", ("what", "label", "n", "mean", "low", "high"), rows)


def _entailed(row: InstanceRow) -> Estimate:
    if row.reason:
        return Estimate(None, "proportion", 0, reason=row.reason)
    if not row.instances:
        return Estimate(None, "proportion", 0, reason="no pair is an instance of the heuristic")
    return proportion(row.supporting, row.instances)


def _accuracy(row: InstanceRow) -> Estimate:
    if row.reason:
        return Estimate(None, "proportion", row.pairs, reason=row.reason)
    return proportion(row.supporting + row.others_right, row.pairs)


def _table_row(row: InstanceRow, labels: Sequence[Label]) -> tuple[Cell, ...]:
    rates = [cell for rate in (_entailed(row), _accuracy(row)) for cell in (rate.value, *bounds_of(rate))]
    if row.by_label is None:
        return (row.definition, row.heuristic, *([None] * (4 + len(labels))), *rates)
    counts = (row.instances, row.instances / row.pairs, row.supporting, row.instances - row.supporting)
    return (row.definition, row.heuristic, *counts, *(row.by_label[label] for label in labels), *rates)
