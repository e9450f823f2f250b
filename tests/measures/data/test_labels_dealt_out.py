"""Labels dealt out: found within a set and across splits, and not found where labels are drawn freely."""

from collections.abc import Callable

import numpy as np
import polars as pl
import pytest

from rightreasons.errors import MeasureInputError
from rightreasons.findings import Finding
from rightreasons.measures import MEASURES
from rightreasons.measures.data.labels_dealt_out import labels_dealt_out
from rightreasons.pairs import PairTable

MakePairs = Callable[..., PairTable]
Row = tuple[str, str, str | None]
LABELS = ["entailment", "neutral", "contradiction"]


def value(finding: Finding, figure: str) -> float:
    found = finding.figures[figure].value
    assert found is not None
    return found


def dealt(premises: int, seed: int = 0) -> tuple[list[Row], list[Row]]:
    """Give every premise each label once: two of them in train, the third in test, as IndoNLI's splits do."""
    rng = np.random.default_rng(seed)
    train: list[Row] = []
    test: list[Row] = []
    for number in range(premises):
        first, second, third = rng.permutation(LABELS).tolist()
        train += [
            (f"premise {number}", f"one {number}", first),
            (f"premise {number}", f"two {number}", second),
        ]
        test.append((f"premise {number}", f"three {number}", third))
    return train, test


def test_a_test_that_gets_the_label_its_premise_had_not_in_train_is_named(make_pairs: MakePairs) -> None:
    train, test = dealt(150)
    found = labels_dealt_out({"train": make_pairs(train), "test": make_pairs(test)})
    assert value(found, "accuracy.premise.test") == 1
    assert value(found, "gain.premise.test") > 0.5
    assert value(found, "same_label.premise.test") == 0
    assert value(found, "expected_same_label.premise.test") == pytest.approx(2 / 3 / 2, abs=0.05)
    assert found.tests["premise.test"].p_value == pytest.approx(0.002)
    assert "predict 100.0 % of 150 labels of test" in found.headline
    assert "100.0 % have different labels" in found.headline


def test_within_a_set_one_row_of_each_label_is_told_by_the_two_others(make_pairs: MakePairs) -> None:
    train, test = dealt(200)
    found = labels_dealt_out({"all": make_pairs([*train, *test])})
    assert value(found, "accuracy.premise") == 1
    assert found.figures["accuracy.premise"].n == 600
    assert "accuracy.hypothesis" not in found.figures


def test_a_figure_leads_to_the_rows_whose_text_has_another_row(make_pairs: MakePairs) -> None:
    train, test = dealt(20)
    alone: list[Row] = [("a premise alone", "h", "neutral"), ("premise 0", "no gold", None)]
    splits = {"train": make_pairs([*train, *alone]), "test": make_pairs([*test, ("other", "x", "neutral")])}
    found = labels_dealt_out(splits)
    assert found.items is not None
    for name, of in (("accuracy.premise", "train"), ("gain.premise.test", "test")):
        figure = found.figures[name]
        assert figure.rows is not None
        conditions = {each.column: each.values for each in figure.rows.where}
        assert conditions == {"set": (of,), "premise_labelled_elsewhere": ("true",)}
        rows = found.items.filter(pl.col("set") == of, pl.col("premise_labelled_elsewhere"))
        assert len(rows) == figure.n == (40 if of == "train" else 20)


def test_a_claim_that_keeps_its_label_is_told_by_its_other_rows(make_pairs: MakePairs) -> None:
    rows = [(f"p {row}", f"claim {row % 50}", LABELS[row % 50 % 3]) for row in range(200)]
    found = labels_dealt_out({"claims": make_pairs(rows)})
    assert value(found, "accuracy.hypothesis") == 1
    assert value(found, "same_label.hypothesis") == 1
    assert "100.0 % have the same label" in found.headline


def test_a_few_rows_with_a_claim_do_not_stand_above_many_with_a_premise(make_pairs: MakePairs) -> None:
    # Of 300 premises two rows each, 9 in 10 with one label; of 6 claims two rows each, with one label.
    rows: list[Row] = []
    for at in range(300):
        first = LABELS[at % 3]
        second = LABELS[(at + 1) % 3] if at % 10 == 0 else first
        rows += [(f"premise {at}", f"a {at}", first), (f"premise {at}", f"b {at}", second)]
    rows += [(f"p {at}", f"claim {at % 6}", LABELS[at % 3]) for at in range(12)]
    found = labels_dealt_out({"all": make_pairs(rows)})
    assert value(found, "gain.hypothesis") > value(found, "gain.premise")
    assert "with the same premise" in found.headline


def test_a_gain_is_over_the_most_frequent_label_of_the_set_itself(make_pairs: MakePairs) -> None:
    # 60 of 100 claims of two rows each are entailed: 120 of 200 rows. Always saying so is right in .6.
    labels = [LABELS[0]] * 60 + [LABELS[1]] * 25 + [LABELS[2]] * 15
    rows = [(f"p {row}", f"claim {row % 100}", labels[row % 100]) for row in range(200)]
    found = labels_dealt_out({"claims": make_pairs(rows)})
    assert value(found, "accuracy.hypothesis") == 1
    assert value(found, "gain.hypothesis") == pytest.approx(0.4)
    (line,) = found.views["texts"].records()
    assert line["majority"] == pytest.approx(0.6)


@pytest.mark.long
def test_labels_drawn_freely_are_told_by_nothing(make_pairs: MakePairs) -> None:
    significant, holds_nothing, gains = 0, 0, []
    for seed in range(100):
        labels = np.random.default_rng(seed).choice(LABELS, 150).tolist()
        table = make_pairs([(f"p {row // 3}", f"h {row}", label) for row, label in enumerate(labels)])
        found = labels_dealt_out({"free": table}, seed)
        p_value, interval = found.tests["premise"].p_value, found.figures["gain.premise"].interval
        assert p_value is not None
        assert interval is not None
        significant += p_value < 0.05
        holds_nothing += interval.low <= 0
        gains.append(value(found, "gain.premise"))
    assert significant <= 11  # 5 and the chance of 100 draws
    assert holds_nothing >= 89
    assert float(np.mean(gains)) <= 0  # no constant is right more often than the one label


def test_rows_without_gold_and_texts_of_one_row_do_not_count(make_pairs: MakePairs) -> None:
    train, test = dealt(40)
    more: list[Row] = [("premise 0", "without gold", None), ("another", "alone", "neutral")]
    plain = labels_dealt_out({"all": make_pairs([*train, *test])})
    assert labels_dealt_out({"all": make_pairs([*train, *test, *more])}).figures == plain.figures
    with pytest.raises(MeasureInputError, match=r"no text of .+ is repeated"):
        labels_dealt_out({"alone": make_pairs([(f"p {n}", f"h {n}", "neutral") for n in range(9)])})


def test_the_measure_is_registered_under_its_name() -> None:
    assert MEASURES.load("labels_dealt_out") is labels_dealt_out
