"""The measure `compare`: two models on the same items, set by set and group by group."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from rightreasons.challenges.group_columns import by_value
from rightreasons.challenges.samples import COLUMN, SIZE
from rightreasons.figures import WRONG_FIRST, Figure, Figures, Rows, where
from rightreasons.findings import Cell, Finding, View, bounded
from rightreasons.labels import Label
from rightreasons.measures.comparison.compared_runs import ITEM, ComparedRun, PairedSet, paired_sets
from rightreasons.printable import printable
from rightreasons.sentences.templates import fill, joined
from rightreasons.statistics.multiplicity import benjamini_hochberg, holm
from rightreasons.statistics.paired_scores import PairedCounts, SampledCounts
from rightreasons.statistics.proportions import proportion

ADDS = {"comparison_measure": {"compare": "comparisons"}}
MEASURE = "compare"
ITEM_COLUMNS: Mapping[str, str] = {
    "predicted_{run}": "text prediction of {run}: What the model of this run predicts.",
    "correct_{run}": "bool correct of {run}: Whether that is right; null where it gave no label.",
}
COLUMNS = (
    *("cell", "n", "baseline", "candidate", "difference", "difference_low", "difference_high"),
    *("p_holm", "p_bh", "p", "only_baseline", "only_candidate", "detectable"),
)
_PARSES = ("premise_parse", "hypothesis_parse")


@dataclass(frozen=True)
class ComparedGroup:
    """The items of one set, group and gold label under two runs.

    Parameters
    ----------
    set
        The set.
    group
        Column and value; none: all items.
    label
        The gold label; None: all.
    counts
        Right answers: first of the candidate, second of the baseline, so that the difference is its gain.
    """

    set: str
    group: tuple[tuple[str, str], ...]
    label: Label | None
    counts: PairedCounts

    @property
    def name(self) -> str:
        """``accuracy`` for all items, otherwise GROUP.LABEL."""
        if self.label is None:
            return "accuracy"
        return ".".join([*(value for _, value in self.group or (("", "all"),)), self.label.value])

    def what(self, end: str) -> str:
        """Return what a figure of it is of: `end`, after the word for all items, or for all of a label."""
        if self.group:
            return end
        return f"accuracy.{end}" if self.label is None else f"all.{end}"

    @property
    def rows(self) -> Rows:
        """Its items."""
        return Rows(where(set=self.set, **dict(self.group), label=self.label).where)


Adjusted = tuple[float, float]
"""P-values after Holm and after Benjamini and Hochberg."""


def comparisons(probes: Sequence[ComparedRun], level: float = 0.95) -> tuple[Finding, ...]:
    """Compare every run with the first on the items that both answered, by set and group.

    Parameters
    ----------
    probes
        Two runs or more; the first is the baseline.
    level
        Nominal coverage of intervals; one minus it is the level of the tests in the headline.

    Returns
    -------
    tuple of Finding
        One a candidate beside the baseline. Figures ``SET.CELL.first`` (the baseline), ``SET.CELL.second``
        (the candidate), ``SET.CELL.difference`` (candidate minus baseline), ``SET.CELL.detectable``, and
        ``SET.only_first`` and ``SET.only_second``: items that only one got right; a cell is ``accuracy``,
        ``all.LABEL`` or GROUP.LABEL. Tests ``SET.CELL``. A view a set, called by its name.

    Raises
    ------
    ComparisonError
        If runs share no items, or the same id has another gold label or other sentences.
    """
    baseline, *candidates = probes
    paired = [paired_sets(baseline, candidate) for candidate in candidates]
    compared = [[group for each in pairs for group in compared_groups(each)] for pairs in paired]
    p_values = [group.counts.test().p_value or 0.0 for groups in compared for group in groups]
    adjusted = iter(zip(holm(p_values).tolist(), benjamini_hochberg(p_values).tolist(), strict=True))
    return tuple(
        _finding(baseline, candidate, pairs, {group: next(adjusted) for group in groups}, level)
        for candidate, pairs, groups in zip(candidates, paired, compared, strict=True)
    )


def items_beside(runs: Sequence[ComparedRun]) -> pl.DataFrame:
    """Return the items of the first run, with their groups and parses, and what every run answered.

    Returns
    -------
    pl.DataFrame
        ``set``, ``id``, ``premise``, ``hypothesis``, ``label``, the group columns, the parses where they are
        known, then ``predicted_RUN`` and ``correct_RUN`` of every run.
    """
    first = runs[0]
    columns = [*(group for groups in first.groups.values() for group in groups), *_PARSES]
    present = [name for name in dict.fromkeys(columns) if name in first.items.columns and name not in ITEM]
    frame = first.items.select(*ITEM, *present)
    for run in runs:
        responses = run.items.select(
            "set",
            "id",
            pl.col("predicted").alias(f"predicted_{run.name}"),
            pl.col("correct").alias(f"correct_{run.name}"),
        )
        frame = frame.join(responses, on=["set", "id"], how="left", maintain_order="left")
    return frame


def compared_groups(paired: PairedSet) -> Iterator[ComparedGroup]:
    """Yield all items of a set, those of each gold label, and those of each group and gold label."""
    items, counts = paired.items, _counter(paired)
    yield ComparedGroup(paired.name, (), None, counts(items))
    for (label,), part in items.group_by("label", maintain_order=True):
        yield ComparedGroup(paired.name, (), Label(str(label)), counts(part))
    for column in paired.groups:
        for (value, label), part in by_value(items, column).group_by(column, "label", maintain_order=True):
            group = ((column, str(value)),)
            yield ComparedGroup(paired.name, group, Label(str(label)), counts(part))


def _counter(paired: PairedSet) -> Callable[[pl.DataFrame], PairedCounts]:
    """Return what counts some of the items: those of a sample by stratum, each item as many as it stands for.

    Of a stratum the items that both runs drew are a sample of it, whatever each of them drew.
    """
    if not paired.strata:
        return _counts
    drawn = dict(paired.items.group_by(COLUMN).len().iter_rows())

    def counted(items: pl.DataFrame) -> PairedCounts:
        parts = dict(items.group_by(COLUMN, maintain_order=True).agg(pl.col(SIZE).first()).iter_rows())
        if len(parts) == 1:
            return _counts(items)
        strata = tuple(_counts(items.filter(pl.col(COLUMN) == name)) for name in parts)
        each = tuple(drawn[name] for name in parts)
        whole = _counts(items)
        cells = (whole.both, whole.only_first, whole.only_second, whole.neither)
        return SampledCounts(*cells, strata, each, tuple(parts.values()))

    return counted


def _counts(items: pl.DataFrame) -> PairedCounts:
    return PairedCounts.of(items["candidate"].to_numpy(), items["baseline"].to_numpy())


def _finding(
    baseline: ComparedRun,
    candidate: ComparedRun,
    paired: Sequence[PairedSet],
    compared: Mapping[ComparedGroup, Adjusted],
    level: float,
) -> Finding:
    names = (baseline.name, candidate.name)
    figures = Figures(
        [
            *(figure for group in compared for figure in _figures(group, names, level)),
            *(figure for each in paired for figure in _of_set(each, names)),
        ]
    )
    return Finding(
        measure=MEASURE,
        subject=f"{candidate.name} beside {baseline.name}",
        definition=fill("compare.definition"),
        headline=_headline(names, compared, figures, level),
        figures=figures,
        views={each.name: _view(each.name, names, compared, level) for each in paired},
        tests={f"{group.set}.{group.name}": group.counts.test() for group in compared},
        settings={"baseline": names[0], "candidate": names[1], "level": level, "tests": len(compared)},
        notes=(fill("score.one_run"), fill("compare.independent"), *_notes(baseline, candidate, paired)),
        role="comparison",
        tests_shortcuts=any("heuristic" in dict(each.group) for each in compared),
    )


def _figures(group: ComparedGroup, names: tuple[str, str], level: float) -> Iterator[Figure]:
    counts = group.counts
    parts: dict[str, Any] = {"group": dict(group.group), "label": group.label, "set": group.set}
    for name, found, end in (
        (names[0], counts.second(level), "first"),
        (names[1], counts.first(level), "second"),
    ):
        wrong = Rows(group.rows.where, tuple(f"{each}_{name}" for each in WRONG_FIRST))
        yield Figure("accuracy", found, **parts, subject=name, rows=wrong, what=group.what(end))
    difference = counts.difference(level)
    yield Figure("difference", difference, **parts, rows=group.rows, what=group.what("difference"))
    detectable = counts.detectable(level)
    yield Figure("detectable_difference", detectable, **parts, what=group.what("detectable"))


def _of_set(paired: PairedSet, names: tuple[str, str]) -> Iterator[Figure]:
    """Yield the share of items that only one of the runs got right, and of those that only one answered."""
    items, n = paired.items, paired.items.height
    unpaired = proportion(paired.unpaired, n + paired.unpaired)
    yield Figure("share", unpaired, set=paired.name, what="unpaired")
    counts = _counter(paired)(items)
    for own, other, what, cell in (
        (0, 1, "only_first", "only_second"),
        (1, 0, "only_second", "only_first"),
    ):
        rows = where(set=paired.name, **{f"correct_{names[own]}": True, f"correct_{names[other]}": False})
        found = counts.share(cell)
        yield Figure("share", found, set=paired.name, subject=names[own], rows=rows, what=what)


def _view(
    name: str, names: tuple[str, str], compared: Mapping[ComparedGroup, Adjusted], level: float
) -> View:
    groups = {group: adjusted for group, adjusted in compared.items() if group.set == name}
    lines = tuple(_line(group, adjusted, level) for group, adjusted in groups.items())
    title = fill("beside.title", data=name, baseline=names[0], candidate=names[1])
    rows = tuple(group.rows for group in groups)
    return View(title, COLUMNS, lines, by=("cell",), line_rows=rows, bounds=bounded("difference"))


def _line(group: ComparedGroup, adjusted: Adjusted, level: float) -> tuple[Cell, ...]:
    counts, difference = group.counts, group.counts.difference(level)
    accuracies = (counts.second().value, counts.first().value)
    return (
        *(group.name, counts.n, *accuracies, difference.value, *difference.bounds),
        *(*adjusted, counts.test().p_value, counts.only_second, counts.only_first),
        counts.detectable(level).value,
    )


def _headline(
    names: tuple[str, str], compared: Mapping[ComparedGroup, Adjusted], figures: Figures, level: float
) -> str:
    """Return one sentence: accuracy of both on every set, and in how many rows they differ."""
    sets = [
        _on_set(group.set, figures, by_chance=p > 1 - level)
        for group, (p, _) in compared.items()
        if group.label is None
    ]
    return fill(
        "compare.headline",
        candidate=names[1],
        baseline=names[0],
        sets=joined(sets, "; "),
        rows=len(compared),
        differing=sum(p <= 1 - level for p, _ in compared.values()),
    )


def _on_set(name: str, figures: Figures, *, by_chance: bool) -> str:
    of_set = {
        role: figures.where(set=name, what=f"accuracy.{end}")[0]
        for role, end in (("candidate", "second"), ("baseline", "first"), ("difference", "difference"))
    }
    if by_chance:
        return fill("compare.set_by_chance", data=name, **of_set)
    return fill("compare.set", data=name, **of_set)


def _notes(baseline: ComparedRun, candidate: ComparedRun, paired: Sequence[PairedSet]) -> Iterator[str]:
    for each in paired:
        if each.unpaired:
            yield fill("compare.unpaired", data=each.name, items=each.unpaired)
        if each.two_way and each.name not in baseline.two_way & candidate.two_way:
            yield fill("compare.two_way", data=each.name)
        if each.name in baseline.sampled | candidate.sampled:
            weighed = "compare.sample_weighed" if each.strata else "compare.sample_not_weighed"
            yield fill(weighed, data=each.name)
    if baseline.changed or candidate.changed:
        yield fill("compare.changed")
    compared = {each.name for each in paired}
    left = [name for name in dict.fromkeys((*baseline.sets, *candidate.sets)) if name not in compared]
    if left:
        yield fill("compare.asked_by_one", sets=", ".join(map(printable, left)))
