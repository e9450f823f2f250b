"""Agreement of annotators, and whether give-aways go with it."""

from collections.abc import Callable

import numpy as np
import polars as pl
import pytest
from scipy.stats import spearmanr, ttest_ind
from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

from rightreasons.artifacts.annotator_counts import kappa_of
from rightreasons.artifacts.words.statistics import measure_words
from rightreasons.errors import MeasureInputError
from rightreasons.findings import Finding
from rightreasons.measures.data.annotator_agreement import annotator_agreement
from rightreasons.measures.data.give_away_words import give_away_words
from rightreasons.pairs import PairTable
from rightreasons.sources.bundled import bundled_pairs
from rightreasons.statistics.agreement import fleiss_kappa as our_kappa
from rightreasons.text.tokenisations import tokens as tokenise
from rightreasons.text.tokens import Tokens

Split = Callable[[PairTable], Tokens]
MakePairs = Callable[..., PairTable]
ItemsOf = Callable[..., pl.DataFrame]


@pytest.fixture(scope="module")
def bundled() -> tuple[PairTable, Tokens]:
    table = bundled_pairs(6_000, seed=1, artifacts=("word",))
    return table, tokenise(table.hypotheses, "word-punct")


@pytest.fixture(scope="module")
def bundled_finding(bundled: tuple[PairTable, Tokens]) -> Finding:
    return annotator_agreement(*bundled)


@pytest.mark.parametrize("raters", [(5, 5), (2, 6)])
def test_kappa_has_the_interval_of_the_jackknife(raters: tuple[int, int]) -> None:
    rng = np.random.default_rng(1)
    shares = rng.dirichlet([1, 1, 1], size=120)
    counts = np.array([rng.multinomial(rng.integers(raters[0], raters[1] + 1), share) for share in shares])
    kappa = kappa_of(counts)
    left_out = np.array([our_kappa(np.delete(counts, row, axis=0)) for row in range(120)], dtype=np.float64)
    error = np.sqrt(119 / 120 * ((left_out - left_out.mean()) ** 2).sum())
    assert kappa.interval is not None
    assert kappa.interval.high - kappa.interval.low == pytest.approx(2 * 1.96 * error, rel=0.03)


def test_rows_of_one_annotator_do_not_enter_kappa() -> None:
    counts = np.array([[2, 0], [1, 1], [0, 2], [1, 0], [0, 0]])
    assert kappa_of(counts).n == 3
    assert kappa_of(counts).value == kappa_of(counts[:3]).value


def test_kappa_of_snli_dev_is_that_of_statsmodels(snli_dev: tuple[PairTable, Tokens]) -> None:
    table, _ = snli_dev
    five = table.where(table.frame["annotator_labels"].list.len() == 5, "fewer than five annotators")
    tokens = tokenise(five.hypotheses, "word-punct")
    finding = annotator_agreement(five, tokens)
    counts, _ = aggregate_raters(np.array(five.frame["annotator_labels"].to_list()))
    assert finding.figures["fleiss_kappa"].value == pytest.approx(fleiss_kappa(counts))
    same = [
        sum(label == gold for label in given) / len(given)
        for given, gold in five.frame.select("annotator_labels", "label").rows()
    ]
    assert finding.figures["agreement"].value == pytest.approx(np.mean(same))
    assert finding.figures["unanimous"].value == pytest.approx(np.mean(np.array(same) == 1))


def test_planted_rows_on_which_fewer_agree_show_as_a_difference(
    bundled: tuple[PairTable, Tokens], bundled_finding: Finding
) -> None:
    # The corpus states 4.5 of 5 for clean rows and 4.15 for planted ones, with or without the label planted.
    table, tokens = bundled
    expected = np.where(table.frame["planted"] == "clean", 4.5, 4.15) / 5
    gives_away = measure_words(table, tokens, rate=0.05).gives_away
    interval = bundled_finding.figures["give_away_difference"].interval
    assert interval is not None
    assert interval.low < expected[gives_away].mean() - expected[~gives_away].mean() < interval.high < 0


