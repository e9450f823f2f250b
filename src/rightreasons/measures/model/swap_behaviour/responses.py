"""Responses to swapped instances beside those to their control instances, and accuracy on every set."""

from collections.abc import Iterator, Mapping, Sequence

import polars as pl

from rightreasons.challenges.swaps.swap_set import CONTROL_OF
from rightreasons.figures import WRONG_FIRST, Figure, where
from rightreasons.findings import Cell, View
from rightreasons.measures.model.swap_behaviour.cross_tables import CLUSTERED, Tested
from rightreasons.measures.model.swap_behaviour.definitions import Definition
from rightreasons.measures.model.swap_behaviour.judged import Judged
from rightreasons.sentences.templates import fill, joined
from rightreasons.statistics.paired_scores import PairedCounts
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.sign_flips import sign_flips

MEASURE = "behaviour"
FACTOR = "control"
WHOLE = "whole"
SUBSETS = {
    WHOLE: pl.lit(value=True),
    "gold_changed": pl.col("gold_changed"),
    "unseen": pl.col("unseen"),
    "polarity_differs": pl.col("polarity_differs"),
}
"""Which instances a subset holds, by its name; the first is the whole sample."""
_OF_CONTROL = (WHOLE, "polarity_differs")  # a control instance is seen, and its gold label is what it was


def accuracies(judged: Judged) -> Iterator[Figure]:
    """Return accuracy by set, ``SET.accuracy``, and by subset of it, ``SET.SUBSET.accuracy``."""
    for name in judged.sets:
        for subset in SUBSETS if name in CONTROL_OF else _OF_CONTROL:
            items = judged.of(name).filter(SUBSETS[subset])
            accuracy = proportion(int(items["correct"].sum()), items.height)
            rows = judged.rows(name).ordered_by(*WRONG_FIRST)
            if subset == WHOLE:
                yield Figure("accuracy", accuracy, set=name, rows=rows)
            else:
                own = rows.also(*where(**{subset: True}).where)
                yield Figure("accuracy", accuracy, {"subset": subset}, set=name, rows=own)


def accuracy_view(figures: Sequence[Figure]) -> View:
    """Return accuracies as a view, one line a set and subset."""
    subsets = {"subset": [figure.group.get("subset", WHOLE) for figure in figures]}
    return shares_view(fill("behaviour.accuracy"), figures, "accuracy", subsets)


def shares_view(
    title: str, figures: Sequence[Figure], name: str, parts: Mapping[str, Sequence[Cell]] | None = None
) -> View:
    """Return shares of sets as a view, one line a figure.

    Parameters
    ----------
    title, figures, name
        Its title; the shares, and what to call them.
    parts
        By column, the part of the set that each figure is about.
    """
    by = ("set", *(parts or {}))
    kinds = zip(*(parts or {}).values(), strict=True) if parts else [()] * len(figures)
    lines = zip(figures, kinds, strict=True)
    return View(
        title,
        (*by, "n", name, "low", "high"),
        tuple((each.set, *kind, each.n, each.value, *each.bounds) for each, kind in lines),
        by=by,
        bounds={name: ("low", "high")},
        line_rows=tuple(each.rows for each in figures),
    )


def tested(judged: Judged, definition: Definition, seed: int) -> list[Tested]:
    """Compare every transformed set with the control instances it was made from."""
    return [_compared(name, rows, definition, seed) for name, rows in judged.transformed()]


def _compared(name: str, rows: pl.DataFrame, definition: Definition, seed: int) -> Tested:
    paired = rows.drop_nulls("control_correct")
    control, transformed = paired["control_correct"], paired["correct"]
    pairs = PairedCounts.of(control.to_numpy(), transformed.to_numpy())
    drops = control.cast(pl.Int8) - transformed.cast(pl.Int8)
    title = fill("behaviour.paired", data=name, control=CONTROL_OF[name])
    columns = ("control instance", "transformed right", "transformed wrong", "all")
    counted = dict.fromkeys(columns[1:], "count")
    counts = (
        ("right", pairs.both, pairs.only_first, pairs.both + pairs.only_first),
        ("wrong", pairs.only_second, pairs.neither, pairs.only_second + pairs.neither),
    )
    return Tested(
        name,
        FACTOR,
        decisive=CLUSTERED if definition.clustered else "mcnemar",
        tests={"mcnemar": pairs.test(), CLUSTERED: sign_flips(drops, paired["pair"], seed)},
        effects={"drop": pairs.difference()},
        views={name: View(title, columns, counts, by=columns[:1], roles=counted)},
    )


def headline(judged: Judged, figures: Sequence[Figure]) -> str:
    """Return one sentence: accuracy before and after the transformation."""
    whole = {str(figure.set): figure for figure in figures if not figure.group}
    shown = [
        fill(
            "behaviour.set",
            control_set=CONTROL_OF[name],
            data=name,
            control=_share(whole.get(CONTROL_OF[name])),
            transformed=_share(whole.get(name)),
        )
        for name, _ in judged.transformed()
    ]
    if not shown:
        return fill("behaviour.none")
    return fill("behaviour.headline", sets=joined(shown))


def _share(figure: Figure | None) -> str:
    if figure is None or figure.value is None:
        return fill("behaviour.no_share")
    return fill("behaviour.share", accuracy=figure)
