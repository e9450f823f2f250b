"""The measure `compare_gaps`: what two models lose where shortcuts are wrong, and how that differs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import polars as pl

from rightreasons.errors import MeasureInputError
from rightreasons.figures import Figure, Figures, Rows, where
from rightreasons.findings import Cell, Finding, View, bounded
from rightreasons.measures.comparison.compared_runs import ComparedRun, PairedSet, paired_sets
from rightreasons.printable import quoted
from rightreasons.sentences.templates import fill, joined
from rightreasons.statistics.gaps import GapsBeside, gaps_beside
from rightreasons.statistics.paired_scores import PairedCounts

ADDS = {"comparison_measure": ["compare_gaps"]}
TITLES = {"compare_gaps": "Differences in reliance on shortcuts"}
MEASURE = "compare_gaps"
EASY_HARD, _TOLD_BY = "easy_hard", "told_by"
_MARKS = (EASY_HARD, _TOLD_BY)
COLUMNS = (
    *("shortcut", "n_helped", "n_elsewhere", "baseline", "baseline_low", "baseline_high"),
    *("candidate", "candidate_low", "candidate_high", "difference", "difference_low", "difference_high"),
)
_ROLES = {"n_helped": "count", "n_elsewhere": "count", "baseline": "gap", "candidate": "gap"}


@dataclass(frozen=True)
class DividedSet:
    """Items of one set, divided by whether a shortcut helps there.

    Parameters
    ----------
    set
        The set.
    shortcut
        ``easy_hard`` (phrases of the training data), or an artifact of the evaluated texts.
    frame
        Columns ``helped`` (bool), ``label``, ``baseline``, ``candidate`` (whether each is right).
    sizes
        Items of each stratum; standardised by gold label but for easy and hard items.
    """

    set: str
    shortcut: str
    frame: pl.DataFrame = field(repr=False)
    sizes: dict[str, int]

    @property
    def counts(self) -> tuple[int, int]:
        """How many items the shortcut helps on, and how many others there are."""
        helped = int(self.frame["helped"].sum())
        return helped, self.frame.height - helped

    @property
    def rows(self) -> Rows:
        """Its items."""
        return where(set=self.set)

    def gaps(self, level: float) -> GapsBeside:
        """Return the gap of the candidate (first), of the baseline (second), and their difference."""
        by_stratum = [
            self.frame if self.shortcut == EASY_HARD else self.frame.filter(pl.col("label") == name)
            for name in self.sizes
        ]
        strata = [
            (_counts(items.filter("helped")), _counts(items.filter(~pl.col("helped"))))
            for items in by_stratum
        ]
        return gaps_beside(strata, list(self.sizes.values()), level)


def compare_gaps(probes: Sequence[ComparedRun], level: float = 0.95) -> tuple[Finding, ...]:
    """Compare the gaps of every run with those of the first, where both have one on the same rows.

    Parameters
    ----------
    probes
        Two runs or more; the first is the baseline. Samples are passed over.
    level
        Nominal coverage; intervals of differences hold for all shortcuts of a comparison at once.

    Returns
    -------
    tuple of Finding
        One a candidate beside the baseline with a gap that both have. Figures ``SET.SHORTCUT.gap.first`` (the
        baseline), ``SET.SHORTCUT.gap.second`` (the candidate), ``SET.SHORTCUT.gap.difference`` (candidate
        minus baseline); a shortcut is ``easy_hard``, or an artifact of `accuracy_by_artifact`. A view a set.

    Raises
    ------
    MeasureInputError
        If the runs divide the items differently, as with other training data.
    """
    baseline, *candidates = probes
    pairs = {candidate.name: _Pair.of(baseline, candidate) for candidate in candidates}
    apart = list(dict.fromkeys(name for each in pairs.values() for name in each.apart))
    found = [_finding((baseline.name, name), each, level) for name, each in pairs.items()]
    known = tuple(each for each in found if each is not None)
    if apart and not known:
        raise MeasureInputError(
            f"gaps of {quoted(apart)} that are not of the same rows",
            "the same training data, or none, and the same items answered",
            "probe both models with the same --train, on the same items",
        )
    return known


@dataclass(frozen=True)
class _Pair:
    """The items of two runs as both divide them, and the sets that they divide differently."""

    divided: tuple[DividedSet, ...]
    apart: tuple[str, ...]

    @classmethod
    def of(cls, baseline: ComparedRun, candidate: ComparedRun) -> "_Pair":
        divided: list[DividedSet] = []
        apart: list[str] = []
        for paired in paired_sets(baseline, candidate):
            for column in _MARKS if paired.name not in baseline.sampled | candidate.sampled else ():
                if any(column not in run.items.columns for run in (baseline, candidate)):
                    continue
                both = _marked(paired, column, baseline, candidate)
                if both.filter(pl.col(column).ne_missing(pl.col(f"{column}_other"))).height:
                    apart.append(paired.name)
                else:
                    divided += _by_marks(paired.name, column, both)
        return cls(tuple(divided), tuple(dict.fromkeys(apart)))


def _marked(paired: PairedSet, column: str, baseline: ComparedRun, candidate: ComparedRun) -> pl.DataFrame:
    """Return the items of a set with what both runs say of them in one column."""
    one, other = (
        run.items.filter(pl.col("set") == paired.name).select("id", pl.col(column).cast(pl.String))
        for run in (baseline, candidate)
    )
    both = paired.items.select("id", "label", "baseline", "candidate").join(
        one, on="id", how="left", maintain_order="left"
    )
    return both.join(other, on="id", how="left", suffix="_other", maintain_order="left")


def _finding(names: tuple[str, str], pair: _Pair, level: float) -> Finding | None:
    at_once = 1 - (1 - level) / max(len(pair.divided), 1)
    compared = [(each, each.gaps(level), each.gaps(at_once)) for each in pair.divided]
    known = [(each, own, joint) for each, own, joint in compared if joint.difference.value is not None]
    if not known:
        return None
    figures = Figures(figure for each, own, joint in known for figure in _figures(each, own, joint, names))
    return Finding(
        measure=MEASURE,
        subject=f"{names[1]} beside {names[0]}",
        definition=fill("compare_gaps.definition"),
        headline=_headline(names, [each for each, _, _ in known], figures),
        figures=figures,
        views=dict(_views(known, names)),
        settings={"baseline": names[0], "candidate": names[1], "level": level, "gaps": len(pair.divided)},
        notes=(
            fill("compare_gaps.wrong_gold"),
            *(fill("compare_gaps.apart", data=name) for name in pair.apart),
        ),
        role="comparison",
        tests_shortcuts=True,
    )


def _by_marks(name: str, column: str, both: pl.DataFrame) -> Iterator[DividedSet]:
    if column == EASY_HARD:
        marked = both.filter(pl.col(column).is_in(["easy", "hard"]))
        yield DividedSet(name, EASY_HARD, marked.with_columns(helped=pl.col(column) == "easy"), {"": 1})
        return
    told = pl.col(column).fill_null("").str.split(", ")
    artifacts = both.select(told.explode().unique(maintain_order=True)).to_series()
    sizes = {str(label): n for label, n in both.group_by("label", maintain_order=True).len().iter_rows()}
    for artifact in artifacts:
        if artifact:
            helped = both.with_columns(helped=told.list.contains(artifact))
            yield DividedSet(name, artifact, helped, sizes)


def _counts(items: pl.DataFrame) -> PairedCounts:
    return PairedCounts.of(items["candidate"].to_numpy(), items["baseline"].to_numpy())


def _figures(
    each: DividedSet, own: GapsBeside, joint: GapsBeside, names: tuple[str, str]
) -> Iterator[Figure]:
    group = {"shortcut": each.shortcut}
    for estimate, name, end in ((own.second, names[0], "first"), (own.first, names[1], "second")):
        yield Figure("gap", estimate, group, set=each.set, subject=name, rows=each.rows, what=f"gap.{end}")
    yield Figure("difference", joint.difference, group, set=each.set, rows=each.rows, what="gap.difference")


def _views(
    known: Sequence[tuple[DividedSet, GapsBeside, GapsBeside]], names: tuple[str, str]
) -> Iterator[tuple[str, View]]:
    for name in dict.fromkeys(each.set for each, _, _ in known):
        lines = tuple(_line(each, own, joint) for each, own, joint in known if each.set == name)
        title = fill("compare_gaps.title", data=name, baseline=names[0], candidate=names[1])
        bounds = bounded("baseline", "candidate", "difference")
        yield name, View(title, COLUMNS, lines, by=("shortcut",), bounds=bounds, roles=_ROLES)


def _line(each: DividedSet, own: GapsBeside, joint: GapsBeside) -> tuple[Cell, ...]:
    cells: list[Cell] = [each.shortcut, *each.counts]
    for estimate in (own.second, own.first, joint.difference):
        cells += [estimate.value, *estimate.bounds]
    return tuple(cells)


def _headline(names: tuple[str, str], known: Sequence[DividedSet], figures: Figures) -> str:
    parts = []
    for each in known:
        (figure,) = figures.where(set=each.set, what="gap.difference", shortcut=each.shortcut)
        parts.append(fill("compare_gaps.gap", shortcut=each.shortcut, data=each.set, difference=figure))
    return fill("compare_gaps.headline", baseline=names[0], candidate=names[1], gaps=joined(parts, "; "))
