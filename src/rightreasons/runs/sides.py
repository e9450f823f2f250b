"""What of a probe's run enters a comparison: which items were answered how, and which groups have figures."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import polars as pl

from rightreasons.errors import ComparisonError
from rightreasons.findings import Finding
from rightreasons.labels import Label, collapse
from rightreasons.printable import printable
from rightreasons.runs.folder import Run

KEY = ("set", "id")
GIVEN = (*KEY, "premise", "hypothesis", "label")
SAID = ("predicted", "answer", "correct")
_TWO_WAY = {label.value: collapse(label).value for label in Label}


@dataclass(frozen=True)
class Side:
    """One run of a comparison.

    Parameters
    ----------
    name
        What to call it: its folder.
    model
        What the model is called.
    items
        Items with an answer, of the sets that were scored: `GIVEN`, `SAID`, and group columns.
    groups
        Group columns whose cells are figures, by set.
    two_way
        Sets that were judged by entailment or not.
    sampled
        Sets of which the run asked a sample.
    changed
        Sets of changed items (controls), which are not compared.
    """

    name: str
    model: str
    items: pl.DataFrame = field(repr=False)
    groups: Mapping[str, tuple[str, ...]]
    two_way: frozenset[str]
    sampled: frozenset[str] = frozenset()
    changed: tuple[str, ...] = ()

    @property
    def sets(self) -> tuple[str, ...]:
        """The sets that were asked."""
        return tuple(self.items["set"].unique(maintain_order=True).to_list())

    def of(self, name: str, *, two_way: bool) -> pl.DataFrame:
        """Return the items of one set, under two labels if asked for."""
        items = self.items.filter(pl.col("set") == name)
        if not two_way:
            return items
        gold = pl.col("label").replace_strict(_TWO_WAY, return_dtype=pl.String)
        answer = pl.col("answer").replace_strict(_TWO_WAY, return_dtype=pl.String)
        collapsed = items.with_columns(label=gold, answer=answer)
        return collapsed.with_columns(correct=pl.col("answer") == pl.col("label"))


def sides_of(runs: Sequence[Run]) -> tuple[Side, ...]:
    """Return every run as it is compared, with distinct names.

    Raises
    ------
    ComparisonError
        If a run is not that of a probe.
    """
    return tuple(_side(run, name) for run, name in named_runs(runs))


def named_runs(runs: Sequence[Run]) -> list[tuple[Run, str]]:
    """Return every run with a name of its own: its folder, or its path where two folders are called so."""
    folders = Counter(run.path.resolve().name for run in runs)
    named = [
        run.path.resolve().name if folders[run.path.resolve().name] == 1 else str(run.path) for run in runs
    ]
    return list(zip(runs, _distinct(named), strict=True))


def _side(run: Run, name: str) -> Side:
    job = str(run.manifest.get("job"))
    items = run.items() if job == "probe" else pl.DataFrame()
    if not {*GIVEN, *SAID} <= set(items.columns):
        raise ComparisonError(
            f"'{printable(name)}' is a run of '{printable(job)}'",
            "runs of probe, or all of train",
            "compare what probe wrote with -o",
        )
    scores = {finding.measure: finding for finding in run.findings if "collapse" in finding.settings}
    return Side(
        name=name,
        model=str(run.manifest["model"]["name"]),
        items=items.drop_nulls("correct").filter(pl.col("set").is_in(list(scores))),
        groups={measure: _named_groups(finding) for measure, finding in scores.items()},
        two_way=frozenset(name for name, finding in scores.items() if finding.settings["collapse"]),
        sampled=frozenset(name for name, finding in scores.items() if "sampled_from" in finding.settings),
        changed=tuple(sorted(set(items["set"].unique().to_list()) - set(scores))),
    )


def _named_groups(finding: Finding) -> tuple[str, ...]:
    """Return the groups of which every cell is a figure."""
    tables = {
        name.removeprefix("by_"): table for name, table in finding.views.items() if name.startswith("by_")
    }
    return tuple(
        group
        for group, table in tables.items()
        if all(f"{row[0]}.{row[1]}" in finding.figures for row in table.rows)
    )


def _distinct(names: Sequence[str]) -> list[str]:
    seen: Counter[str] = Counter()
    result = []
    for name in names:
        seen[name] += 1
        result.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return result
