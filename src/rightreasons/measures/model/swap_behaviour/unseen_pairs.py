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
from rightreasons.sentences.templates import fill, joined
from rightreasons.statistics.paired import proportion_difference
from rightreasons.statistics.proportions import proportion

MEASURE = "unseen_pairs"
FACTOR = "unseen"


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
    return shares_view(fill("unseen_pairs.by_training"), lines, "accuracy", {"word pair": kinds})


def tested(judged: Judged, definition: Definition, seed: int) -> list[Tested]:
    """Test on every transformed set whether right answers go with seen pairs."""
    found = []
    for name, rows in judged.transformed():
        title, names = fill("unseen_pairs.crossed", data=name), ("seen", "unseen")
        crossed = crossed_with_answers(title, rows, ~pl.col("unseen"), "word pair", names)
        found.append(tested_table(*crossed, (name, FACTOR), definition, seed))
    return found


def headline(found: Figures) -> str:
    """Return one sentence: accuracy on unseen and on seen pairs."""
    shown = [
        _beside(figure, found[f"{figure.set}.seen"])
        for figure in found.where("accuracy", subset="unseen")
        if figure.value is not None
    ]
    if not shown:
        return fill("unseen_pairs.none")
    return fill("unseen_pairs.headline", sets=joined(shown))


def _beside(unseen: Figure, seen: Figure) -> str:
    if seen.value is None:
        return fill("unseen_pairs.set_alone", unseen=unseen, data=unseen.set)
    return fill("unseen_pairs.set", unseen=unseen, seen=seen, data=unseen.set)
