"""Give-away words: single words of a hypothesis that tell its label without the premise."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import add
from typing import Any

import numpy as np
import polars as pl

from rightreasons.artifacts.row_tables import MadeRows, Places
from rightreasons.artifacts.templates import template_column
from rightreasons.artifacts.words.boundary import boundary_table, cloud_table
from rightreasons.artifacts.words.counts import Counts, LabelCodes
from rightreasons.artifacts.words.coverage import Flags, coverage, distinct_rows, held_by
from rightreasons.artifacts.words.statistics import SMOOTHING, MeasuredWords, measure_words, measured_words
from rightreasons.artifacts.words.tables import HELD, by_label, coverage_table, list_table, strongest_words
from rightreasons.artifacts.written_rows import WrittenRows
from rightreasons.difficulty.marks import causes
from rightreasons.figures import Figure, Figures, containing, figures_of, where
from rightreasons.findings import Cell, Finding
from rightreasons.labels import Label
from rightreasons.measures.blocks import Blocks, Columns
from rightreasons.measures.data.held import shown_in
from rightreasons.numbers import significant
from rightreasons.pairs import PairTable
from rightreasons.sentences.templates import fill
from rightreasons.shortcuts.words import HeldWords
from rightreasons.statistics.proportions import proportion, wilson
from rightreasons.statistics.results import Estimate, Interval
from rightreasons.text.tokens import Tokens

ADDS = {"measure": ["give_away_words"]}
ITEM_COLUMNS: Mapping[str, str] = {
    "give_away_word": "text feature: The word of the hypothesis with the highest smoothed p(gold|w).",
    "give_away_probability": "float probability: That smoothed p(gold|w).",
    "give_away_flagged": "bool truth: Whether the hypothesis holds a word that is flagged for its own gold "
    "label.",
    "give_away_words_held": "list feature: The words of the tables that the hypothesis holds.",
    "give_away_flagged_words": "list word: The words flagged for a label that the hypothesis holds.",
}
NOTES = ("give_away_words.own_rows", "give_away_words.copies", "give_away_words.unequal_labels")


def give_away_words(
    train: PairTable,
    hypothesis_tokens: Tokens,
    *,
    rate: float = 0.05,
    cut_offs: Sequence[float] = (0.8, 0.5),
    minimum: int = 5,
    top: int = 20,
) -> Finding:
    """Find the words that point to one label.

    Parameters
    ----------
    train
        The data audited.
    hypothesis_tokens
        Tokens of its hypotheses.
    rate
        False discovery rate at which words are flagged.
    cut_offs
        Lowest p(l|w) of the lists of Figure 3; the paper's come out with 0.8 (SNLI) and 0.5 (MPE).
    minimum
        Least occurrences of a word in these lists, and in ``coverage_at_1_frequent``.
    top
        Words a label in the view ``words``.

    Returns
    -------
    Finding
        Figures ``words_tested``, ``writings`` (different hypotheses), ``tests``, ``words_flagged``,
        ``words_in_too_few_sources`` (`artifacts.sources`), ``hypotheses_with_flagged_word``,
        ``coverage_at_1``, ``coverage_at_1_frequent``, ``highest_probability``. Views ``by_label``, ``words``,
        ``coverage``, ``list_X`` for every cut-off, ``boundary`` and ``cloud``. Items: `ITEM_COLUMNS`.
    """
    words = measure_words(train, hypothesis_tokens, rate)
    distinct = distinct_rows(train.hypotheses, words.codes)
    told = _Told(train.name, rate, tuple(cut_offs), minimum, top, template_column(train))
    finding, shown = _found(words, distinct, told)
    items = train.frame.select("id").hstack(_columns(words, shown, hypothesis_tokens, words.codes))
    return replace(finding, items=items)


@dataclass(frozen=True)
class _Told:
    """What is told of the words of a set: its name, the options of the measure, and its templates."""

    name: str
    rate: float = 0.05
    cut_offs: tuple[float, ...] = (0.8, 0.5)
    minimum: int = 5
    top: int = 20
    templates: str | None = None


def finished(train: WrittenRows) -> tuple[Finding, Columns]:
    """Return the finding of `give_away_words` without items, and the columns of the rows."""
    told = _Told(train.name, templates=train.template_column)
    codes, labels = train.coded
    words = measured_words(train.tokens, codes, labels, train.writings(), told.rate)
    finding, shown = _found(words, train.first_of_its_text(), told)

    def made(places: Places) -> pl.DataFrame:
        return _columns(words, shown, train.tokens.at(places), codes[places])

    return finding, {train.name: MadeRows(len(train), made)}


def counted(train: PairTable, hypothesis_tokens: Tokens) -> WrittenRows:
    """Return what some rows of a set come to."""
    return WrittenRows.of(train, hypothesis_tokens)


BLOCKS = Blocks(counted, add, finished)


def _found(words: MeasuredWords, distinct: Flags, told: _Told) -> tuple[Finding, tuple[str, ...]]:
    """Return the finding without items, and the words of its tables."""
    curve = coverage(words.counts, words.tokens, words.codes, distinct)
    covered = figures_of(_covered(words, curve, distinct, told.minimum), "coverage")
    figures = Figures([*_counted(words, told.name), *covered, _highest(words, told.name)])
    lists = {
        f"list_{significant(at)}": list_table(words, told.name, at, told.minimum) for at in told.cut_offs
    }
    strongest = strongest_words(words, told.name, told.top)
    best = _best(words)
    shown = dict.fromkeys(
        [*shown_in((strongest, *lists.values()), "word"), *([best["word"]] if best else [])]
    )
    finding = Finding(
        measure="give_away_words",
        subject=told.name,
        definition=fill("give_away_words.definition"),
        headline=_headline(words, figures, told.rate, told.templates),
        figures=figures,
        views={
            "by_label": by_label(words, told.name),
            "words": strongest,
            "coverage": coverage_table(curve, words.counts.labels),
            **lists,
            "boundary": boundary_table(words, told.rate),
            "cloud": cloud_table(words),
        },
        settings=_settings(words.tokens.tokenisation, told) | _made_from(told.templates),
        notes=tuple(map(fill, NOTES)),
    )
    return finding, tuple(shown)


def _settings(tokenisation: str, told: _Told) -> dict[str, Cell]:
    return {
        "tokenisation": tokenisation,
        "rate": told.rate,
        "family": "every word that occurs, with every label",
        "smoothing": SMOOTHING,
        "cut_offs": ", ".join(significant(cut_off) for cut_off in told.cut_offs),
        "minimum": told.minimum,
    }


def _made_from(column: str | None) -> dict[str, Cell]:
    return {} if column is None else {"templates": column}


def _counted(words: MeasuredWords, name: str) -> Iterator[Figure]:
    hypotheses, tested = len(words.tokens), len(words.tested.seen)
    flagged = int(words.tested.flagged.any(axis=1).sum())
    yield Figure("count", Estimate(tested, "count", hypotheses), what="words_tested")
    yield Figure("count", Estimate(len(words.writings), "count", hypotheses), what="writings")
    yield Figure("count", Estimate(words.tested.flagged.size, "count", hypotheses), what="tests")
    yield Figure("count", Estimate(flagged, "count", tested), what="words_flagged")
    if words.counts.by_source is not None:
        few = int(words.tested.too_few_sources.any(axis=1).sum())
        yield Figure("count", Estimate(few, "count", tested), what="words_in_too_few_sources")
    share = words.writings.share(words.gives_away)
    rows = where(set=name, give_away_flagged=True).ordered_by("-give_away_probability")
    yield Figure("share", share, rows=rows, what="hypotheses_with_flagged_word")


def _covered(words: MeasuredWords, curve: Counts, distinct: Flags, minimum: int) -> dict[str, Estimate]:
    counts, different = words.counts.by_tokens, int(distinct.sum())
    totals = counts.sum(axis=1, keepdims=True)
    certain = (counts == totals) & (totals >= minimum)
    return {
        "coverage_at_1": _share(int(curve[-1].sum()), different),
        "coverage_at_1_frequent": _share(held_by(words.tokens, words.codes, distinct, certain), different),
    }


def _share(covered: int, distinct: int) -> Estimate:
    reason = "describes these rows: their own words were counted, so no interval carries over to others"
    return Estimate(covered / distinct, "proportion", distinct, reason=reason)


def _over_writings(share: float, writings: int) -> Interval:
    """Return Wilson's interval as of so many independent hypotheses: one that recurs counts once."""
    return replace(wilson(round(share * writings), writings), method="wilson over different hypotheses")


