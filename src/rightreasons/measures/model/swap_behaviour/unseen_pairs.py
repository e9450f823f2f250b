"""Unseen word pairs: answers that are worse where training data lack the pair of words in that order."""

from collections.abc import Iterator

import polars as pl

from rightreasons.figures import WRONG_FIRST, Figure, Figures
from rightreasons.findings import View
from rightreasons.measures.model.swap_behaviour.cross_tables import Tested, crossed_with_answers
from rightreasons.measures.model.swap_behaviour.cross_tables import tested as tested_table
from rightreasons.measures.model.swap_behaviour.definitions import Definition
from rightreasons.measures.model.swap_behaviour.judged import Judged
from rightreasons.measures.model.swap_behaviour.responses import shares_view
from rightreasons.numbers import percent
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
            yield Figure("accuracy", proportion(*part), {"subset": word}, set=name, rows=rows, what="")
        difference = proportion_difference(*right_and_all[0], *right_and_all[1])
        rows = judged.rows(name).ordered_by("-unseen", *WRONG_FIRST)
        yield Figure("difference", difference, set=name, rows=rows)


def view(found: Figures) -> View:
    """Return what `figures` returns as a view, one line a set and kind of word pair."""
    lines = tuple(found.where("accuracy"))
    kinds = [each.group["subset"] for each in lines]
    title = "Accuracy by whether training holds the pair of words in this order"
    return shares_view(title, lines, "accuracy", {"word pair": kinds})


def tested(judged: Judged, definition: Definition, seed: int) -> list[Tested]:
    """Test on every transformed set whether right answers go with seen pairs."""
    found = []
    for name, rows in judged.transformed():
        title, names = f"{name}: word pairs seen or unseen in training", ("seen", "unseen")
        cross = crossed_with_answers(title, rows, ~pl.col("unseen"), "word pair", names)
        found.append(tested_table(cross, (name, FACTOR), definition, seed))
    return found


def headline(found: Figures) -> str:
    """Return one sentence: accuracy on unseen and on seen pairs."""
    shown = []
    for figure in found.where("accuracy", subset="unseen"):
        if figure.value is not None:
            seen = found[f"{figure.set}.seen"].value
            beside = "none" if seen is None else percent(seen)
            shown.append(f"{percent(figure.value)} of {figure.n:,} against {beside} in {figure.set}")
    if not shown:
        return "Every word pair has been seen in training in its order."
    return f"Accuracy on unseen word pairs against seen ones: {', '.join(shown)}."
