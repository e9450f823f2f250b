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
from rightreasons.shortcuts.evidence import Evidence, agreement
from rightreasons.shortcuts.overlap_heuristics import overlap_heuristics
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
    evidence
        What the pairs say of it as a shortcut; None where instances cannot be told.
    by_label
        Instances by gold label.
    pairs
        All pairs.
    reason
        Why instances cannot be told.
    """

    definition: str
    heuristic: str
    evidence: Evidence | None
    by_label: Mapping[Label, int]
    pairs: int
    reason: str

    @property
    def supporting(self) -> int:
        """Instances that are entailed."""
        return 0 if self.evidence is None else len(self.evidence.rows_for)

    @property
    def contradicting(self) -> int:
        """Instances that are not."""
        return 0 if self.evidence is None else len(self.evidence.rows_against)


def instance_rows(found: Instances, pairs: PairTable) -> list[InstanceRow]:
    """Return what the pairs say of every heuristic under one definition."""
    rows = []
    gold = {label: (pairs.gold == label).to_numpy() for label in pairs.labels}
    for shortcut in overlap_heuristics(found.definition):
        key, named = shortcut.key, (found.definition, shortcut.key)
        if key in found.reasons:
            rows.append(InstanceRow(*named, None, {}, len(pairs), found.reasons[key]))
            continue
        holds = found.flags[key].to_numpy()
        evidence = Evidence(shortcut, pairs.name, holds, agreement(shortcut.label, pairs.gold))
        by_label = {label: int((holds & own).sum()) for label, own in gold.items()}
        rows.append(InstanceRow(*named, evidence, by_label, len(pairs), ""))
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
        ("contradicting", row.contradicting, Label.NON_ENTAILMENT),
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
    if row.evidence is None:
        return Estimate(None, "proportion", 0, reason=row.reason)
    if not row.evidence.holds.any():
        return Estimate(None, "proportion", 0, reason="no pair is an instance of the heuristic")
    return row.evidence.precision


def _accuracy(row: InstanceRow) -> Estimate:
    if row.evidence is None:
        return Estimate(None, "proportion", row.pairs, reason=row.reason)
    return row.evidence.accuracy


def _table_row(row: InstanceRow, labels: Sequence[Label]) -> tuple[Cell, ...]:
    rates = [cell for rate in (_entailed(row), _accuracy(row)) for cell in (rate.value, *rate.bounds)]
    if row.evidence is None:
        return (row.definition, row.heuristic, *([None] * (4 + len(labels))), *rates)
    held, share = int(row.evidence.holds.sum()), row.evidence.coverage.value
    counts = (held, share, row.supporting, row.contradicting)
    return (row.definition, row.heuristic, *counts, *(row.by_label[label] for label in labels), *rates)
