"""The measure `easy_hard`: sizes, other lambdas, and annotators."""

from typing import Any

import numpy as np
import polars as pl
import pytest

from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.artifacts.patterns.sentence_tokens import sentence_tokens
from rightreasons.artifacts.patterns.settings import PatternSettings
from rightreasons.difficulty import pattern_marks
from rightreasons.errors import OptionError
from rightreasons.findings import Finding
from rightreasons.measures.data.easy_hard import easy_hard
from rightreasons.pairs import ANNOTATORS
from rightreasons.sources.bundled import bundled_splits

TRAIN, TEST = bundled_splits(4_000, 1_500, 5)
TOKENS = [sentence_tokens(each, "hypothesis") for each in (TRAIN, TEST)]
PATTERNS = PatternSet.from_tokens(TRAIN, TOKENS[0], PatternSettings(min_count=30))


@pytest.fixture(scope="module")
def finding() -> Finding:
    return easy_hard(TRAIN, TOKENS[0], TEST, TOKENS[1], PATTERNS)


def test_shares_are_those_of_the_marks_of_test_and_train(finding: Finding) -> None:
    for prefix, pairs in (("", TEST), ("train_", TRAIN)):
        for mark, count in pattern_marks(pairs, PATTERNS.at(0.8)).counts().items():
            figure = finding.figures[f"{prefix}{mark}"]
            assert figure.value == pytest.approx(count / len(pairs))
            assert figure.n == len(pairs)


def test_planted_patterns_agree_with_gold_more_often_than_not(finding: Finding) -> None:
    # Of instances with patterns of p > .8, near or above .8 are easy (Liu et al.: 1760 of 2087 on SNLI)
    easy, hard = finding.figures["easy"].value, finding.figures["hard"].value
    assert easy is not None
    assert hard is not None
    assert 0.75 < easy / (easy + hard) < 0.95


def test_each_lambda_of_the_table_is_that_of_a_set_mined_at_it(finding: Finding) -> None:
    table = finding.views["by_lambda"]
    assert [row[0] for row in table.lines] == [0.5, 0.6, 0.7, 0.8, 0.9]
    for threshold, patterns, *counts in table.lines:
        assert isinstance(threshold, float)
        mined = PatternSet.fit(TRAIN, threshold=threshold, min_count=30)
        assert counts == list(pattern_marks(TEST, mined).counts().values())
        assert isinstance(patterns, int)
        assert patterns <= len(mined)


def test_rows_by_label_add_up_to_the_set(finding: Finding) -> None:
    for label, instances, *counts in finding.views["by_label"].lines:
        assert instances == (TEST.gold == label).sum()
        assert sum(count for count in counts if isinstance(count, int)) == instances


def test_items_hold_both_sets_with_mark_and_patterns(finding: Finding) -> None:
    assert finding.items is not None
    assert finding.items["set"].value_counts(sort=True)["count"].to_list() == [len(TRAIN), len(TEST)]
    marked = finding.items.filter(pl.col("easy_hard") != "none")
    assert (marked["easy_hard_patterns"].list.len() > 0).all()


def test_rows_behind_a_share_are_those_with_the_mark(finding: Finding, items_of: Any) -> None:
    items = items_of(finding, TRAIN, TEST)
    for figure in finding.figures.where("share"):
        assert figure.rows is not None
        rows = figure.rows.of(items)
        assert rows.height == round((figure.value or 0) * figure.n), figure.name
        assert set(rows["set"]) <= {TRAIN.name if figure.what == "train_mark" else TEST.name}


def test_without_a_test_the_data_are_marked_by_their_own_patterns() -> None:
    finding = easy_hard(TRAIN, TOKENS[0], patterns=PATTERNS)
    assert finding.figures["easy"].value == pytest.approx(
        pattern_marks(TRAIN, PATTERNS.at(0.8)).counts()["easy"] / len(TRAIN)
    )
    assert not any(name.startswith("train_") for name in finding.figures)


def test_annotators_are_compared_as_by_a_plain_loop(finding: Finding) -> None:
    marks = dict(pattern_marks(TEST, PATTERNS.at(0.8)).frame.select("id", "mark").iter_rows())
    values: dict[str, list[float]] = {"easy": [], "hard": [], "conflicting": [], "none": []}
    for id_, gold, annotated in TEST.frame.select("id", "label", ANNOTATORS).iter_rows():
        values[marks[id_]].append(sum(label == gold for label in annotated) / len(annotated))
    figures = finding.figures
    for mark in ("easy", "hard"):
        assert figures[f"agreement_{mark}"].value == pytest.approx(np.mean(values[mark]))
    difference = figures["agreement_difference"]
    assert difference.value == pytest.approx(np.mean(values["easy"]) - np.mean(values["hard"]))
    assert difference.interval is not None
    from statsmodels.stats.weightstats import CompareMeans

    compared = CompareMeans.from_data(values["easy"], values["hard"])
    assert (difference.interval.low, difference.interval.high) == pytest.approx(
        compared.tconfint_diff(usevar="unequal")
    )


def test_data_without_annotators_have_no_figures_of_theirs(table: Any) -> None:
    rows = [("no dogs", "contradiction")] * 8 + [("two cats", "neutral")] * 8
    pairs = table(rows)
    patterns = PatternSet.fit(pairs, min_count=5)
    finding = easy_hard(pairs, sentence_tokens(pairs, "hypothesis"), patterns=patterns)
    assert set(finding.figures) == {"easy", "hard", "conflicting", "none"}
    assert finding.figures["easy"].value == 1.0


def test_data_without_patterns_are_marked_none(table: Any) -> None:
    pairs = table([("no dogs", "contradiction"), ("two cats", "neutral")])
    finding = easy_hard(pairs, sentence_tokens(pairs, "hypothesis"))
    assert finding.figures["none"].value == 1.0


def test_a_lambda_below_that_of_the_patterns_is_refused() -> None:
    with pytest.raises(OptionError):
        easy_hard(TRAIN, TOKENS[0], patterns=PATTERNS.at(0.9))
