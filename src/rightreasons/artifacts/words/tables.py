"""What a person reads of the words: a line a label, the strongest words, the curve, and the lists."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl

from rightreasons.artifacts.words.counts import Counts
from rightreasons.artifacts.words.give_away_lists import give_away_lists
from rightreasons.artifacts.words.statistics import MeasuredWords
from rightreasons.figures import where
from rightreasons.findings import Cell, View, bounded
from rightreasons.labels import Label
from rightreasons.sentences.templates import fill

HELD = "give_away_words_held"
"""Column of the items with the words of these tables that a hypothesis holds."""


def strongest(statistics: pl.DataFrame, top: int) -> pl.DataFrame:
    """Return the `top` words of every label by z: how skewed a word is, weighed by how often it occurs."""
    order = ["label", "z", "instances", "word"]
    ranked = statistics.select(order).with_row_index("row").sort(order, descending=[False, True, True, False])
    return statistics[ranked.group_by("label", maintain_order=True).head(top)["row"]]


def by_label(words: MeasuredWords, name: str) -> View:
    """Return one line a label: words flagged for it, share of hypotheses that hold one, the strongest.

    The rows of a line are those of the set called `name` that hold a word flagged for their label.
    """
    flagged = words.flagged
    rows: list[tuple[Cell, ...]] = []
    for code, label in enumerate(words.counts.labels):
        own = flagged.filter(pl.col("label") == label.value)
        share = float(np.mean(words.gives_away[words.codes == code]))
        rows.append((label.value, own.height, share, ", ".join(strongest(own, 5)["word"])))
    columns = ("label", "flagged_words", "share_of_hypotheses", "strongest")
    return View(
        fill("words.by_label"),
        columns,
        tuple(rows),
        by=("label",),
        rows=where(set=name, give_away_flagged=True).ordered_by("-give_away_probability"),
        items={"label": "label"},
    )


def strongest_words(words: MeasuredWords, name: str, top: int) -> View:
    """Return all statistics of the `top` words of every label."""
    of_parts = pl.concat([strongest(each, top) for each in words.parts()])
    shown = strongest(of_parts, top).drop("word_id", "too_few_sources")
    title = fill("words.strongest", top=top)
    return View.from_frame(
        title,
        shown,
        by=("label", "word"),
        bounds=bounded("log_odds"),
        **_of_words(name),
    )


def coverage_table(curve: Counts, labels: Sequence[Label]) -> View:
    """Return the coverage curve, one row a step of p(l|w)."""
    steps = len(curve) - 1
    rows = tuple((step / steps, *(int(count) for count in counts)) for step, counts in enumerate(curve))
    title = fill("words.coverage")
    counted = dict.fromkeys((label.value for label in labels), "count")
    return View(title, ("x", *counted), rows, by=("x",), roles=counted)


def list_table(words: MeasuredWords, name: str, cut_off: float, minimum: int, top: int = 10) -> View:
    """Return the lists of every label for one cut-off (Poliak et al. 2018, Figure 3).

    Parameters
    ----------
    words
        Words with their counts.
    name
        Of the data.
    cut_off, minimum
        Words of p(label | word) of at least the one that occur at least so often as the other.
    top
        The most words of a label.
    """
    title = fill("words.list", cut_off=cut_off, minimum=minimum)
    return View.from_frame(
        title,
        give_away_lists(words.parts(), cut_off, minimum, top),
        by=("label", "word"),
        roles={"score": "probability"},
        **_of_words(name),
    )


def _of_words(name: str) -> dict[str, Any]:
    """Return the fields of a view whose lines are about the hypotheses of a label that hold a word."""
    return {"rows": where(set=name), "items": {"word": HELD, "label": "label"}}
