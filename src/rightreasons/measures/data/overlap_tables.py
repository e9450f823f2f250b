"""The figures and tables of the overlap heuristics."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rightreasons.artifacts.means import mean_of
from rightreasons.artifacts.overlap.instances import HEURISTICS, Instances
from rightreasons.artifacts.overlap.pair_words import Shared
from rightreasons.artifacts.overlap.strict import STRICT
from rightreasons.figures import Figure, Rows, where
from rightreasons.findings import Cell, View, bounded
from rightreasons.labels import Label
from rightreasons.pairs import PairTable
from rightreasons.sentences.templates import fill
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


def flag_column(definition: str, heuristic: str) -> str:
    """Return the column of the items that says whether a pair is an instance."""
    return heuristic if definition == STRICT else f"{heuristic}_{definition.replace('-', '_')}"


def heuristic_figures(row: InstanceRow, name: str) -> Iterator[Figure]:
    """Return the four figures of one heuristic under one definition.

    Parameters
    ----------
    row
        Its instances.
    name
        The set they are of.
    """
    group = {"definition": row.definition, "heuristic": row.heuristic}
    instances = None if row.reason else _instances(row, name)
    for what, count, label in (
        ("supporting", row.supporting, Label.ENTAILMENT),
        ("contradicting", row.instances - row.supporting, Label.NON_ENTAILMENT),
    ):
        rows = instances and instances.also(*where(label=label).where)
        yield Figure("count", _count(row, count), group, rows=rows, what=what)
    yield Figure("share", _entailed(row), group, rows=instances, what="entailed")
    yield Figure("accuracy", _accuracy(row), group, rows=instances and where(set=name))


def _instances(row: InstanceRow, name: str) -> Rows:
    return where(set=name, **{flag_column(row.definition, row.heuristic): True})


def _count(row: InstanceRow, count: int) -> Estimate:
    if row.reason:
        return Estimate(None, "count", row.pairs, reason=row.reason)
    return Estimate(float(count), "count", row.pairs, reason=_WHOLE)


def instance_table(rows: Sequence[InstanceRow], pairs: PairTable) -> View:
    """Return a row for every heuristic and definition."""
    labels = pairs.labels
    head = ("definition", "heuristic", "instances", "share", "supporting", "contradicting")
    rates = ("entailed", "entailed_low", "entailed_high", "accuracy", "accuracy_low", "accuracy_high")
    return View(
        fill("overlap_heuristics.instances"),
        (*head, *(label.value for label in labels), *rates),
        tuple(_table_row(row, labels) for row in rows),
        by=("definition", "heuristic"),
        line_rows=tuple(None if row.reason else _instances(row, pairs.name) for row in rows),
        bounds=bounded("entailed", "accuracy"),
        roles=dict.fromkeys(map(str, labels), "count"),
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
    counted = dict.fromkeys(columns[2:], "count")
    return View(
        fill("overlap_heuristics.definitions"), columns, tuple(rows), by=("heuristic",), roles=counted
    )


def overlap_by_label(words: Shared, pairs: PairTable) -> dict[tuple[str, Label], Estimate]:
    """Return the mean overlap and Jaccard index by gold label, over the pairs that have words."""
    means = {}
    for what, values in (("overlap", words.overlap), ("jaccard", words.jaccard)):
        for label in pairs.labels:
            chosen = values[(pairs.gold == label).to_numpy()]
            means[what, label] = mean_of(chosen[~np.isnan(chosen)], "proportion")
    return means


def overlap_table(means: Means, name: str) -> View:
    """Return the means as a view of the set called `name`."""
    rows = tuple(
        (what, label.value, mean.n, mean.value, *mean.bounds) for (what, label), mean in means.items()
    )
    return View(
        fill("overlap_heuristics.overlap"),
        ("what", "label", "n", "mean", "low", "high"),
        rows,
        by=("what", "label"),
        bounds={"mean": ("low", "high")},
        line_rows=tuple(where(set=name, label=label).ordered_by(f"-{what}") for what, label in means),
        roles={"mean": "overlap"},
    )


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
    rates = [cell for rate in (_entailed(row), _accuracy(row)) for cell in (rate.value, *rate.bounds)]
    if row.by_label is None:
        return (row.definition, row.heuristic, *([None] * (4 + len(labels))), *rates)
    counts = (row.instances, row.instances / row.pairs, row.supporting, row.instances - row.supporting)
    return (row.definition, row.heuristic, *counts, *(row.by_label[label] for label in labels), *rates)
