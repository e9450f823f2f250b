"""Accuracy on every set and its three subsets, and control against transformed instances (McNemar)."""

from collections.abc import Iterator, Mapping, Sequence

import polars as pl

from rightreasons.artifacts.wording import percent
from rightreasons.challenges.swaps.responses import Judged
from rightreasons.challenges.swaps.swap_set import CONTROL_OF
from rightreasons.challenges.swaps.tests import Tested
from rightreasons.figures import WRONG_FIRST, Figure, where
from rightreasons.findings import Cell, View
from rightreasons.statistics.paired import mcnemar, paired_difference
from rightreasons.statistics.proportions import proportion

MEASURE = "behaviour"
FACTOR = "control"
DEFINITION = (
    "Accuracy on control and transformed instances, and on three subsets (Sanchez et al. 2018, Table 1): "
    "gold label changed by the transformation; word pair unseen in that order in training; polarity of the "
    "word pair other than the gold label (ties and unseen pairs included). Bounds: Wilson's, 95 %. "
    "Transformed instances are compared with those they were made from by McNemar's test."
)
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
    lines: list[tuple[Cell, ...]] = []
    for figure in figures:
        bounds = (figure.interval.low, figure.interval.high) if figure.interval else (None, None)
        subset = figure.group.get("subset", WHOLE)
        lines.append((figure.set, subset, figure.n, figure.value, *bounds))
    return View(
        "Accuracy on control and transformed instances",
        ("set", "subset", "n", "accuracy", "low", "high"),
        tuple(lines),
        by=("set", "subset"),
        bounds={"accuracy": ("low", "high")},
        line_rows=tuple(figure.rows for figure in figures),
    )


def tested(judged: Judged) -> list[Tested]:
    """Compare every transformed set with the control instances it was made from."""
    return [_compared(name, rows) for name, rows in judged.transformed()]


def _compared(name: str, rows: pl.DataFrame) -> Tested:
    paired = rows.drop_nulls("control_correct")
    control, transformed = paired["control_correct"], paired["correct"]
    both, only_control = int((control & transformed).sum()), int((control & ~transformed).sum())
    only_transformed = int((~control & transformed).sum())
    neither = paired.height - both - only_control - only_transformed
    difference = paired_difference(both, only_control, only_transformed, neither)
    title = f"{name} and {CONTROL_OF[name]}: which of the two instances is answered rightly"
    columns = ("control instance", "transformed right", "transformed wrong", "all")
    counts = (
        ("right", both, only_control, both + only_control),
        ("wrong", only_transformed, neither, only_transformed + neither),
    )
    test = mcnemar(only_control, only_transformed, paired.height)
    return Tested(
        name,
        FACTOR,
        decisive="mcnemar",
        tests={"mcnemar": test},
        effects={"drop": difference},
        views={name: View(title, columns, counts, by=columns[:1])},
    )


def headline(judged: Judged, figures: Sequence[Figure]) -> str:
    """Return one sentence: accuracy before and after the transformation."""
    whole = {str(figure.set): figure for figure in figures if not figure.group}
    shown = [
        f"{_share(whole, CONTROL_OF[name])} to {_share(whole, name)} ({CONTROL_OF[name]} to {name})"
        for name, _ in judged.transformed()
    ]
    if not shown:
        return "There are no transformed instances."
    return f"Accuracy from control to transformed instances: {', '.join(shown)}."


def _share(figures: Mapping[str, Figure], name: str) -> str:
    figure = figures.get(name)
    return "none" if figure is None or figure.value is None else percent(figure.value)
