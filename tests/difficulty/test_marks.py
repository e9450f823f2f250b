"""Marks: the reading of Liu et al. 2020, section 2.3, and that of Gururangan et al. 2018."""

from typing import Any

import pytest

from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.artifacts.patterns.sentence_tokens import sentence_tokens
from rightreasons.difficulty import model_based_marks, pattern_marks, published_marks
from rightreasons.difficulty.marks import MARKS
from rightreasons.errors import MeasureInputError
from rightreasons.measures.data.hypothesis_only import hypothesis_only
from rightreasons.pairs import PairTable
from rightreasons.sources.bundled import bundled_splits

SPLITS = bundled_splits(1_500, 600, 7)


@pytest.fixture
def train(table: Any) -> PairTable:
    """'no' says contradiction and 'his way' says neutral, as in Table 3 (b) of the paper."""
    rows = [("no dogs", "contradiction")] * 8 + [("his way", "neutral")] * 8
    return table([*rows, *[("two cats", "entailment")] * 4, *[("two cats", "neutral")] * 4])  # type: ignore[no-any-return]  # a fixture


def test_easy_hard_conflicting_and_none_are_those_of_the_paper(train: PairTable, table: Any) -> None:
    patterns = PatternSet.fit(train, threshold=0.8, min_count=5)
    test = table(
        [
            ("There is no cat", "contradiction"),
            ("A man with no hair , on his way", "entailment"),  # Table 3 (b): both speak against gold
            ("no man on his way", "neutral"),
            ("two cats", "neutral"),
            ("no", None),
        ],
        "test",
    )
    frame = pattern_marks(test, patterns).frame
    assert frame["mark"].to_list() == ["easy", "hard", "conflicting", "none", None]
    assert set(frame["causes"][1]) == {"no", "his", "way"}
    assert frame["causes"][3].to_list() == []


def test_a_pattern_of_three_way_data_agrees_with_the_coarser_gold_that_covers_it(
    train: PairTable, table: Any
) -> None:
    patterns = PatternSet.fit(train, threshold=0.8, min_count=5)
    test = table([("no cat", "non-entailment"), ("no cat", "entailment")], "test")
    assert pattern_marks(test, patterns).frame["mark"].to_list() == ["easy", "hard"]


@pytest.mark.parametrize("threshold", [0.5, 0.8])
def test_marks_and_causes_are_those_of_a_plain_loop(threshold: float, marks_by_loop: Any) -> None:
    train, test = SPLITS[0], SPLITS[1].head(100)
    patterns = PatternSet.fit(train, threshold=threshold, min_count=20)
    assert len(patterns) > len(patterns.compact())
    marks = pattern_marks(test, patterns)
    whole, compact = marks_by_loop(test, patterns), marks_by_loop(test, patterns.compact())
    # what the compact set leaves out changes no mark
    assert marks.frame["mark"].to_list() == [mark for mark, _ in whole]
    assert [set(causes) for causes in marks.frame["causes"].to_list()] == [causes for _, causes in compact]
    assert marks.counts() == {name: sum(mark == name for mark, _ in whole) for name in MARKS}


def test_causes_come_strongest_first() -> None:
    train, _ = SPLITS
    patterns = PatternSet.fit(train, threshold=0.5, min_count=20)
    place = {name: number for number, name in enumerate(patterns.table()["pattern"])}
    for causes in pattern_marks(train, patterns).frame["causes"].to_list():
        assert [place[cause] for cause in causes] == sorted(place[cause] for cause in causes)


def test_what_a_model_gets_wrong_is_hard() -> None:
    train, test = SPLITS
    sets = [sentence_tokens(each, "hypothesis") for each in SPLITS]
    finding = hypothesis_only(train, sets[0], test, sets[1])
    for pairs, figure in ((train, "cross_fitted_accuracy"), (test, "accuracy")):
        marks = model_based_marks(pairs, finding)
        counts = marks.counts()
        assert counts["easy"] / len(pairs) == pytest.approx(finding.figures[figure].value)
        assert counts["easy"] + counts["hard"] == len(pairs)
        predicted = [causes[0] for causes in marks.frame["causes"].to_list()]
        right = [one == gold for one, gold in zip(predicted, pairs.gold, strict=True)]
        assert [mark == "easy" for mark in marks.frame["mark"]] == right


def test_predictions_for_other_data_are_refused(table: Any) -> None:
    train, _ = SPLITS
    finding = hypothesis_only(train, sentence_tokens(train, "hypothesis"))
    with pytest.raises(MeasureInputError):
        model_based_marks(table([("a", "neutral")], "elsewhere"), finding)


def test_a_published_list_marks_all_others_easy(table: Any) -> None:
    test = table([("a", "neutral"), ("b", "neutral"), ("c", None)], "test")
    marks = published_marks(test, ["test-1", "not here"])
    assert marks.frame["mark"].to_list() == ["easy", "hard", None]
    assert marks.ids("hard").to_list() == ["test-1"]
