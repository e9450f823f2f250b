"""How two notions of easy and hard overlap on the same instances."""

from collections.abc import Iterator, Mapping

import polars as pl

from rightreasons.artifacts.wording import percent
from rightreasons.difficulty.annotators import annotator_figures
from rightreasons.difficulty.marks import MARKS, InstanceMarks
from rightreasons.figures import Figure, Figures, where
from rightreasons.findings import Cell, Finding, View
from rightreasons.pairs import PairTable
from rightreasons.statistics.agreement import cohen_kappa
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate

DEFINITION = (
    "Two notions of easy and hard on the same instances. hard_of_first, hard_of_second: share of the hard "
    "instances of one that are hard for the other too. same: share of those that both call easy or hard on "
    "which they agree; kappa: the same beyond chance (Cohen 1960). Agreement of annotators: share of a row's "
    "annotators whose label is gold; difference: easy minus hard."
)

FIRST, SECOND = "first_mark", "second_mark"
ITEM_COLUMNS: Mapping[str, str] = {
    FIRST: "text: easy, hard, conflicting or none by the first of two notions.",
    SECOND: "text: The same by the second of them.",
}


def compare_marks(pairs: PairTable, first: InstanceMarks, second: InstanceMarks) -> Finding:
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
        definition=DEFINITION,
        headline=_headline(first, second, figures),
        figures=figures,
        views={"crossed": _crossed_view(first, second, crossed, pairs.name)},
        settings={"first": first.notion, "second": second.notion},
        items=marks.select("id", pl.col("first", "second").cast(pl.String).name.suffix("_mark")),
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
    for rows, form, found in (
        (hard[FIRST].also(*hard[SECOND].where), "both_hard", Estimate(both, "count", sum(crossed.values()))),
        (hard[FIRST], "hard_of_first", proportion(both, sum(crossed["hard", other] for other in MARKS))),
        (hard[SECOND], "hard_of_second", proportion(both, sum(crossed[one, "hard"] for one in MARKS))),
    ):
        yield Figure("count" if found.unit == "count" else "share", found, rows=rows, form=form)
    judged_by_both = where(set=name, **{FIRST: ("easy", "hard"), SECOND: ("easy", "hard")})
    yield Figure("share", proportion(same, n), rows=judged_by_both, form="same")
    yield Figure("kappa", Estimate(kappa, "kappa", n, reason="no interval is given"), rows=judged_by_both)


def _crossed_view(
    first: InstanceMarks, second: InstanceMarks, crossed: Mapping[tuple[str, str], int], name: str
) -> View:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (one, *(crossed[one, other] for other in MARKS)) for one in MARKS
    )
    title = f"Rows: {first.notion}. Columns: {second.notion}"
    return View(
        title,
        ("first", *MARKS),
        rows,
        by=("first",),
        rows=where(set=name).ordered_by(SECOND),
        items={"first": FIRST},
    )


def _headline(first: InstanceMarks, second: InstanceMarks, figures: Figures) -> str:
    of_first, of_second = (figures[f"hard_of_{name}"] for name in ("first", "second"))
    return (
        f"Of {of_first.n:,} instances hard by {first.notion}, {percent(of_first.value or 0.0)} are hard by "
        f"{second.notion} too; of {of_second.n:,} the other way, {percent(of_second.value or 0.0)}."
    )
