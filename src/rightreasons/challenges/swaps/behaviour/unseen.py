"""Unseen word pairs: answers that are worse where training data lack the pair of words in that order."""

from collections.abc import Iterator

import polars as pl

from rightreasons.artifacts.wording import percent
from rightreasons.challenges.swaps.behaviour.definitions import Definition
from rightreasons.challenges.swaps.responses import Judged
from rightreasons.challenges.swaps.tests import CrossTable, Tested, counted
from rightreasons.challenges.swaps.tests import tested as tested_table
from rightreasons.figures import WRONG_FIRST, Figure, Figures
from rightreasons.findings import View
from rightreasons.statistics.paired import proportion_difference
from rightreasons.statistics.proportions import proportion

MEASURE = "unseen_pairs"
FACTOR = "unseen"
DEFINITION = (
    "Accuracy on transformed instances whose word pair no training instance holds in that order, against "
    "that on the others (Sanchez et al. 2018, section 5.5 and Table 3). difference: seen minus unseen, with "
    "Newcombe's interval, 95 %."
)


def figures(judged: Judged) -> Iterator[Figure]:
    """Return ``SET.seen``, ``SET.unseen`` and ``SET.difference`` of every transformed set."""
    for name, instances in judged.transformed():
        parts = [instances.filter(pl.col("unseen") == unseen)["correct"] for unseen in (False, True)]
        right_and_all = [(int(part.sum()), len(part)) for part in parts]
        for word, unseen, part in zip(("seen", "unseen"), (False, True), right_and_all, strict=True):
            rows = judged.rows(name, unseen=unseen).ordered_by(*WRONG_FIRST)
            group = {"unseen": str(unseen).lower()}
            yield Figure("accuracy", proportion(*part), group, set=name, rows=rows, form=f"{{set}}.{word}")
        difference = proportion_difference(*right_and_all[0], *right_and_all[1])
        rows = judged.rows(name).ordered_by("-unseen", *WRONG_FIRST)
        yield Figure("difference", difference, set=name, rows=rows)


def accuracies(found: Figures) -> View:
    """Return what `figures` returns as a view, one line a set and kind of word pair."""
    lines = [
        (each, "unseen" if each.group["unseen"] == "true" else "seen") for each in found.where("accuracy")
    ]
    bounds = [(each.interval.low, each.interval.high) if each.interval else (None, None) for each, _ in lines]
    return View(
        "Accuracy by whether training holds the pair of words in this order",
        ("set", "word pair", "n", "accuracy", "low", "high"),
        tuple(
            (each.set, pair, each.n, each.value, *ends)
            for (each, pair), ends in zip(lines, bounds, strict=True)
        ),
        by=("set", "word pair"),
        bounds={"accuracy": ("low", "high")},
        line_rows=tuple(each.rows for each, _ in lines),
    )


def tested(judged: Judged, definition: Definition, seed: int) -> list[Tested]:
    """Test on every transformed set whether right answers go with seen pairs."""
    return [
        tested_table(_table(name, rows), (name, FACTOR), definition, seed)
        for name, rows in judged.transformed()
    ]


def _table(name: str, rows: pl.DataFrame) -> CrossTable:
    names = rows.select(
        pair=pl.when(pl.col("unseen")).then(pl.lit("unseen")).otherwise(pl.lit("seen")),
        answer=pl.when(pl.col("correct")).then(pl.lit("correct")).otherwise(pl.lit("incorrect")),
    )
    order = ("seen", "unseen"), ("correct", "incorrect")
    return CrossTable(
        f"{name}: word pairs seen or unseen in training",
        "word pair",
        *order,
        counted(names, ("pair", "answer"), *order),
    )


def headline(found: Figures) -> str:
    """Return one sentence: accuracy on unseen and on seen pairs."""
    shown = []
    for figure in found.where("accuracy", unseen="true"):
        if figure.value is not None:
            seen = found[f"{figure.set}.seen"].value
            beside = "none" if seen is None else percent(seen)
            shown.append(f"{percent(figure.value)} of {figure.n:,} against {beside} in {figure.set}")
    if not shown:
        return "Every word pair has been seen in training in its order."
    return f"Accuracy on unseen word pairs against seen ones: {', '.join(shown)}."
