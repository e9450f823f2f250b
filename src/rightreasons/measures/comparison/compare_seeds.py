"""The measure `compare_seeds`: two trainings of several seeds each, on the same items."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.challenges.group_columns import by_value
from rightreasons.figures import Condition, Figure, Rows, where
from rightreasons.findings import Cell, Finding, View, bounded
from rightreasons.labels import Label
from rightreasons.measures.comparison.compared_runs import ITEM, PairedSet, paired_sets
from rightreasons.measures.comparison.known_marks import KnownMarks
from rightreasons.measures.comparison.probed_figures import probed_figures, view_of_probes
from rightreasons.measures.comparison.trained_runs import TrainedRun
from rightreasons.sentences.templates import fill, joined
from rightreasons.statistics.crossed import Crossed, crossed_mean
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import DIFFERENCES, SHARES, Estimate, Interval
from rightreasons.statistics.seeds import seed_deviation

ADDS = {"comparison_measure": {"compare_seeds": "seed_comparisons"}}
MEASURE = "compare_seeds"
ITEM_COLUMNS = {"right_{run}": "float share of {run}: Share of the seeds of this training that are right."}
DEV, GAP = "dev", "gap"
COLUMNS = (
    *("cell", "n", "baseline", "baseline_sd", "candidate", "candidate_sd"),
    *("difference", "difference_low", "difference_high"),
    *("over_seeds", "over_seeds_low", "over_seeds_high", "over_items", "over_items_low", "over_items_high"),
)
_BOUNDS = bounded("difference", "over_seeds", "over_items")
Right = npt.NDArray[np.float64]


@dataclass(frozen=True)
class SeedGroup:
    """Some items of one set under two trainings.

    Parameters
    ----------
    set
        The set.
    name
        ``full``, ``all.LABEL``, ``MARKS.easy``, ``MARKS.hard`` or ``MARKS.gap``; of a challenge also
        GROUP.LABEL.
    n
        Items.
    baseline, candidate, difference
        Accuracy of each, and the candidate minus the baseline; of a gap, gaps.
    label, group
        Gold label and group of its items, where they have one.
    """

    set: str
    name: str
    n: int
    baseline: Crossed = field(repr=False)
    candidate: Crossed = field(repr=False)
    difference: Crossed
    label: Label | None = None
    group: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_of_label(self) -> bool:
        """Whether it is all items of one gold label."""
        return self.label is not None and not self.group


def seed_comparisons(
    trainings: Sequence[TrainedRun], marks: Sequence[KnownMarks] = (), level: float = 0.95
) -> tuple[Finding, ...]:
    """Compare every training with the first, paired by seed and item.

    Parameters
    ----------
    trainings
        Two trainings or more; the first is the baseline.
    marks
        Easy and hard instances of some of their sets.
    level
        Nominal coverage of intervals.

    Returns
    -------
    tuple of Finding
        One a candidate beside the baseline. Figures ``SET.CELL.first`` (the baseline), ``SET.CELL.second``
        (the candidate) and ``SET.CELL.difference``; for cells see `SeedGroup`. Two views a set: ``SET`` and
        ``SET by seed``. Of probes that are no accuracies of items: ``FIGURE.first``, ... and the view
        ``of probes``. ``SET.only_first`` and ``SET.only_second``: share of items that every seed of one got
        right, and no seed of the other.

    Raises
    ------
    ComparisonError
        If they share no items, or the same id has another gold label or other sentences.
    """
    baseline, *candidates = trainings
    return tuple(_finding(baseline, candidate, marks, level) for candidate in candidates)


def shares_beside(runs: Sequence[TrainedRun]) -> pl.DataFrame:
    """Return the items of the first training with the share of seeds that got each right: ``right_RUN``."""
    frame = runs[0].run.items.select(ITEM)
    for each in runs:
        share = pl.col("correct").arr.to_list().list.eval(pl.element().cast(pl.Float64)).list.mean()
        shares = each.run.items.select("set", "id", share.alias(f"right_{each.name}"))
        frame = frame.join(shares, on=["set", "id"], how="left", maintain_order="left")
    return frame


def _finding(
    baseline: TrainedRun, candidate: TrainedRun, marks: Sequence[KnownMarks], level: float
) -> Finding:
    paired = paired_sets(baseline.run, candidate.run)
    groups = [group for each in paired for group in _groups(each, baseline, marks, level)]
    names = (baseline.name, candidate.name)
    probed = probed_figures(baseline, candidate)
    of_groups = [tuple(_figures(group, names)) for group in groups]
    differences = [found[-1] for found in of_groups]
    figures = [figure for found in of_groups for figure in found]
    figures += [figure for each in paired for figure in _of_set(each, names)]
    figures += [figure for each in probed for figure in each.figures(names, level)]
    return Finding(
        measure=MEASURE,
        subject=f"{candidate.name} beside {baseline.name}",
        definition=fill("compare_seeds.definition"),
        headline=_headline(baseline, candidate.name, list(zip(groups, differences, strict=True))),
        figures=figures,
        views=_views(paired, groups, baseline, candidate) | view_of_probes(probed, names, level),
        settings={
            "baseline": baseline.name,
            "candidate": candidate.name,
            "level": level,
            "seeds": ", ".join(map(str, baseline.seeds)),
            "seeds_n": len(baseline.seeds),
            "seeds_left_out": baseline.seeds_left_out + candidate.seeds_left_out,
            "baseline_method": baseline.method,
            "candidate_method": candidate.method,
            "chosen_on": DEV,
        },
        notes=(*_notes(paired, len(baseline.seeds)), *(each.note for each in marks if each.note)),
        role="comparison",
        tests_shortcuts=bool(marks) or any("heuristic" in each.group for each in groups),
    )


def _groups(
    paired: PairedSet, baseline: TrainedRun, marks: Sequence[KnownMarks], level: float
) -> Iterator[SeedGroup]:
    items = paired.items
    yield _group(paired.name, "full", items, level)
    for each in marks:
        if paired.name in baseline.data and each.are_of(baseline.data[paired.name]):
            yield from _marked(paired.name, each, items, level)
    for label in Label:
        part = items.filter(pl.col("label").cast(pl.String) == label)
        if part.height:
            yield replace(_group(paired.name, f"all.{label}", part, level), label=label)
    for column in paired.groups:
        for (value, gold), part in by_value(items, column).group_by(column, "label", maintain_order=True):
            found = _group(paired.name, f"{value}.{gold}", part, level)
            yield replace(found, label=Label(str(gold)), group={column: str(value)})


def _marked(name: str, marks: KnownMarks, items: pl.DataFrame, level: float) -> Iterator[SeedGroup]:
    marked = items.join(marks.frame, on="id", how="inner", maintain_order="left")
    both = marked.filter(pl.col("mark").is_in(["easy", "hard"]))
    easy, hard = (both.filter(pl.col("mark") == mark) for mark in ("easy", "hard"))
    for mark, part in (("easy", easy), ("hard", hard)):
        if part.height:
            found = _group(name, f"{marks.name}.{mark}", part, level)
            yield replace(found, group=_of_marks(marks, mark))
    if easy.height and hard.height:
        signs = np.where(both["mark"] == "easy", 1, -1)
        found = _group(name, f"{marks.name}.{GAP}", both, level, signs)
        yield replace(found, group=_of_marks(marks, GAP))


def _of_marks(marks: KnownMarks, mark: str) -> dict[str, str]:
    return {"marks": marks.name, "mark": mark}


def _group(
    set: str,  # noqa: A002 - it is the field's name
    name: str,
    items: pl.DataFrame,
    level: float,
    signs: npt.NDArray[np.int64] | None = None,
) -> SeedGroup:
    right = [_right(items, column) for column in ("baseline", "candidate")]
    clusters = items["premise"].fill_null("").to_numpy()
    first, second = (crossed_mean(each, clusters, signs, level, between=SHARES) for each in right)
    difference = crossed_mean(right[1] - right[0], clusters, signs, level, between=DIFFERENCES)
    return SeedGroup(set, name, items.height, first, second, difference)


def _right(items: pl.DataFrame, column: str) -> Right:
    """Return whether each seed is right, shape (items, seeds)."""
    return np.array(items[column].to_list(), dtype=np.float64)


def _figures(group: SeedGroup, names: tuple[str, str]) -> Iterator[Figure]:
    quantity = "gap" if group.group.get("mark") == GAP else "accuracy"
    of = (group.group, group.label, group.set)
    rows = None if "marks" in group.group else where(set=group.set, label=group.label, **group.group)
    before = "" if group.group else "all." if group.label else "full."
    for name, crossed, end in ((names[0], group.baseline, "first"), (names[1], group.candidate, "second")):
        interval = crossed.items if len(crossed.by_seed) == 1 else crossed.seeds
        reason = None if interval else crossed.reason
        estimate = Estimate(crossed.value, "proportion", group.n, interval, reason)
        own = None if rows is None else Rows(rows.where, (f"right_{name}",))
        yield Figure(quantity, estimate, *of, name, own, f"{before}{end}")
    found = group.difference
    reason = None if found.widest else found.reason
    estimate = Estimate(found.value, "proportion", group.n, found.widest, reason)
    yield Figure("difference", estimate, *of, rows=rows, what=f"{before}difference")


def _of_set(paired: PairedSet, names: tuple[str, str]) -> Iterator[Figure]:
    """Yield the share of items that only one training has, and that all seeds of only one got right."""
    right = [_right(paired.items, column) for column in ("baseline", "candidate")]
    n, unpaired = paired.items.height, paired.unpaired
    yield Figure("share", proportion(unpaired, n + unpaired), set=paired.name, what="unpaired")
    for own, other, what in ((0, 1, "only_first"), (1, 0, "only_second")):
        only = right[own].all(axis=1) & ~right[other].any(axis=1)
        rows = where(set=paired.name).also(
            Condition(f"right_{names[own]}", "is", ("1.0",)),
            Condition(f"right_{names[other]}", "is", ("0.0",)),
        )
        share = Estimate(float(np.mean(only)), "proportion", n, reason="counted over all seeds")
        yield Figure("share", share, set=paired.name, subject=names[own], rows=rows, what=what)


def _views(
    paired: Sequence[PairedSet], groups: Sequence[SeedGroup], baseline: TrainedRun, candidate: TrainedRun
) -> dict[str, View]:
    views = {}
    for each in paired:
        own = [group for group in groups if group.set == each.name]
        title = fill("beside.title", data=each.name, baseline=baseline.name, candidate=candidate.name)
        lines = tuple(_line(group) for group in own)
        views[each.name] = View(title, COLUMNS, lines, by=("cell",), bounds=_BOUNDS)
        views[f"{each.name} by seed"] = _by_seed(each.name, own, baseline.seeds)
    return views


def _line(group: SeedGroup) -> tuple[Cell, ...]:
    found = group.difference
    return (
        *(group.name, group.n, group.baseline.value, seed_deviation(group.baseline.by_seed)),
        *(group.candidate.value, seed_deviation(group.candidate.by_seed)),
        *(found.value, *_bounds(found.widest)),
        *(found.value, *_bounds(found.seeds), found.value, *_bounds(found.items)),
    )


def _by_seed(name: str, groups: Sequence[SeedGroup], seeds: Sequence[int]) -> View:
    lines: tuple[tuple[Cell, ...], ...] = tuple(
        (
            group.name,
            seed,
            *(each.by_seed[place] for each in (group.baseline, group.candidate, group.difference)),
        )
        for group in groups
        for place, seed in enumerate(seeds)
    )
    columns = ("cell", "seed", "baseline", "candidate", "difference")
    return View(fill("beside.by_seed", data=name), columns, lines, by=("cell", "seed"))


def _bounds(interval: Interval | None) -> tuple[float | None, float | None]:
    return (None, None) if interval is None else (interval.low, interval.high)


def _headline(baseline: TrainedRun, candidate: str, groups: Sequence[tuple[SeedGroup, Figure]]) -> str:
    """Return one sentence: differences in points, on ordinary data before challenges, full before all else.

    Dev stands in it only where nothing else was predicted in training. Labels are left to the views, but for
    challenges, whose groups are left to them.
    """
    shown = [(group, figure) for group, figure in groups if _is_in_headline(group, baseline.probed)]
    ordinary = [each for each in shown if each[0].set not in baseline.probed]
    tested = [each for each in ordinary if each[0].set != DEV] or ordinary
    tested += [each for each in shown if each[0].set in baseline.probed]
    sets = []
    for name in dict.fromkeys(group.set for group, _ in tested):
        of_set = joined(_in_points(group, figure) for group, figure in tested if group.set == name)
        sets.append(fill("compare_seeds.set", data=name, groups=of_set))
    said = {"candidate": candidate, "baseline": baseline.name, "sets": joined(sets, "; ")}
    if len(baseline.seeds) == 1:
        return fill("compare_seeds.headline_one_seed", **said)
    return fill("compare_seeds.headline", **said, seeds=len(baseline.seeds))


def _is_in_headline(group: SeedGroup, probed: Sequence[str]) -> bool:
    return group.is_of_label or group.name == "full" if group.set in probed else not group.is_of_label


def _in_points(group: SeedGroup, difference: Figure) -> str:
    name = group.label.value if group.label is not None and group.is_of_label else group.name
    if difference.interval is None:
        return fill("compare_seeds.group_without_bounds", group=name, difference=difference)
    return fill("compare_seeds.group", group=name, difference=difference)


def _notes(paired: Sequence[PairedSet], seeds: int) -> Iterator[str]:
    yield from (fill("score.one_run"),) if seeds == 1 else ()
    yield fill("compare_seeds.several")
    for each in paired:
        if each.name == DEV:
            yield fill("compare_seeds.dev_chose")
        if each.unpaired:
            yield fill("compare_seeds.unpaired", data=each.name, items=each.unpaired)
