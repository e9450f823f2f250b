"""Give-away words: every number has an oracle, what is planted is found, and chance is not flagged."""

import json
import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from scipy.stats import binomtest
from statsmodels.stats.contingency_tables import Table2x2
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

from rightreasons import read_pairs
from rightreasons.artifacts.words.statistics import measure_words
from rightreasons.labels import Label
from rightreasons.measures.data.give_away_words import give_away_words
from rightreasons.pairs import PairTable
from rightreasons.sources.bundled import bundled_pairs, planted
from rightreasons.text.tokenisations import tokens as tokenise
from rightreasons.text.tokens import Tokens

Split = Callable[[PairTable], Tokens]
RandomPairs = Callable[[int, int], PairTable]
Data = tuple[PairTable, Tokens]
ItemsOf = Callable[..., pl.DataFrame]
SIZE = 6_000


@pytest.fixture(scope="module")
def planted_words() -> Data:
    table = bundled_pairs(SIZE, seed=3, artifacts=("word",))
    return table, tokenise(table.hypotheses, "word-punct")


def flagged(data: Data) -> set[tuple[str, str]]:
    statistics = measure_words(*data, rate=0.05).statistics.filter("flagged")
    return set(statistics.select("word", pl.col("label").cast(pl.String)).iter_rows())


def once_each(table: PairTable) -> PairTable:
    """The first row of every hypothesis."""
    return replace(table, frame=table.frame.unique("hypothesis", keep="first", maintain_order=True))


def test_every_planted_word_is_flagged_for_its_label_and_no_other(planted_words: Data) -> None:
    truth = {(artifact.what[0], str(artifact.label)) for artifact in planted(planted_words[0])}
    words = {word for word, _ in truth}
    assert {cell for cell in flagged(planted_words) if cell[0] in words} == truth


def test_words_that_are_not_planted_are_flagged_no_more_often_than_the_rate(planted_words: Data) -> None:
    words = {artifact.what[0] for artifact in planted(planted_words[0])}
    found = flagged(planted_words)
    assert len([cell for cell in found if cell[0] not in words]) <= 0.05 * len(found) + 1


def test_text_without_signal_is_flagged_in_few_of_many_draws(random_pairs: RandomPairs, split: Split) -> None:
    draws = [random_pairs(seed, 400) for seed in range(40)]
    any_flagged = sum(bool(flagged((table, split(table)))) for table in draws)
    # At the stated rate at most 5 % of draws; 7 or more of 40 would come up once in 300.
    assert any_flagged <= 6


def test_probabilities_and_tests_agree_with_scipy_and_statsmodels(
    random_pairs: RandomPairs, split: Split
) -> None:
    table = once_each(random_pairs(8, 200))
    statistics = measure_words(table, split(table), rate=0.05).statistics
    n = len(table)
    shares = {str(label): count / n for label, count in table.counts().items()}
    for row in statistics.iter_rows(named=True):
        share, inside, count = shares[row["label"]], row["instances_with_label"], row["instances"]
        exact = binomtest(inside, count, share, alternative="greater").pvalue
        assert row["p_value"] == pytest.approx(exact, rel=1e-9)
        assert row["z"] == pytest.approx((inside / count - share) / math.sqrt(share * (1 - share) / count))
        assert row["p_tokens"] == row["tokens_with_label"] / row["tokens"]
        assert row["p_instances"] == inside / count
        assert row["p_smoothed"] == pytest.approx((row["tokens_with_label"] + 1) / (row["tokens"] + 3))
    reject, adjusted, _, _ = multipletests(statistics["p_value"].to_numpy(), 0.05, "fdr_bh")
    assert statistics["p_adjusted"].to_list() == pytest.approx(adjusted.tolist())
    assert statistics["flagged"].to_list() == reject.tolist()


def test_a_claim_that_recurs_counts_once_by_the_share_of_its_labels(
    random_pairs: RandomPairs, split: Split
) -> None:
    table = random_pairs(7, 300)
    tokens = split(table)
    measured = measure_words(table, tokens, rate=0.05)
    labels: dict[str, list[str]] = {}
    for text, label in zip(table.hypotheses, table.gold, strict=True):
        labels.setdefault(" ".join(text.split()), []).append(str(label))
    assert any(len(set(of)) > 1 for of in labels.values())
    assert len(measured.writings) == len(labels)
    for row in measured.statistics.iter_rows(named=True):
        shares = [
            of.count(row["label"]) / len(of) for text, of in labels.items() if row["word"] in text.split()
        ]
        prior = sum(of.count(row["label"]) / len(of) for of in labels.values()) / len(labels)
        assert row["writings"] == len(shares)
        assert row["writings_with_label"] == pytest.approx(sum(shares))
        whole = math.floor(sum(shares) + 1e-6)
        exact = binomtest(whole, len(shares), prior, alternative="greater").pvalue
        assert row["p_value"] == pytest.approx(exact, rel=1e-9)


