"""Accuracy on every set and its three subsets, and control against transformed instances (McNemar)."""

import polars as pl

from rightreasons.artifacts.wording import percent
from rightreasons.challenges.swaps.behaviour.cross_tables import Tested
from rightreasons.challenges.swaps.behaviour.judging import Judged
from rightreasons.challenges.swaps.swap_set import CONTROL_OF
from rightreasons.findings import Cell, View
from rightreasons.statistics.paired import mcnemar, paired_difference
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate

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


def accuracies(judged: Judged) -> dict[str, Estimate]:
    """Return accuracy by set, ``SET.accuracy``, and by subset of it, ``SET.SUBSET.accuracy``."""
    found = {}
    for name in judged.sets:
        for subset in SUBSETS if name in CONTROL_OF else _OF_CONTROL:
            rows = judged.of(name).filter(SUBSETS[subset])
            figure = f"{name}.accuracy" if subset == WHOLE else f"{name}.{subset}.accuracy"
            found[figure] = proportion(int(rows["correct"].sum()), rows.height)
    return found


def accuracy_table(figures: dict[str, Estimate]) -> View:
    """Return accuracies as a table, one row a set and subset."""
    rows: list[tuple[Cell, ...]] = []
    for name, figure in figures.items():
        set_, *subset, _ = name.split(".")
        assert figure.interval is not None or figure.value is None  # noqa: S101 - `proportion` gives both
        bounds = (figure.interval.low, figure.interval.high) if figure.interval else (None, None)
        rows.append((set_, subset[0] if subset else WHOLE, figure.n, figure.value, *bounds))
    title = "Accuracy on control and transformed instances"
    return View(title, ("set", "subset", "n", "accuracy", "low", "high"), tuple(rows))


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
        views={name: View(title, columns, counts)},
    )


def headline(judged: Judged, figures: dict[str, Estimate]) -> str:
    """Return one sentence: accuracy before and after the transformation."""
    shown = [
        f"{_share(figures, CONTROL_OF[name])} to {_share(figures, name)} ({CONTROL_OF[name]} to {name})"
        for name, _ in judged.transformed()
    ]
    if not shown:
        return "There are no transformed instances."
    return f"Accuracy from control to transformed instances: {', '.join(shown)}."


def _share(figures: dict[str, Estimate], name: str) -> str:
    figure = figures.get(f"{name}.accuracy")
    return "none" if figure is None or figure.value is None else percent(figure.value)
