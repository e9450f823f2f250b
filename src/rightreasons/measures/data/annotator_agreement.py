"""How far annotators agree, and whether rows that give their label away are agreed on more or less."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.annotator_counts import Counts, agreement_with_gold, annotator_counts, kappa_of
from rightreasons.artifacts.means import difference_of, mean_of, stratified
from rightreasons.artifacts.shared_texts import repeats_note
from rightreasons.artifacts.words.statistics import MeasuredWords, measure_words
from rightreasons.errors import MeasureInputError
from rightreasons.figures import Figure, Figures, Rows, where
from rightreasons.findings import Cell, Finding, View, bounded
from rightreasons.labels import Label
from rightreasons.pairs import ANNOTATORS, PairTable
from rightreasons.printable import printable
from rightreasons.sentences.templates import fill
from rightreasons.statistics.effect_sizes import rank_correlation_interval
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate, TestResult
from rightreasons.text.tokens import Tokens

ADDS = {"measure": ["annotator_agreement"]}
BLOCKS = "The words that give labels away are those of all rows."


ITEM_COLUMNS: Mapping[str, str] = {
    "annotator_agreement": "float agreement: Share of its annotators whose label is gold; of rows with two "
    "or more.",
    "annotator_unanimous": "bool truth: Whether all of them gave the gold label; of rows with two or more.",
}
NOTES = ("annotator_agreement.majority", "annotator_agreement.within_labels")
Shares = npt.NDArray[np.float64]


@dataclass(frozen=True)
class _Rated:
    """Rows with at least two annotators: label, agreement, and what their words give away."""

    labels: tuple[Label, ...]
    codes: npt.NDArray[np.integer]
    agreement: Shares
    gives_away: npt.NDArray[np.bool_]
    probability: Shares


def annotator_agreement(train: PairTable, hypothesis_tokens: Tokens, rate: float = 0.05) -> Finding:
    """Measure the agreement of annotators, and compare it between rows with and without a give-away word.

    Parameters
    ----------
    train
        The data audited, with the column ``annotator_labels`` (a list of label names a row).
    hypothesis_tokens
        Tokens of its hypotheses; words are counted in all rows, also those with one annotator.
    rate
        False discovery rate at which words are flagged.

    Returns
    -------
    Finding
        Figures ``fleiss_kappa``, ``agreement``, ``agreement.LABEL``, ``unanimous``, ``give_away_difference``
        (agreement of rows with a give-away word minus that of the others),
        ``give_away_difference_within_labels`` (the same within each label, averaged by rows of the label),
        ``correlation``. Tests ``give_away_difference``, ``correlation``. View ``by_label``. Items:
        `ITEM_COLUMNS`.

    Raises
    ------
    MeasureInputError
        If there are no annotators' labels, or never two for a row.
    """
    counts, labels = _counts(train)
    chosen = counts.sum(axis=1) >= 2
    agreement = agreement_with_gold(train, counts, labels)
    rated = _rated(measure_words(train, hypothesis_tokens, rate), agreement, chosen)
    difference, difference_test = _difference(rated)
    correlation, correlation_test = _correlation(rated)
    rows = where(set=train.name, annotator_unanimous=("true", "false")).ordered_by("annotator_agreement")
    all_agree = where(set=train.name, annotator_unanimous=True)
    within = _difference_within_labels(rated)
    unanimous = proportion(int((rated.agreement == 1).sum()), len(rated.agreement))
    figures = Figures(
        [
            Figure("kappa", kappa_of(counts), rows=rows, what="fleiss_kappa"),
            Figure("agreement", mean_of(rated.agreement, "proportion"), rows=rows),
            *_by_label_figures(rated, rows),
            Figure("share", unanimous, rows=all_agree, what="unanimous"),
            Figure("difference", difference, rows=rows, what="give_away_difference"),
            Figure("difference", within, rows=rows, what="give_away_difference_within_labels"),
            Figure("correlation", correlation, rows=rows),
        ]
    )
    return Finding(
        measure="annotator_agreement",
        subject=train.name,
        definition=fill("annotator_agreement.definition"),
        headline=_headline(figures),
        figures=figures,
        views={"by_label": _by_label(rated, rows)},
        tests={"give_away_difference": difference_test, "correlation": correlation_test},
        settings={"tokenisation": hypothesis_tokens.tokenisation, "rate": rate},
        notes=(*map(fill, NOTES), *repeats_note(train)),
        items=_items(train, agreement, chosen),
    )


def _counts(train: PairTable) -> tuple[Counts, tuple[Label, ...]]:
    if ANNOTATORS not in train.frame.columns:
        raise _unmeasurable(f"'{printable(train.name)}' has no labels of several annotators")
    counts, labels = annotator_counts(train)
    if not (counts.sum(axis=1) >= 2).any():
        raise _unmeasurable(f"no row of '{printable(train.name)}' has labels of two annotators")
    return counts, labels


def _unmeasurable(found: str) -> MeasureInputError:
    remedy = f"name the column with --columns {ANNOTATORS}=..., or leave this measure out"
    return MeasureInputError(found, "labels of at least two annotators a row", remedy)


def _rated(words: MeasuredWords, agreement: Shares, chosen: npt.NDArray[np.bool_]) -> _Rated:
    return _Rated(
        labels=words.counts.labels,
        codes=words.codes[chosen],
        agreement=agreement[chosen],
        gives_away=words.gives_away[chosen],
        probability=words.strongest(words.tokens.at(np.flatnonzero(chosen)), words.codes[chosen])[0],
    )


def _of_label(rated: _Rated, label: Label) -> _Rated:
    own = rated.codes == rated.labels.index(label)
    return replace(
        rated,
        codes=rated.codes[own],
        agreement=rated.agreement[own],
        gives_away=rated.gives_away[own],
        probability=rated.probability[own],
    )


def _difference(rated: _Rated) -> tuple[Estimate, TestResult]:
    return difference_of(*_groups(rated), "proportion")


def _groups(rated: _Rated) -> tuple[Shares, Shares]:
    """Return the agreement of rows with a give-away word, and that of the others."""
    return rated.agreement[rated.gives_away], rated.agreement[~rated.gives_away]


def _difference_within_labels(rated: _Rated) -> Estimate:
    """Return the mean of the differences within labels by rows: so labels cannot pass for words."""
    return stratified([_groups(_of_label(rated, label)) for label in rated.labels], "proportion")


def _correlation(rated: _Rated) -> tuple[Estimate, TestResult]:
    n, method = len(rated.agreement), "Spearman"
    if n < 4 or not (np.ptp(rated.agreement) and np.ptp(rated.probability)):
        reason = "fewer than four rows, or nothing varies"
        return Estimate(None, "correlation", n, reason=reason), TestResult(
            method, None, None, n, reason=reason
        )
    from scipy.stats import spearmanr

    found = spearmanr(rated.agreement, rated.probability)
    value = float(found.statistic)
    interval = rank_correlation_interval(value, n)
    missing = None if interval else "no interval for a correlation of 1"
    return (
        Estimate(value, "correlation", n, interval, missing),
        TestResult(method, value, float(found.pvalue), n),
    )


def _by_label_figures(rated: _Rated, rows: Rows) -> Iterator[Figure]:
    for label in rated.labels:
        mean = mean_of(_of_label(rated, label).agreement, "proportion")
        own = rows.also(*where(label=label).where)
        yield Figure("agreement", mean, label=label, rows=own, what="agreement")


def _by_label(rated: _Rated, of: Rows) -> View:
    rows: list[tuple[Cell, ...]] = []
    for label in rated.labels:
        own = _of_label(rated, label)
        agreement, (difference, _) = mean_of(own.agreement, "proportion"), _difference(own)
        agreed = (agreement.n, agreement.value, *agreement.bounds, int(own.gives_away.sum()))
        differs = (difference.value, *difference.bounds, _correlation(own)[0].value)
        rows.append((label.value, *agreed, *differs))
    columns = ("label", "rows", "agreement", "low", "high", "give_away_rows")
    differences = ("difference", "difference_low", "difference_high", "correlation")
    return View(
        fill("annotator_agreement.by_label"),
        columns + differences,
        tuple(rows),
        by=("label",),
        bounds={"agreement": ("low", "high"), **bounded("difference")},
        rows=of,
        items={"label": "label"},
    )


def _items(train: PairTable, agreement: Shares, chosen: npt.NDArray[np.bool_]) -> pl.DataFrame:
    share = pl.when(pl.Series(chosen)).then(pl.Series(agreement))
    return train.frame.select("id", annotator_agreement=share, annotator_unanimous=share == 1)


def _headline(figures: Figures) -> str:
    agreement, kappa = figures["agreement"], figures["fleiss_kappa"]
    agree = (
        fill("annotator_agreement.agree", agreement=agreement)
        if kappa.value is None
        else fill("annotator_agreement.agree_beyond_chance", agreement=agreement, kappa=kappa)
    )
    difference = figures["give_away_difference_within_labels"]
    if difference.value is None or difference.interval is None:
        return fill("annotator_agreement.not_compared", agree=agree, reason=difference.reason or "")
    return fill("annotator_agreement.headline", agree=agree, difference=difference)
