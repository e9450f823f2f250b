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
from rightreasons.sentences.templates import fill, joined
from rightreasons.statistics.proportions import proportion

MEASURE = "insensitivity"
FACTOR = "insensitivity"


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
    return shares_view(fill("insensitivity.rates"), found, "no_change_rate")


def tested(judged: Judged, definition: Definition, seed: int) -> list[Tested]:
    """Test on every transformed set whether right answers go with changed predictions."""
    found = []
    for name, rows in judged.transformed():
        title = fill("insensitivity.crossed", data=name)
        names = ("change", "no change")
        crossed = crossed_with_answers(
            title, changed(rows), pl.col("prediction_changed"), "prediction", names
        )
        found.append(tested_table(*crossed, (name, FACTOR), definition, seed))
    return found


def headline(found: Sequence[Figure], family: Family) -> str:
    """Return one sentence: how often predictions stay where gold changes."""
    shown = []
    for figure in found:
        if figure.value is not None and figure.set is not None:
            test = family.row(figure.set, FACTOR)
            harmful = bool(test["below_level"]) and isinstance(test["size"], float) and test["size"] > 0
            sentence = "insensitivity.set_harmful" if harmful else "insensitivity.set"
            shown.append(fill(sentence, stayed=figure, data=figure.set))
    if not shown:
        return fill("insensitivity.none")
    return fill("insensitivity.headline", sets=joined(shown))
