"""Insensitivity: predictions that stay what they were where the transformation changed the gold label."""

from collections.abc import Iterator, Sequence

import polars as pl

from rightreasons.figures import Figure
from rightreasons.findings import View
from rightreasons.measures.model.swap_behaviour.cross_tables import (
    Tested,
    crossed_with_answers,
)
from rightreasons.measures.model.swap_behaviour.cross_tables import tested as tested_table
from rightreasons.measures.model.swap_behaviour.definitions import Definition
from rightreasons.measures.model.swap_behaviour.family import Family
from rightreasons.measures.model.swap_behaviour.judged import Judged
from rightreasons.measures.model.swap_behaviour.responses import shares_view
from rightreasons.numbers import percent
from rightreasons.statistics.proportions import proportion

MEASURE = "insensitivity"
FACTOR = "insensitivity"
DEFINITION = (
    "Of the instances whose gold label the transformation changed: whether the prediction changed with it "
    "(the predictions for the control and the transformed instance differ), against whether the prediction "
    "for the transformed instance is right (Sanchez et al. 2018, section 5.5 and Table 2). no_change_rate: "
    "share of them whose prediction stayed the same."
)


def changed(rows: pl.DataFrame) -> pl.DataFrame:
    """Return the instances whose gold label changed and whose control instance was predicted too."""
    return rows.filter(pl.col("gold_changed")).drop_nulls("prediction_changed")


def figures(judged: Judged) -> Iterator[Figure]:
    """Return ``SET.no_change_rate`` of every transformed set; its rows: wrong repetitions first."""
    for name, instances in judged.transformed():
        of_changed = changed(instances)
        share = proportion(int((~of_changed["prediction_changed"]).sum()), of_changed.height)
        compared = judged.rows(name, gold_changed=True, prediction_changed=("true", "false"))
        rows = compared.ordered_by("prediction_changed", "correct")
        yield Figure("share", share, set=name, rows=rows, what="no_change_rate")


def view(found: Sequence[Figure]) -> View:
    """Return what `figures` returns as a view, one line a set."""
    title = "Instances whose gold label changed and whose prediction stayed the same"
    return shares_view(title, found, "no_change_rate")


def tested(judged: Judged, definition: Definition, seed: int) -> list[Tested]:
    """Test on every transformed set whether right answers go with changed predictions."""
    found = []
    for name, rows in judged.transformed():
        title = f"{name}: instances whose gold label changed"
        names = ("change", "no change")
        cross = crossed_with_answers(title, changed(rows), pl.col("prediction_changed"), "prediction", names)
        found.append(tested_table(cross, (name, FACTOR), definition, seed))
    return found


def headline(found: Sequence[Figure], family: Family) -> str:
    """Return one sentence: how often predictions stay where gold changes."""
    shown = []
    for figure in found:
        if figure.value is not None and figure.set is not None:
            test = family.row(figure.set, FACTOR)
            harmful = bool(test["below_level"]) and isinstance(test["size"], float) and test["size"] > 0
            strong = " (and wrong answers go with that)" if harmful else ""
            shown.append(f"{percent(figure.value)} of {figure.n:,} in {figure.set}{strong}")
    if not shown:
        return "The transformation changes no gold label here, so that insensitivity does no harm."
    return f"Where the gold label changed, the prediction stayed the same: {', '.join(shown)}."
