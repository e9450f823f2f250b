"""Unseen word pairs: answers that are worse where training data lack the pair of words in that order."""

import polars as pl

from rightreasons.artifacts.wording import percent
from rightreasons.challenges.swaps.behaviour.cross_tables import CrossTable, Tested, counted
from rightreasons.challenges.swaps.behaviour.cross_tables import tested as tested_table
from rightreasons.challenges.swaps.behaviour.definitions import Definition
from rightreasons.challenges.swaps.behaviour.judging import Judged
from rightreasons.statistics.paired import proportion_difference
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate

MEASURE = "unseen_pairs"
FACTOR = "unseen"
DEFINITION = (
    "Accuracy on transformed instances whose word pair no training instance holds in that order, against "
    "that on the others (Sanchez et al. 2018, section 5.5 and Table 3). difference: seen minus unseen, with "
    "Newcombe's interval, 95 %."
)


def figures(judged: Judged) -> dict[str, Estimate]:
    """Return ``SET.seen``, ``SET.unseen`` and ``SET.difference`` of every transformed set."""
    found = {}
    for name, rows in judged.transformed():
        parts = [rows.filter(pl.col("unseen") == unseen)["correct"] for unseen in (False, True)]
        right_and_all = [(int(part.sum()), len(part)) for part in parts]
        found[f"{name}.seen"], found[f"{name}.unseen"] = (proportion(*part) for part in right_and_all)
        found[f"{name}.difference"] = proportion_difference(*right_and_all[0], *right_and_all[1])
    return found


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


def headline(found: dict[str, Estimate]) -> str:
    """Return one sentence: accuracy on unseen and on seen pairs."""
    shown = []
    for name, figure in found.items():
        set_, _, which = name.partition(".")
        seen = found[f"{set_}.seen"].value
        if which == "unseen" and figure.value is not None:
            beside = "none" if seen is None else percent(seen)
            shown.append(f"{percent(figure.value)} of {figure.n:,} against {beside} in {set_}")
    if not shown:
        return "Every word pair has been seen in training in its order."
    return f"Accuracy on unseen word pairs against seen ones: {', '.join(shown)}."


def evidence(judged: Judged, limit: int) -> dict[str, tuple[str, ...]]:
    """Return ids of wrong answers on unseen pairs, by set."""
    found = {
        f"{name}.unseen": tuple(
            rows.filter(pl.col("unseen") & ~pl.col("correct"))["id"].head(limit).to_list()
        )
        for name, rows in judged.transformed()
    }
    return {name: ids for name, ids in found.items() if ids}