def test_claims_paired_eight_times_each_are_flagged_in_few_of_many_draws(
    make_pairs: Callable[..., PairTable], split: Split
) -> None:
    """Labels belong to claims, at random: each word of a claim goes with its label eight times over."""
    any_flagged = 0
    for seed in range(40):
        rng = np.random.default_rng(seed)
        claims = [" ".join(rng.choice([f"w{i}" for i in range(60)], size=6)) for _ in range(60)]
        labels = rng.choice(["entailment", "neutral", "contradiction"], size=60)
        rows = [(f"p{i}", claims[i % 60], str(labels[i % 60])) for i in range(480)]
        table = make_pairs(rows)
        any_flagged += bool(flagged((table, split(table))))
    # At the stated rate at most 5 % of draws; 7 or more of 40 would come up once in 300.
    assert any_flagged <= 6


def test_log_odds_are_those_of_the_two_by_two_table(random_pairs: RandomPairs, split: Split) -> None:
    table = once_each(random_pairs(9, 200))
    statistics = measure_words(table, split(table), rate=0.05).statistics
    counts = {str(label): count for label, count in table.counts().items()}
    for row in statistics.sample(30, seed=1).iter_rows(named=True):
        inside, outside = row["instances_with_label"], row["instances"] - row["instances_with_label"]
        total = counts[row["label"]]
        cells = [[inside, total - inside], [outside, len(table) - total - outside]]
        oracle = Table2x2([[cell + 0.5 for cell in cells_of] for cells_of in cells])
        assert row["log_odds"] == pytest.approx(oracle.log_oddsratio)
        bounds = (row["log_odds_low"], row["log_odds_high"])
        assert bounds == pytest.approx(oracle.log_oddsratio_confint(0.05))


def test_local_mutual_information_sums_to_the_mutual_information(
    random_pairs: RandomPairs, split: Split
) -> None:
    from sklearn.metrics import mutual_info_score

    table = random_pairs(10, 300)
    tokens = split(table)
    words = measure_words(table, tokens, rate=0.05)
    oracle = mutual_info_score(tokens.ids, words.codes[tokens.rows])
    assert words.statistics["local_mutual_information"].sum() == pytest.approx(oracle)


def test_the_strongest_word_of_a_row_is_the_one_with_the_highest_smoothed_probability(
    random_pairs: RandomPairs, split: Split
) -> None:
    table = random_pairs(12, 200)
    tokens = split(table)
    items = give_away_words(table, tokens).items
    assert items is not None
    statistics = measure_words(table, tokens, rate=0.05).statistics
    smoothed = {
        (word, label): p for word, label, p in statistics.select("word", "label", "p_smoothed").rows()
    }
    rows = zip(items.rows(), tokens.to_lists(), table.gold, strict=True)
    for (_, word, probability, *_), words, label in rows:
        expected = max((smoothed[w, label] for w in words), default=None)
        assert probability == (pytest.approx(expected) if words else None)
        assert word is None if not words else smoothed[word, label] == pytest.approx(expected)


def test_rows_behind_a_word_are_the_hypotheses_of_its_label_that_hold_it(
    planted_words: Data, items_of: ItemsOf
) -> None:
    table, tokens = planted_words
    finding = give_away_words(table, tokens)
    items, view = items_of(finding, table), finding.views["words"]
    assert view.lines
    for line in range(len(view.lines)):
        cells, rows = view.cells(line), view.rows_of(line)
        holding = [
            identifier
            for identifier, words, label in zip(table.frame["id"], tokens.to_lists(), table.gold, strict=True)
            if cells["word"] in words and label == cells["label"]
        ]
        assert rows is not None
        assert rows.of(items)["id"].to_list() == holding


def test_rows_behind_a_word_are_those_counted_where_writing_is_real(
    snli_part: PairTable, items_of: ItemsOf
) -> None:
    """`tv` is no `TV`: a row is shown only if it has the very token that was counted."""
    tokens = tokenise(snli_part.hypotheses, "word-punct")
    finding = give_away_words(snli_part, tokens)
    items, view = items_of(finding, snli_part), finding.views["words"]
    texts = list(zip(snli_part.frame["id"], tokens.to_lists(), snli_part.gold, strict=True))
    for line in range(len(view.lines)):
        cells, rows = view.cells(line), view.rows_of(line)
        counted = [row for row, words, label in texts if cells["word"] in words and label == cells["label"]]
        assert rows is not None
        assert rows.of(items)["id"].to_list() == counted


def test_rows_behind_the_figures_are_as_many_as_they_count(planted_words: Data, items_of: ItemsOf) -> None:
    table, tokens = planted_words
    finding = give_away_words(table, tokens)
    items = items_of(finding, table)
    share, highest = (
        finding.figures[name] for name in ("hypotheses_with_flagged_word", "highest_probability")
    )
    assert share.rows is not None
    assert share.rows.of(items).height == round((share.value or 0) * share.n)
    assert highest.rows is not None
    holding = highest.rows.of(items)
    assert holding.height == highest.n
    assert (holding["label"] == str(highest.label)).mean() == pytest.approx(highest.value)


