"""How two notions of easy and hard overlap, and whether annotators agree less on hard instances."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import polars as pl

from rightreasons.artifacts.annotator_agreement import agreement_with_gold, annotator_counts
from rightreasons.artifacts.means import difference_of, mean_of, percent, stratified
from rightreasons.difficulty.marks import MARKS, DifficultyMarks
from rightreasons.figures import Figure, Figures, where
from rightreasons.findings import Cell, Finding, View
from rightreasons.pairs import ANNOTATORS, PairTable
from rightreasons.statistics.agreement import cohen_kappa
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate


def annotator_figures(
    pairs: PairTable, marks: DifficultyMarks, column: str, prefix: str = ""
) -> Iterator[Figure]:
    """Return how far annotators agree with gold on easy and on hard instances.

    Parameters
    ----------
    pairs
        The instances; empty result if they have no labels of at least two annotators.
    marks
        Their marks.
    column
        Column of the items that holds them.
    prefix
        What stands before the names of the figures.

    Yields
    ------
    Figure
        ``agreement_easy``, ``agreement_hard`` (mean share of a row's annotators who say its gold label),
        ``agreement_difference``: easy minus hard, and ``agreement_difference_within_labels``: the same within
        each gold label, averaged by rows, since labels differ in agreement too.
    """
    rated = _rated(pairs, marks)
    if not rated.height:
        return
    by_label = [part for _, part in sorted(rated.group_by("label"), key=lambda group: str(group[0]))]
    for mark in ("easy", "hard"):
        mean, rows = mean_of(_of(rated, mark), "proportion"), where(set=pairs.name, **{column: mark})
        yield Figure("agreement", mean, {column: mark}, rows=rows, form=f"{prefix}agreement_{{group}}")
    both = where(set=pairs.name, **{column: ("easy", "hard")})
    for name, difference in (
        ("agreement_difference", difference_of(_of(rated, "easy"), _of(rated, "hard"), "proportion")[0]),
        ("agreement_difference_within_labels", _within_labels(by_label)),
    ):
        yield Figure("difference", difference, rows=both, form=f"{prefix}{name}")


def _within_labels(parts: Sequence[pl.DataFrame]) -> Estimate:
    return stratified([(_of(part, "easy"), _of(part, "hard")) for part in parts], "proportion")


def _rated(pairs: PairTable, marks: DifficultyMarks) -> pl.DataFrame:
    """Return label, mark and agreement of the rows with gold and at least two annotators."""
    if ANNOTATORS not in pairs.frame.columns:
        return pl.DataFrame()
    labelled = pairs.with_gold()
    counts, labels = annotator_counts(labelled)
    agreement = agreement_with_gold(labelled, counts, labels)
    rows = labelled.frame.select("id", "label").with_columns(agreement=pl.Series(agreement))
    rated = rows.filter(pl.Series(counts.sum(axis=1) >= 2))
    return rated.join(marks.frame.select("id", "mark"), on="id", maintain_order="left")


def _of(rated: pl.DataFrame, mark: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    values: np.ndarray[tuple[int], np.dtype[np.float64]] = rated.filter(pl.col("mark") == mark)[
        "agreement"
    ].to_numpy()
    return values


# How two notions of easy and hard overlap on the same instances.


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
    first: DifficultyMarks, second: DifficultyMarks, crossed: Mapping[tuple[str, str], int], name: str
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


def _headline(first: DifficultyMarks, second: DifficultyMarks, figures: Figures) -> str:
    of_first, of_second = (figures[f"hard_of_{name}"] for name in ("first", "second"))
    return (
        f"Of {of_first.n:,} instances hard by {first.notion}, {percent(of_first.value or 0.0)} are hard by "
        f"{second.notion} too; of {of_second.n:,} the other way, {percent(of_second.value or 0.0)}."
    )
