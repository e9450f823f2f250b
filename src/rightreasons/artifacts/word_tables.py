"""What a person reads of the words: a line a label, the strongest words, the curve, and the lists."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl

from rightreasons.artifacts.word_statistics import MeasuredWords
from rightreasons.artifacts.words.counts import Counts
from rightreasons.artifacts.words.lists import give_away_lists
from rightreasons.figures import where
from rightreasons.findings import Cell, View
from rightreasons.labels import Label

_PROBABILITIES = ("p_tokens", "p_instances", "p_smoothed")


def strongest(statistics: pl.DataFrame, top: int) -> pl.DataFrame:
    """Return the `top` words of every label by z: how skewed a word is, weighed by how often it occurs."""
    order = ["label", "z", "instances", "word"]
    ranked = statistics.sort(*order, descending=[False, True, True, False])
    return ranked.group_by("label", maintain_order=True).head(top)


def by_label(words: MeasuredWords, name: str) -> View:
    """Return one line a label: words flagged for it, share of hypotheses that hold one, the strongest.

    The rows of a line are those of the set called `name` that hold a word flagged for their label.
    """
    flagged = words.statistics.filter("flagged")
    rows: list[tuple[Cell, ...]] = []
    for code, label in enumerate(words.counts.labels):
        own = flagged.filter(pl.col("label") == label.value)
        share = float(np.mean(words.gives_away[words.codes == code]))
        rows.append((label.value, own.height, share, ", ".join(strongest(own, 5)["word"])))
    columns = ("label", "flagged_words", "share_of_hypotheses", "strongest")
    return View(
        "Words flagged for a label, and hypotheses of the label that hold one",
        columns,
        tuple(rows),
        by=("label",),
        rows=where(set=name, give_away_flagged=True).ordered_by("-give_away_probability"),
        items={"label": "label"},
        quantities={"share_of_hypotheses": "share"},
    )


def strongest_words(words: MeasuredWords, name: str, top: int) -> View:
    """Return all statistics of the `top` words of every label."""
    shown = strongest(words.statistics, top).drop("word_id")
    title = f"The {top} words of every label that stand out most (by z)"
    probabilities = [column for column in shown.columns if column in _PROBABILITIES]
    return View.from_frame(
        title,
        shown,
        by=("label", "word"),
        quantities=dict.fromkeys(probabilities, "probability"),
        **_of_words(name),
    )


def coverage_table(curve: Counts, labels: Sequence[Label]) -> View:
    """Return the coverage curve, one row a step of p(l|w)."""
    steps = len(curve) - 1
    rows = tuple((step / steps, *(int(count) for count in counts)) for step, counts in enumerate(curve))
    title = "Distinct hypotheses with a word of p(l|w) >= x for their label (Poliak et al. 2018, Figure 2)"
    return View(title, ("x", *(label.value for label in labels)), rows, by=("x",))


def list_table(words: MeasuredWords, name: str, cut_off: float, minimum: int, top: int = 10) -> View:
    """Return the lists of every label for one cut-off."""
    title = (
        f"Words of p(l|w) >= {cut_off:g} that occur at least {minimum} times, by frequency "
        "(Poliak et al. 2018, Figure 3)"
    )
    return View.from_frame(
        title,
        give_away_lists(words.statistics, cut_off, minimum, top),
        by=("label", "word"),
        quantities={"score": "probability"},
        **_of_words(name),
    )


def _of_words(name: str) -> dict[str, Any]:
    """Return the fields of a view whose lines are about the hypotheses of a label that hold a word."""
    return {"rows": where(set=name), "items": {"word": "hypothesis", "label": "label"}}
