"""Lengths by label: oracles for every figure, and the planted length is seen."""

from collections.abc import Callable

import numpy as np
import polars as pl
import pytest
from scipy.stats import kruskal
from sklearn.metrics import roc_auc_score
from statsmodels.stats.weightstats import DescrStatsW

from rightreasons.labels import THREE_WAY
from rightreasons.measures.data.lengths import lengths
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance
from rightreasons.sources.bundled import bundled_pairs
from rightreasons.text.tokenisations import tokens as tokenise
from rightreasons.text.tokens import Tokens

Split = Callable[[PairTable], Tokens]


def test_figures_of_snli_dev_agree_with_scipy_and_statsmodels(snli_dev: tuple[PairTable, Tokens]) -> None:
    table, tokens = snli_dev
    finding = lengths(table, tokens)
    by_label = [tokens.lengths[(table.gold == label).to_numpy()] for label in THREE_WAY]
    oracle = kruskal(*by_label)
    gold = (table.gold == THREE_WAY[0]).to_numpy()
    assert finding.figures[f"area.{THREE_WAY[0]}"].value == pytest.approx(roc_auc_score(gold, tokens.lengths))
    test = finding.tests["kruskal_wallis"]
    assert (test.statistic, test.p_value) == pytest.approx((oracle.statistic, oracle.pvalue))
    for label, values in zip(THREE_WAY, by_label, strict=True):
        figure = finding.figures[f"mean.{label}"]
        assert figure.interval is not None
        assert (figure.interval.low, figure.interval.high) == pytest.approx(
            DescrStatsW(values).tconfint_mean()
        )


def test_planted_length_is_seen_and_without_it_length_says_nothing() -> None:
    areas = {}
    for artifacts in ((), ("length",)):
        table = bundled_pairs(6_000, seed=2, artifacts=artifacts)
        finding = lengths(table, tokenise(table.hypotheses, "word-punct"))
        areas[artifacts] = finding.figures["area.neutral"].interval
    nothing, planted = areas[()], areas[("length",)]
    assert nothing is not None
    assert nothing.low < 0.5 < nothing.high
    assert planted is not None
    assert planted.low > 0.52


def test_the_histogram_holds_every_row_once(
    random_pairs: Callable[[int, int], PairTable], split: Split, make_pairs: Callable[..., PairTable]
) -> None:
    long = make_pairs([("p", "word " * 500, "neutral"), *[("p", "a b c", "entailment")] * 999])
    for table in (random_pairs(1, 300), long):
        tokens = split(table)
        for bins in (3, 40):
            rows = np.array(lengths(table, tokens, bins=bins).views["histogram"].lines, dtype=np.int64)
            assert len(rows) <= bins
            assert rows[:, 2:].sum() == len(table)
            for start, end, *counts in rows:
                assert sum(counts) == ((tokens.lengths >= start) & (tokens.lengths <= end)).sum()


def test_premises_are_the_control(make_pairs: Callable[..., PairTable], split: Split) -> None:
    table = make_pairs([("p", "a b c", "neutral"), ("p", "a", "entailment")] * 20)
    premises = tokenise(table.premises, "word-punct")
    finding = lengths(table, split(table), premises)
    assert finding.figures["epsilon_squared"].value == pytest.approx(1)
    assert finding.figures["premise_epsilon_squared"].value is None
    assert finding.tests["premise_kruskal_wallis"].reason == "all lengths are equal"
    assert {row[0] for row in finding.views["quantiles"].lines} == {"hypothesis", "premise"}


def test_equal_lengths_under_every_label_are_no_difference_at_the_size_of_snli() -> None:
    """Rounding leaves the rank statistic just below zero there; that is no reason to have no p-value."""
    own = np.random.default_rng(1).integers(5, 30, 183_384).astype(np.int64)
    offsets = np.concatenate([[0], np.cumsum(np.tile(own, 3))])
    words = Tokens("made", pl.Series(["a"]), np.zeros(offsets[-1], dtype=np.int32), offsets)
    frame = pl.DataFrame(
        {
            "id": pl.int_range(550_152, eager=True).cast(pl.String),
            "premise": pl.repeat("p", 550_152, eager=True),
            "hypothesis": pl.repeat("h", 550_152, eager=True),
            "label": pl.Series(np.repeat([str(label) for label in THREE_WAY], 183_384), dtype=LABEL_TYPE),
        }
    )
    pairs = PairTable(frame, Provenance("made"), Account(550_152, 550_152))
    assert lengths(pairs, words).tests["kruskal_wallis"].p_value == pytest.approx(1)


def test_equal_means_are_not_told_as_a_difference_of_labels(
    make_pairs: Callable[..., PairTable], split: Split
) -> None:
    table = make_pairs([("p", "one two", "neutral"), ("p", "three four", "entailment")] * 5)
    headline = lengths(table, split(table)).headline
    assert headline.startswith("Hypotheses of every label have 2.0 tokens on average.")
