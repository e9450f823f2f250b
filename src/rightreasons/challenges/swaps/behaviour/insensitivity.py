"""Insensitivity: predictions that stay what they were where the transformation changed the gold label."""

from collections.abc import Iterator, Sequence

import polars as pl

from rightreasons.artifacts.wording import percent
from rightreasons.challenges.swaps.behaviour.definitions import Definition
from rightreasons.challenges.swaps.behaviour.family import Family
from rightreasons.challenges.swaps.responses import Judged
from rightreasons.challenges.swaps.tests import CrossTable, Tested, counted
from rightreasons.challenges.swaps.tests import tested as tested_table
from rightreasons.figures import Figure
from rightreasons.findings import View
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
        kept = changed(instances)
        share = proportion(int((~kept["prediction_changed"]).sum()), kept.height)
        compared = judged.rows(name, gold_changed=True, prediction_changed=("true", "false"))
        rows = compared.ordered_by("prediction_changed", "correct")
        yield Figure("share", share, set=name, rows=rows, form="{set}.no_change_rate")


def rates(found: Sequence[Figure]) -> View:
    """Return what `figures` returns as a view, one line a set."""
    bounds = [(each.interval.low, each.interval.high) if each.interval else (None, None) for each in found]
    return View(
        "Instances whose gold label changed and whose prediction stayed the same",
        ("set", "n", "no_change_rate", "low", "high"),
        tuple((each.set, each.n, each.value, *ends) for each, ends in zip(found, bounds, strict=True)),
        by=("set",),
        bounds={"no_change_rate": ("low", "high")},
        line_rows=tuple(each.rows for each in found),
        quantities={"no_change_rate": "share"},
    )


def tested(judged: Judged, definition: Definition, seed: int) -> list[Tested]:
    """Test on every transformed set whether right answers go with changed predictions."""
    return [
        tested_table(_table(name, rows), (name, FACTOR), definition, seed)
        for name, rows in judged.transformed()
    ]


def _table(name: str, rows: pl.DataFrame) -> CrossTable:
    names = changed(rows).select(
        prediction=_either("prediction_changed", "change", "no change"),
        answer=_either("correct", "correct", "incorrect"),
    )
    order = ("change", "no change"), ("correct", "incorrect")
    counts = counted(names, ("prediction", "answer"), *order)
    return CrossTable(f"{name}: instances whose gold label changed", "prediction", *order, counts)


def _either(column: str, if_true: str, if_false: str) -> pl.Expr:
    return pl.when(pl.col(column)).then(pl.lit(if_true)).otherwise(pl.lit(if_false))


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
