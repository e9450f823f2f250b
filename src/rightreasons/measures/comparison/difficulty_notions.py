"""The measure `difficulty_notions`: how two notions of easy and hard overlap on the same instances."""

from collections.abc import Iterator, Mapping, Sequence

import polars as pl

from rightreasons.difficulty.marks import MARK_TYPE, MARKS, DifficultyMarks
from rightreasons.figures import Figure, Figures, where
from rightreasons.findings import Cell, Finding, View
from rightreasons.measures.comparison.known_marks import KnownMarks
from rightreasons.measures.comparison.trained_runs import TrainedRun
from rightreasons.measures.data.agreement_by_mark import annotator_figures
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance
from rightreasons.sentences.templates import fill
from rightreasons.statistics.agreement import cohen_kappa
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate

ADDS = {"comparison_measure": ["difficulty_notions"]}
FIRST, SECOND = "first_mark", "second_mark"
ITEM_COLUMNS: Mapping[str, str] = {
    "first_mark": "text mark: easy, hard, conflicting or none by the first of two notions.",
    "second_mark": "text mark: The same by the second of them.",
}


def difficulty_notions(
    trainings: Sequence[TrainedRun], marks: Sequence[KnownMarks] = ()
) -> tuple[Finding, ...]:
    """Compare two notions of easy and hard: how many hard instances they share.

    Parameters
    ----------
    trainings
        Whose sets are marked.
    marks
        Easy and hard instances of some of the sets.

    Returns
    -------
    tuple of Finding
        One for each set that exactly two of `marks` are about, as of `compare_marks`.
    """
    baseline = trainings[0]
    own = {name: [each for each in marks if each.are_of(data)] for name, data in baseline.data.items()}
    return tuple(
        compare_marks(_pairs(baseline, name), *(_as_marks(each) for each in of_set))
        for name, of_set in own.items()
        if len(of_set) == 2
    )


def _pairs(training: TrainedRun, name: str) -> PairTable:
    label = pl.col("label").cast(pl.String).cast(LABEL_TYPE)
    items = training.run.items.filter(pl.col("set") == name)
    frame = items.select("id", "premise", "hypothesis", label)
    return PairTable(frame, Provenance(name), Account(frame.height, frame.height))


def _as_marks(known: KnownMarks) -> DifficultyMarks:
    causes = pl.lit([], dtype=pl.List(pl.String)).alias("causes")
    return DifficultyMarks(known.name, known.frame.select("id", pl.col("mark").cast(MARK_TYPE), causes))


def compare_marks(pairs: PairTable, first: DifficultyMarks, second: DifficultyMarks) -> Finding:
    """Compare two notions of easy and hard, and ask of each whether annotators agree less on hard instances.

    Parameters
    ----------
    pairs
        The instances that both mark.
    first, second
        Their marks.

    Returns
    -------
    Finding
        Figures ``both_hard`` (count), ``hard_of_first``, ``hard_of_second``, ``same`` (proportions),
        ``kappa``, and `annotator_figures` of either, with the prefix ``first_`` and ``second_``. View
        ``crossed``: marks of the first by marks of the second. Items: `ITEM_COLUMNS`.
    """
    marks = first.frame.select("id", first="mark").join(
        second.frame.select("id", second="mark"), on="id", maintain_order="left"
    )
    marks = marks.drop_nulls()
    crossed = _crossed(marks)
    figures = Figures(
        [
            *_figures(crossed, pairs.name),
            *annotator_figures(pairs, first, FIRST, "first_"),
            *annotator_figures(pairs, second, SECOND, "second_"),
        ]
    )
    return Finding(
        measure="difficulty_notions",
        subject=pairs.name,
        definition=fill("difficulty_notions.definition"),
        headline=_headline(first, second, figures),
        figures=figures,
        views={"crossed": _crossed_view(first, second, crossed, pairs.name)},
        settings={"first": first.notion, "second": second.notion},
        items=marks.select("id", pl.col("first", "second").cast(pl.String).name.suffix("_mark")),
        role="comparison",
    )


def _crossed(marks: pl.DataFrame) -> dict[tuple[str, str], int]:
    found = {(one, other): n for one, other, n in marks.group_by("first", "second").len().iter_rows()}
    return {(one, other): int(found.get((one, other), 0)) for one in MARKS for other in MARKS}


def _figures(crossed: Mapping[tuple[str, str], int], name: str) -> Iterator[Figure]:
    both = crossed["hard", "hard"]
    judged = [[crossed[one, other] for other in ("easy", "hard")] for one in ("easy", "hard")]
    n, same = sum(map(sum, judged)), judged[0][0] + judged[1][1]
    kappa = cohen_kappa(judged) if n else None
    hard = {FIRST: where(set=name, **{FIRST: "hard"}), SECOND: where(set=name, **{SECOND: "hard"})}
    for rows, what, found in (
        (hard[FIRST].also(*hard[SECOND].where), "both_hard", Estimate(both, "count", sum(crossed.values()))),
        (hard[FIRST], "hard_of_first", proportion(both, sum(crossed["hard", other] for other in MARKS))),
        (hard[SECOND], "hard_of_second", proportion(both, sum(crossed[one, "hard"] for one in MARKS))),
    ):
        yield Figure("count" if found.unit == "count" else "share", found, rows=rows, what=what)
    judged_by_both = where(set=name, **{FIRST: ("easy", "hard"), SECOND: ("easy", "hard")})
    yield Figure("share", proportion(same, n), rows=judged_by_both, what="same")
    yield Figure("kappa", Estimate(kappa, "kappa", n, reason="no interval is given"), rows=judged_by_both)


def _crossed_view(
    first: DifficultyMarks, second: DifficultyMarks, crossed: Mapping[tuple[str, str], int], name: str
) -> View:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (one, *(crossed[one, other] for other in MARKS)) for one in MARKS
    )
    title = fill("difficulty_notions.title", first=first.notion, second=second.notion)
    return View(
        title,
        ("first", *MARKS),
        rows,
        by=("first",),
        rows=where(set=name).ordered_by(SECOND),
        items={"first": FIRST},
        roles=dict.fromkeys(MARKS, "count"),
    )


def _headline(first: DifficultyMarks, second: DifficultyMarks, figures: Figures) -> str:
    shared = {name: figures[name] for name in ("hard_of_first", "hard_of_second")}
    return fill("difficulty_notions.headline", first=first.notion, second=second.notion, **shared)
