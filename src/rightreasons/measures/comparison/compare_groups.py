"""The measure `compare_groups`: two trainings by groups of items, and their worst groups."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import polars as pl

from rightreasons.challenges.group_columns import by_value
from rightreasons.difficulty.groups import LEAST_ROWS, pair_groups
from rightreasons.errors import MeasureInputError
from rightreasons.figures import Figure, Figures
from rightreasons.findings import Cell, Finding, View, bounded
from rightreasons.measures.comparison.compared_runs import PairedSet, paired_sets
from rightreasons.measures.comparison.known_marks import KnownMarks
from rightreasons.measures.comparison.trained_runs import TrainedRun
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance
from rightreasons.sentences.templates import fill, joined
from rightreasons.statistics.results import Estimate
from rightreasons.statistics.worst_group import GroupValues, WorstGroups, worst_groups

ADDS = {"comparison_measure": {"compare_groups": "group_comparisons"}}
MEASURE = "compare_groups"
WORST, _WORST = "worst group", "worst_group"
_NAMED = 20
COLUMNS = (
    *("group", "n", "baseline", "baseline_low", "baseline_high"),
    *("candidate", "candidate_low", "candidate_high", "difference", "difference_low", "difference_high"),
)


@dataclass(frozen=True)
class GroupedSet:
    """Items of one set, by one notion of groups.

    Parameters
    ----------
    set
        The set.
    notion
        What makes the groups.
    frame
        Columns ``group``, ``premise``, ``baseline``, ``candidate`` (whether each seed is right).
    """

    set: str
    notion: str
    frame: pl.DataFrame = field(repr=False)

    def sizes(self) -> dict[str, int]:
        """Return how many items each group has, sorted by name."""
        return dict(self.frame.group_by("group").len().sort("group").iter_rows())

    def values(self) -> list[GroupValues]:
        """Return the items of each group with at least `LEAST_ROWS`."""
        return [
            _values(name, self.frame.filter(pl.col("group") == name))
            for name, rows in self.sizes().items()
            if rows >= LEAST_ROWS
        ]


def group_comparisons(
    trainings: Sequence[TrainedRun],
    notions: Sequence[str],
    marks: Sequence[KnownMarks] = (),
    level: float = 0.95,
) -> tuple[Finding, ...]:
    """Compare every training with the first, by group of items, and by its worst group.

    Parameters
    ----------
    trainings
        Two trainings or more; the first is the baseline.
    notions
        Families of shortcuts that are not mined, for every set whose sentences are known. Groups of
        challenges are always compared, by gold label, and marks of easy and hard items too.
    marks
        Easy and hard instances of some of the sets.
    level
        Nominal coverage, of all groups of one notion and set together.

    Returns
    -------
    tuple of Finding
        One a candidate, where there are groups: figures ``SET.NOTION.GROUP.first``, ``.second`` and
        ``.difference``, ``SET.worst_group.NOTION.first``, ...; a view ``SET by NOTION`` for each.
    """
    baseline, *candidates = trainings
    made = (_finding(baseline, candidate, notions, marks, level) for candidate in candidates)
    return tuple(finding for finding in made if finding is not None)


def _finding(
    baseline: TrainedRun,
    candidate: TrainedRun,
    notions: Sequence[str],
    marks: Sequence[KnownMarks],
    level: float,
) -> Finding | None:
    grouped = [
        each
        for paired in paired_sets(baseline.run, candidate.run)
        for each in _grouped(paired, baseline, notions, marks)
    ]
    compared = [(each, worst_groups(values, level)) for each in grouped if len(values := each.values()) > 1]
    if not compared:
        return None
    names = (baseline.name, candidate.name)
    figures = Figures(figure for each, found in compared for figure in _figures(each, found, names))
    return Finding(
        measure=MEASURE,
        subject=f"{candidate.name} beside {baseline.name}, by group",
        definition=fill("compare_groups.definition", least=LEAST_ROWS),
        headline=_headline(names, [each for each, _ in compared], figures),
        figures=figures,
        views={f"{each.set} by {each.notion}": _view(each, found, names) for each, found in compared},
        settings={"baseline": baseline.name, "candidate": candidate.name, "level": level},
        notes=tuple(_left_out(grouped)),
        role="comparison",
        tests_shortcuts=True,
    )


def _grouped(
    paired: PairedSet, baseline: TrainedRun, notions: Sequence[str], marks: Sequence[KnownMarks]
) -> Iterator[GroupedSet]:
    items = paired.items.with_columns(pl.col("premise").fill_null(""))
    for notion in notions:
        found = _by_sentences(paired, notion)
        if found is not None:
            yield GroupedSet(paired.name, notion, items.join(found, on="id", maintain_order="left"))
    for each in marks:
        if paired.name in baseline.data and each.are_of(baseline.data[paired.name]):
            marked = each.frame.filter(pl.col("mark").is_in(["easy", "hard"])).rename({"mark": "group"})
            yield GroupedSet(paired.name, each.name, items.join(marked, on="id", maintain_order="left"))
    for column in paired.groups:
        tagged = by_value(items, column).drop_nulls(column)
        name = pl.concat_str(pl.col(column).cast(pl.String), pl.col("label").cast(pl.String), separator="-")
        yield GroupedSet(paired.name, column, tagged.with_columns(group=name))


def _by_sentences(paired: PairedSet, notion: str) -> pl.DataFrame | None:
    """Return ``id`` and ``group`` of every item; None where sentences are not known, or not English."""
    label = pl.col("label").cast(pl.String).cast(LABEL_TYPE)
    frame = paired.items.select("id", "premise", "hypothesis", label)
    if sum(frame.null_count().row(0)) or not frame.height:
        return None
    table = PairTable(frame, Provenance(paired.name), Account(frame.height, frame.height))
    try:
        return pair_groups(table, notion).frame
    except MeasureInputError:  # it cannot be told: negation in another language, constituents without parses
        return None


def _values(name: str, items: pl.DataFrame) -> GroupValues:
    right = tuple(np.array(items[column].to_list(), dtype=np.float64) for column in ("baseline", "candidate"))
    return GroupValues(name, right, items["premise"].to_numpy())


def _figures(each: GroupedSet, found: WorstGroups, names: tuple[str, str]) -> Iterator[Figure]:
    kinds = (found.baseline, found.candidate, found.difference)
    for (quantity, subject, what), estimates, worst in zip(_ends(names), kinds, found.worst, strict=True):
        for group, estimate in zip(found.groups, estimates, strict=True):
            of_group = {"groups": each.notion, "group": group}
            yield Figure(quantity, estimate, of_group, set=each.set, subject=subject, what=what)
        of_worst = {"group": _WORST, "groups": each.notion}
        yield Figure(quantity, worst, of_worst, set=each.set, subject=subject, what=what)


def _ends(names: tuple[str, str]) -> tuple[tuple[str, str | None, str], ...]:
    own = (("accuracy", name, end) for name, end in zip(names, ("first", "second"), strict=True))
    return (*own, ("difference", None, "difference"))


def _view(each: GroupedSet, found: WorstGroups, names: tuple[str, str]) -> View:
    kinds = (found.baseline, found.candidate, found.difference)
    lines = [_line(name, of_group) for name, *of_group in zip(found.groups, *kinds, strict=True)]
    runs = {"baseline": names[0], "candidate": names[1]}
    title = fill("beside.by_notion", data=each.set, notion=each.notion, **runs)
    return View(
        title,
        COLUMNS,
        (*lines, _line(WORST, found.worst)),
        by=("group",),
        bounds=bounded("baseline", "candidate", "difference"),
    )


def _line(name: str, estimates: Sequence[Estimate]) -> tuple[Cell, ...]:
    figures: list[Cell] = []
    for estimate in estimates:
        figures += [estimate.value, *estimate.bounds]
    return (name, estimates[0].n, *figures)


def _headline(names: tuple[str, str], compared: Sequence[GroupedSet], figures: Figures) -> str:
    sets = joined((_worst(each, figures) for each in compared), "; ")
    return fill("compare_groups.headline", baseline=names[0], candidate=names[1], sets=sets)


def _worst(each: GroupedSet, figures: Figures) -> str:
    baseline, candidate, difference = figures.where(set=each.set, group=_WORST, groups=each.notion)
    shown = {"baseline": baseline, "candidate": candidate, "difference": difference}
    return fill("compare_groups.set", data=each.set, notion=each.notion, **shown)


def _left_out(grouped: Sequence[GroupedSet]) -> Iterator[str]:
    for each in grouped:
        small = [
            fill("compare_groups.small", group=name, items=rows)
            for name, rows in each.sizes().items()
            if rows < LEAST_ROWS
        ]
        if small:
            groups = joined(small[:_NAMED])
            yield fill("compare_groups.left_out", data=each.set, notion=each.notion, groups=groups)
