"""The figures and tables of the overlap heuristics."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rightreasons.artifacts.overlap.strict import STRICT
from rightreasons.figures import Figure, Rows, where
from rightreasons.findings import Cell, View, bounded
from rightreasons.labels import Label
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
        Instances by gold label; None where instances cannot be told.
    pairs
        All pairs by gold label.
    reason
        Why instances cannot be told.
    """

    definition: str
    heuristic: str
    by_label: Mapping[Label, int] | None
    pairs: Mapping[Label, int]
    reason: str = ""

    @property
    def rows(self) -> int:
        """All pairs."""
        return sum(self.pairs.values())

    @property
    def instances(self) -> int:
        """Pairs of which the heuristic holds."""
        return sum((self.by_label or {}).values())

    @property
    def supporting(self) -> int:
        """Instances that are entailed."""
        return _entailed_of(self.by_label or {})

    @property
    def contradicting(self) -> int:
        """Instances that are not."""
        return self.instances - self.supporting

    @property
    def right(self) -> int:
        """Pairs on which a model is right that says entailment of instances and of no other pair."""
        return self.rows - _entailed_of(self.pairs) - self.contradicting + self.supporting


def _entailed_of(counts: Mapping[Label, int]) -> int:
    return sum(n for label, n in counts.items() if label is Label.ENTAILMENT)


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
        return Estimate(None, "count", row.rows, reason=row.reason)
    return Estimate(float(count), "count", row.rows, reason=_WHOLE)


def instance_table(rows: Sequence[InstanceRow], labels: Sequence[Label], name: str) -> View:
    """Return a row for every heuristic and definition, of the set called `name`."""
    head = ("definition", "heuristic", "instances", "share", "supporting", "contradicting")
    rates = ("entailed", "entailed_low", "entailed_high", "accuracy", "accuracy_low", "accuracy_high")
    return View(
        fill("overlap_heuristics.instances"),
        (*head, *(label.value for label in labels), *rates),
        tuple(_table_row(row, labels) for row in rows),
        by=("definition", "heuristic"),
        line_rows=tuple(None if row.reason else _instances(row, name) for row in rows),
        bounds=bounded("entailed", "accuracy"),
        roles=dict.fromkeys(map(str, labels), "count"),
    )


def compared(counts: Mapping[str, Sequence[int] | None]) -> View:
    """Return how many pairs are instances under both definitions, and under one only, by heuristic."""
    rows: list[tuple[Cell, ...]] = [(name, *(found or (None, None, None))) for name, found in counts.items()]
    columns = ("heuristic", "both", "only hans-2019", "only strict")
    counted = dict.fromkeys(columns[2:], "count")
    return View(
        fill("overlap_heuristics.definitions"), columns, tuple(rows), by=("heuristic",), roles=counted
    )


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
    if row.by_label is None:
        return Estimate(None, "proportion", 0, reason=row.reason)
    if not row.instances:
        return Estimate(None, "proportion", 0, reason="no pair is an instance of the heuristic")
    return proportion(row.supporting, row.instances)


def _accuracy(row: InstanceRow) -> Estimate:
    if row.by_label is None:
        return Estimate(None, "proportion", row.rows, reason=row.reason)
    return proportion(row.right, row.rows)


def _table_row(row: InstanceRow, labels: Sequence[Label]) -> tuple[Cell, ...]:
    rates = [cell for rate in (_entailed(row), _accuracy(row)) for cell in (rate.value, *rate.bounds)]
    if row.by_label is None:
        return (row.definition, row.heuristic, *([None] * (4 + len(labels))), *rates)
    counts = (row.instances, row.instances / row.rows, row.supporting, row.contradicting)
    return (row.definition, row.heuristic, *counts, *(row.by_label.get(label, 0) for label in labels), *rates)