def test_a_label_that_is_agreed_on_does_not_pass_for_its_words(make_pairs: MakePairs, split: Split) -> None:
    # Contradictions are agreed on and hold "no"; within each label the words say nothing of agreement.
    rows: list[tuple[str, str, str]] = []
    given = []
    for label, agreeing, words in (("contradiction", 5, "no"), ("neutral", 3, "some")):
        for number in range(40):
            rows.append(("p", f"{words if number < 30 else 'thing'} {len(rows)}", label))
            agreeing_here = agreeing - number % 2
            given.append([label] * agreeing_here + ["entailment"] * (5 - agreeing_here))
    rows += [("p", f"no {number}", "neutral") for number in (80, 81)]
    given += [["neutral"] * 5] * 2
    table = make_pairs(rows, {"annotator_labels": given})
    finding = annotator_agreement(table, split(table))
    differences = {row[0]: float(row[6] or 0) for row in finding.views["by_label"].lines}
    within = finding.figures["give_away_difference_within_labels"].value
    by_hand = 40 * differences["contradiction"] + 42 * differences["neutral"]
    assert within == pytest.approx(by_hand / 82)
    assert differences["contradiction"] == pytest.approx(0)


def test_difference_and_correlation_are_those_of_scipy(
    bundled: tuple[PairTable, Tokens], bundled_finding: Finding
) -> None:
    words = measure_words(*bundled, rate=0.05)
    items = bundled_finding.items
    assert items is not None
    agreement = items["annotator_agreement"].to_numpy()
    oracle = ttest_ind(agreement[words.gives_away], agreement[~words.gives_away], equal_var=False)
    assert bundled_finding.tests["give_away_difference"].p_value == pytest.approx(oracle.pvalue)
    probability = give_away_words(*bundled).items
    assert probability is not None
    correlation = spearmanr(agreement, probability["give_away_probability"].to_numpy()).statistic
    assert bundled_finding.figures["correlation"].value == pytest.approx(correlation)
    interval = bundled_finding.figures["correlation"].interval
    assert interval is not None
    assert interval.low < correlation < interval.high


def test_without_annotators_it_cannot_be_measured(make_pairs: MakePairs, split: Split) -> None:
    table = make_pairs([("p", "a", "neutral"), ("p", "b", "entailment")])
    with pytest.raises(MeasureInputError, match="annotator_labels"):
        annotator_agreement(table, split(table))


def test_with_one_annotator_a_row_it_cannot_be_measured(make_pairs: MakePairs, split: Split) -> None:
    rows = [("p", "a", "neutral"), ("p", "b", "entailment")]
    table = make_pairs(rows, {"annotator_labels": [["neutral"], ["entailment"]]})
    with pytest.raises(MeasureInputError, match="two annotators"):
        annotator_agreement(table, split(table))


def test_rows_without_annotators_say_nothing(make_pairs: MakePairs, split: Split, items_of: ItemsOf) -> None:
    rows = [("p", "a", "neutral"), ("p", "b", "entailment"), ("p", "c", "neutral"), ("p", "d", "neutral")]
    given = [["neutral", "entailment", "neutral"], ["entailment", "entailment"], None, []]
    table = make_pairs(rows, {"annotator_labels": given})
    finding = annotator_agreement(table, split(table))
    assert finding.items is not None
    assert finding.items["annotator_agreement"].to_list() == [pytest.approx(2 / 3), 1, None, None]
    assert finding.figures["agreement"].n == 2
    behind = finding.figures["agreement"].rows
    assert behind is not None
    assert behind.of(items_of(finding, table))["id"].to_list() == ["row-0", "row-1"]  # least agreed on first
    assert finding.figures["give_away_difference"].value is None
    assert "cannot be compared" in finding.headline