def _highest(words: MeasuredWords, name: str) -> Figure:
    """Return p(l|w) by hypotheses of the flagged word and label with the highest smoothed p."""
    best, what = _best(words), "highest_probability"
    if best is None:
        none = Estimate(None, "proportion", 0, reason="no word is flagged")
        return Figure("probability", none, what=what)
    share = proportion(best["instances_with_label"], best["instances"])
    if best["writings"] != best["instances"]:
        share = replace(share, interval=_over_writings(share.value or 0.0, best["writings"]))
    rows = where(set=name).also(containing(HELD, best["word"]))
    group, label = {"word": best["word"]}, Label(best["label"])
    return Figure("probability", share, group, label, rows=rows, what=what)


def _best(words: MeasuredWords) -> dict[str, Any] | None:
    order = ["p_smoothed", "instances", "word"]
    ranked = words.flagged.sort(*order, descending=[True, True, False])
    return ranked.row(0, named=True) if ranked.height else None


def _columns(words: MeasuredWords, shown: Sequence[str], tokens: Tokens, codes: LabelCodes) -> pl.DataFrame:
    """Return what is said of some hypotheses, by their tokens and labels."""
    in_tables, pointing = (
        causes(HeldWords(each, tokens.tokenisation).held(tokens), each)
        for each in (pl.Series(shown, dtype=pl.String), words.flagged_words)
    )
    probability, word = words.strongest(tokens, codes)
    some, vocabulary = word >= 0, words.counts.vocabulary
    strongest = vocabulary.gather(np.where(some, word, 0)) if some.any() else [None] * len(tokens)
    return pl.DataFrame(
        {
            "some": some,
            "word": pl.Series(strongest, dtype=pl.String),
            "probability": probability,
            "give_away_flagged": words.points(tokens, codes),
            HELD: in_tables,
            "give_away_flagged_words": pointing,
        }
    ).select(
        pl.when("some").then("word").alias("give_away_word"),
        pl.when("some").then("probability").alias("give_away_probability"),
        *("give_away_flagged", HELD, "give_away_flagged_words"),
    )


def _headline(words: MeasuredWords, figures: Figures, rate: float, templates: str | None) -> str:
    tested, example = figures["words_tested"], _best(words)
    few = _few_sources(figures, templates)
    if example is None:
        return fill("give_away_words.none", tested=tested, rate=rate, few=few)
    return fill(
        "give_away_words.headline",
        flagged=figures["words_flagged"],
        tested=tested,
        rate=rate,
        share=figures["hypotheses_with_flagged_word"],
        highest=figures["highest_probability"],
        few=few,
        **{name: example[name] for name in ("instances", "word", "label")},
    )


def _few_sources(figures: Figures, templates: str | None) -> str:
    """Return, in words, that there are words in too few sources to tell, or an empty text."""
    few = figures.get("words_in_too_few_sources")
    if few is None or not few.value:
        return ""
    if templates is not None:
        return fill("give_away_words.few_templates", few=few, column=templates)
    return fill("give_away_words.few_sources", few=few)
