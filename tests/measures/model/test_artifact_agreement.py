"""Accuracy where artifacts of training agree with gold and where they do not, for models that are known."""

from collections.abc import Callable, Sequence
from itertools import product

import polars as pl
import pytest
import scipy.stats

from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.difficulty import pattern_marks
from rightreasons.difficulty.artifact_marks import artifact_marks
from rightreasons.errors import MeasureInputError
from rightreasons.measures.model.artifact_agreement import artifact_agreement
from rightreasons.pairs import PairTable

Table = Callable[..., PairTable]
# In training "asleep" says contradiction, "tall" neutral, "outside" entailment; "is here" says contradiction.
KINDS = [
    *[("a cat asleep", "contradiction"), ("a tall cat", "neutral"), ("a cat outside", "entailment")] * 40,
    *[("dogs", "entailment"), ("dogs", "neutral"), ("dogs", "contradiction")] * 40,
]
TRAIN = [(f"{text} n{number}", label) for number, (text, label) in enumerate(KINDS)]
TEST = [
    ("a cat asleep", "contradiction"),
    ("a dog asleep", "entailment"),
    ("a tall dog", "neutral"),
    ("tall dogs asleep", "neutral"),
    ("dogs", "entailment"),
    ("dogs outside", "contradiction"),
]
PLANTED = ["agree", "disagree", "agree", "conflicting", "none", "disagree"]


@pytest.fixture
def train(table: Table) -> PairTable:
    return table(TRAIN, "train")


@pytest.fixture
def patterns(train: PairTable) -> PatternSet:
    return PatternSet.fit(train, threshold=0.7, min_count=20)


def answering(pairs: PairTable, correct: Sequence[bool]) -> pl.DataFrame:
    return pairs.frame.select("id").with_columns(correct=pl.Series(list(correct), dtype=pl.Boolean))


def test_words_and_patterns_together_agree_where_all_of_both_do(
    table: Table, train: PairTable, patterns: PatternSet
) -> None:
    pairs = table(TEST, "test")
    found = artifact_marks(pairs, train, patterns, 0.05)
    by_pattern = pattern_marks(pairs, patterns).frame["mark"].to_list()
    names = {"easy": "agree", "hard": "disagree"}
    assert found["artifact_words"].to_list() == PLANTED
    assert found["artifact_patterns"].to_list() == [names.get(mark, mark) for mark in by_pattern]
    for row in found.iter_rows(named=True):
        own = {row["artifact_words"], row["artifact_patterns"]} - {"none"}
        expected = "none" if not own else own.pop() if len(own) == 1 else "conflicting"
        assert row["artifact_together"] == expected


def test_a_model_of_the_artifacts_is_right_only_where_they_agree(
    table: Table, train: PairTable, patterns: PatternSet, items_of: Callable[..., pl.DataFrame]
) -> None:
    pairs = table(TEST * 30, "test")
    answers = answering(pairs, [mark == "agree" for mark in PLANTED * 30])
    finding = artifact_agreement(pairs, answers, train, patterns, model="shallow")
    assert finding.figures["words.agree"].value == 1
    assert finding.figures["words.disagree"].value == 0
    assert finding.figures["words.difference"].value == 1
    assert (finding.figures["words.none"].value, finding.figures["words.conflicting"].n) == (0, 30)
    test = finding.tests["words"]
    assert test.p_value == pytest.approx(scipy.stats.fisher_exact([[60, 0], [0, 60]]).pvalue)
    assert finding.headline.startswith("shallow is correct in 100.0 % of 60 instances whose artifacts all")
    items = items_of(finding, pairs).join(answers, on="id")
    for figure in finding.figures.where("accuracy"):
        assert figure.rows is not None
        rows = figure.rows.of(items)
        assert (rows.height, rows["correct"].mean()) == (figure.n, figure.value), figure.name
        assert rows["correct"].is_sorted()  # wrong ones first


def test_a_liking_for_one_label_shows_over_all_but_not_within_labels(
    table: Table, train: PairTable, patterns: PatternSet
) -> None:
    """Artifacts agree mostly where gold is contradiction, and the model always says so."""
    rows = [("asleep", "contradiction")] * 50 + [("asleep", "neutral")] * 10
    rows += [("outside", "contradiction")] * 10 + [("tall", "neutral")] * 10 + [("tall", "entailment")] * 20
    pairs = table(rows, "test")
    always = answering(pairs, [label == "contradiction" for _, label in rows])
    finding = artifact_agreement(pairs, always, train, patterns)
    assert finding.figures["words.difference"].value == pytest.approx(50 / 60 - 10 / 40)
    assert finding.figures["words.difference_within_labels"].value == 0
    assert "Within gold labels: +0.0 points" in finding.headline


def test_only_answered_instances_count(table: Table, train: PairTable, patterns: PatternSet) -> None:
    pairs = table(TEST, "test")
    part = answering(pairs, [True] * 6).head(2)
    finding = artifact_agreement(pairs, part, train, patterns)
    assert (
        sum(finding.figures[f"words.{where}"].n for where in ("agree", "disagree", "conflicting", "none"))
        == 2
    )
    with pytest.raises(MeasureInputError, match="no answers to 'test'"):
        artifact_agreement(pairs, part.head(0), train, patterns)


def test_where_artifacts_never_disagree_there_is_a_reason_instead_of_a_figure(
    table: Table, train: PairTable, patterns: PatternSet
) -> None:
    pairs = table([("a cat asleep", "contradiction"), ("dogs", "neutral")], "test")
    finding = artifact_agreement(pairs, answering(pairs, [True, True]), train, patterns)
    assert finding.figures["together.difference"].value is None
    assert finding.tests["together"].p_value is None
    assert finding.headline.endswith(
        "there are no instances whose artifacts all agree with gold, or none whose artifacts all disagree."
    )


def test_the_table_has_a_row_a_kind_with_the_figures(
    table: Table, train: PairTable, patterns: PatternSet
) -> None:
    pairs = table(TEST * 5, "test")
    finding = artifact_agreement(pairs, answering(pairs, [True, False, True] * 10), train, patterns)
    shown = finding.views["by_artifacts"]
    for row, where in product(shown.lines, ("agree", "disagree", "none")):
        cells = dict(zip(shown.columns, row, strict=True))
        figure = finding.figures[f"{cells['artifacts']}.{where}"]
        assert (cells[where], cells[f"{where}_n"]) == (figure.value, figure.n)
