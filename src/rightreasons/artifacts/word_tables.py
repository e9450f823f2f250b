"""What a person reads of the words: lists, coverage, the boundary of the flag, example hypotheses."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.word_statistics import (
    Codes,
    Counts,
    MeasuredWords,
    WordCounts,
    highest_in_row,
    of_tokens,
)
from rightreasons.figures import where
from rightreasons.findings import Cell, View, bounded
from rightreasons.labels import Label
from rightreasons.sentences.templates import fill
from rightreasons.statistics.association import log_odds
from rightreasons.text.tokens import Tokens

# The lists of give-away words of Poliak et al. (2018, Figure 3), with the rule that made them.


def give_away_lists(
    statistics: pl.DataFrame, cut_off: float, minimum: int = 5, top: int = 10
) -> pl.DataFrame:
    """Return the most frequent words of high p(l|w), for every label.

    The rule that gives the printed lists: words that occur at least `minimum` times (section 6.2), of which
    p(l|w) by tokens is at least `cut_off` (0.8 for SNLI, 0.5 for MPE; the paper does not say so), by
    frequency; ties, whose order in the paper is unknown, by higher p(l|w), then by spelling. Case counts.

    Parameters
    ----------
    statistics
        One row a word and label, as of `word_statistics`.
    cut_off
        Lowest p(l|w), inclusive.
    minimum
        Lowest number of occurrences, inclusive.
    top
        Words a label.

    Returns
    -------
    polars.DataFrame
        Columns ``label``, ``word``, ``score`` (p(l|w)), ``frequency`` (occurrences of the word).
    """
    return (
        statistics.lazy()
        .filter(pl.col("tokens") >= minimum, pl.col("p_tokens") >= cut_off)
        .sort("label", "tokens", "p_tokens", "word", descending=[False, True, True, False])
        .group_by("label", maintain_order=True)
        .head(top)
        .select("label", "word", score="p_tokens", frequency="tokens")
        .collect()
    )


# How many hypotheses one word gives away, by how much it says (Poliak et al. 2018, Figure 2).


def distinct_rows(hypotheses: pl.Series, codes: Codes) -> Codes:
    """Return the first row of every distinct hypothesis and label, ascending.

    Parameters
    ----------
    hypotheses, codes
        Text and index of the gold label of each row, both of shape (n,).
    """
    frame = pl.DataFrame({"hypothesis": hypotheses, "label": codes}).with_row_index("row")
    first = frame.unique(["hypothesis", "label"], keep="first", maintain_order=True)
    return first["row"].to_numpy().astype(np.int64)


def coverage(counts: WordCounts, tokens: Tokens, codes: Codes, distinct: Codes, steps: int = 100) -> Counts:
    """Return y_l(x) for x = 0, 1 / steps, ..., 1.

    y_l(x) is the number of distinct hypotheses with gold label l of which the highest p(l|w) over their words
    w is at least x (Poliak et al. 2018, section 6.1 and Figure 2, read with the hypothesis's own gold label);
    p(l|w) is by tokens (equation 1). A hypothesis that occurs again under the same label counts once in y,
    and each time in p. Compared as whole numbers, so that 0.29 means 29 of 100.

    The authors' code strips full stops and question marks from words; here a mark is a word. On SNLI dev that
    moves the curve by at most 26 of 3,249 hypotheses (at 0.33), at 1 by one, and the lists not at all.

    Parameters
    ----------
    counts, tokens, codes
        Word counts, and the tokens and label positions they were counted from.
    distinct
        The rows that count in y, as of `distinct_rows`.
    steps
        Steps between 0 and 1.

    Returns
    -------
    Counts
        Shape (steps + 1, labels).
    """
    totals = np.maximum(counts.by_tokens.sum(axis=1, keepdims=True), 1)
    reached = highest_in_row(tokens, of_tokens(tokens, codes, steps * counts.by_tokens // totals))
    labels = len(counts.labels)
    cells = reached[distinct] * labels + codes[distinct]
    exactly = np.bincount(cells, minlength=(steps + 1) * labels).reshape(steps + 1, labels)
    return exactly[::-1].cumsum(axis=0)[::-1]


# From which log-odds on a word is flagged, by how often it was written, and where all words lie.


_STEPS = 30


def boundary_table(words: MeasuredWords, rate: float) -> View:
    """Return the least log-odds that flag a word of each label, by the number of writings with the word.

    A word is flagged where its p-value is at most R * rate / m, with R cells flagged of the m tested
    (Benjamini and Hochberg 1995). Where none is flagged there is no boundary.
    """
    statistics, counts = words.statistics, words.counts
    critical = rate * int(statistics["flagged"].sum()) / max(statistics.height, 1)
    most = int(statistics["writings"].max() or 0)  # type: ignore[arg-type] # a column of whole numbers
    steps = np.unique(np.geomspace(1, max(most, 1), _STEPS).round().astype(np.int64))
    total = float(counts.writings.sum())
    rows: list[tuple[str, int, float]] = []
    for code, label in enumerate(counts.labels) if critical else ():
        own = float(counts.writings[code])
        least = _least_flagged(steps, float(counts.prior[code]), critical)
        possible = (least <= np.minimum(steps, own)) & (steps - least <= total - own)
        writings, inside = steps[possible], least[possible]
        odds, _, _ = log_odds(inside, own, writings - inside, total - own)
        rows += [(label.value, *cell) for cell in zip(writings.tolist(), odds.tolist(), strict=True)]
    columns = ("label", "writings", "log_odds")
    return View(fill("words.boundary"), columns, tuple(rows), by=("label", "writings"))


def cloud_table(words: MeasuredWords) -> View:
    """Return how many words lie where, every word once a label.

    Writings are binned by doublings, log-odds by whole numbers.
    """
    doubling = pl.col("writings").log(2).floor()
    binned = words.statistics.select(
        writings=(2 ** (doubling + 0.5)).round(1), log_odds=pl.col("log_odds").round()
    )
    cells = binned.group_by("writings", "log_odds").agg(words=pl.len()).sort("writings", "log_odds")
    title = fill("words.cloud")
    return View.from_frame(title, cells, by=("writings", "log_odds"), roles={"writings": "number"})


def _least_flagged(writings: npt.NDArray[np.int64], prior: float, critical: float) -> npt.NDArray[np.int64]:
    """Return the least count k of the label with P(X >= k) <= critical; more than `writings` if none has."""
    from scipy.stats import binom

    return np.asarray(binom.isf(critical, writings, prior), dtype=np.int64) + 1


# What a person reads of the words: a line a label, the strongest words, the curve, and the lists.


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
        fill("words.by_label"),
        columns,
        tuple(rows),
        by=("label",),
        rows=where(set=name, give_away_flagged=True).ordered_by("-give_away_probability"),
        items={"label": "label"},
    )


def strongest_words(words: MeasuredWords, name: str, top: int) -> View:
    """Return all statistics of the `top` words of every label."""
    shown = strongest(words.statistics, top).drop("word_id")
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
        give_away_lists(words.statistics, cut_off, minimum, top),
        by=("label", "word"),
        roles={"score": "probability"},
        **_of_words(name),
    )


def _of_words(name: str) -> dict[str, Any]:
    """Return the fields of a view whose lines are about the hypotheses of a label that hold a word."""
    return {"rows": where(set=name), "items": {"word": "hypothesis", "label": "label"}}