def test_the_share_of_hypotheses_with_a_flagged_word_is_that_of_a_count_by_hand(planted_words: Data) -> None:
    table, tokens = planted_words
    finding = give_away_words(table, tokens)
    found = flagged(planted_words)
    holding = [
        any((word, label) in found for word in words)
        for words, label in zip(tokens.to_lists(), table.gold, strict=True)
    ]
    assert finding.figures["hypotheses_with_flagged_word"].value == pytest.approx(sum(holding) / len(table))
    assert finding.figures["words_flagged"].value == len({word for word, _ in found})


def test_the_finding_names_what_changes_it_and_stays_small(planted_words: Data) -> None:
    finding = give_away_words(*planted_words)
    assert finding.settings["tokenisation"] == "word-punct"
    assert finding.settings["rate"] == 0.05
    assert finding.figures["tests"].value == 3 * (finding.figures["words_tested"].value or 0)
    assert len(json.dumps(finding.to_json(), allow_nan=False)) < 60_000
    assert all(len(table.lines) <= 101 for table in finding.views.values())


def test_rare_words_do_not_count_as_frequent_give_aways(
    make_pairs: Callable[..., PairTable], split: Split
) -> None:
    rows = [("p", f"nobody moves {n}", "contradiction") for n in range(5)]
    rows += [("p", f"somebody {n}x", "neutral") for n in range(4)]
    table = make_pairs(rows)
    figures = give_away_words(table, split(table)).figures
    assert figures["coverage_at_1"].value == 1
    assert figures["coverage_at_1_frequent"].value == pytest.approx(5 / 9)


def test_hypotheses_without_words_have_no_give_away_word(
    make_pairs: Callable[..., PairTable], split: Split
) -> None:
    table = make_pairs([("p", "", "neutral"), ("p", "", "entailment")])
    finding = give_away_words(table, split(table))
    assert finding.figures["words_tested"].value == 0
    assert finding.items is not None
    assert finding.items.select("give_away_word", "give_away_probability").rows() == [(None, None)] * 2


def test_the_words_that_a_row_is_marked_with_are_those_flagged_and_no_other(planted_words: Data) -> None:
    table, tokens = planted_words
    finding = give_away_words(table, tokens)
    assert finding.items is not None
    named = {word for word, _ in flagged(planted_words)}
    marked = finding.items["give_away_flagged_words"].to_list()
    split_again = [set(text.replace(".", " .").replace(",", " ,").split()) for text in table.hypotheses]
    assert [set(words) for words in marked] == [words & named for words in split_again]
    assert 0 < sum(map(bool, marked)) < len(marked)


def test_text_without_signal_has_no_marked_word(make_pairs: Callable[..., PairTable], split: Split) -> None:
    table = make_pairs([("p", "a dog", "neutral"), ("p", "a cat", "entailment"), ("p", "it is", "neutral")])
    finding = give_away_words(table, split(table))
    assert finding.items is not None
    assert finding.items["give_away_flagged_words"].to_list() == [[], [], []]


def test_labels_are_counted_by_name_in_two_way_data(
    make_pairs: Callable[..., PairTable], split: Split
) -> None:
    texts = [(f"no n{i}", "non-entailment") for i in range(30)] + [
        (f"yes y{i}", "entailment") for i in range(30)
    ]
    table = make_pairs([("p", text, label) for text, label in texts])
    statistics = measure_words(table, split(table), rate=0.05).statistics.filter("flagged")
    assert set(statistics.select("word", pl.col("label").cast(pl.String)).rows()) == {
        ("no", Label.NON_ENTAILMENT.value),
        ("yes", Label.ENTAILMENT.value),
    }


def test_the_strongest_word_has_an_interval_over_different_hypotheses() -> None:
    # "nobody" is in 40 rows of contradiction, which are ten hypotheses of four premises each
    rows = [(f"Some scene {n}.", f"nobody sees thing {n % 10}", "contradiction") for n in range(40)]
    labels = ("entailment", "neutral")
    rows += [(f"Another scene {n}.", f"somebody sees item {n}", labels[n % 2]) for n in range(120)]
    table = read_pairs([dict(zip(("premise", "hypothesis", "label"), row, strict=True)) for row in rows])
    finding = give_away_words(table, tokenise(table.frame["hypothesis"], "whitespace"))
    highest = finding.figures["highest_probability"]
    assert highest.group["word"] == "nobody"
    assert (highest.value, highest.n) == (1.0, 40)
    low, high = proportion_confint(10, 10, method="wilson")
    assert highest.interval is not None
    assert (highest.interval.low, highest.interval.high) == pytest.approx((low, high))
