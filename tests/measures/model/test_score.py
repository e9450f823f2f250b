"""Scoring joins by id, refuses what it cannot know, and says in words what a figure cannot."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from statsmodels.stats.proportion import proportion_confint

from rightreasons.challenges.challenge import Challenge, from_pairs
from rightreasons.challenges.hans.challenges import hans, hans_2019
from rightreasons.errors import InputError, MeasureInputError, OptionError, PredictionError
from rightreasons.labels import Label
from rightreasons.measures.model.score import score
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance
from rightreasons.predictions import Predictions
from rightreasons.sources.predictions.reading import read_predictions

TWO = ("entailment", "non-entailment")
THREE = (Label.ENTAILMENT, Label.NEUTRAL, Label.CONTRADICTION)


def _pairs(gold: Sequence[str], **columns: Sequence[str]) -> PairTable:
    rows = len(gold)
    frame = pl.DataFrame(
        {"id": [f"i{row}" for row in range(rows)], "premise": ["p"] * rows, "hypothesis": ["h"] * rows}
    ).with_columns(pl.Series("label", gold, dtype=LABEL_TYPE), *(pl.Series(k, v) for k, v in columns.items()))
    return PairTable(frame, Provenance("pairs"), Account(rows, rows))


def _answering(
    labels: Sequence[str], ids: Sequence[str] | None = None, probabilities: Mapping[str, Any] | None = None
) -> Predictions:
    frame = pl.DataFrame({"id": ids or [f"i{row}" for row in range(len(labels))]}).with_columns(
        pl.Series("label", labels, dtype=LABEL_TYPE)
    )
    if probabilities:
        frame = frame.with_columns(pl.Series(k, v, dtype=pl.Float64) for k, v in probabilities.items())
        return Predictions(frame, tuple(Label(name) for name in probabilities), Provenance("model"))
    return Predictions(frame, tuple(label for label in Label if label in set(labels)), Provenance("model"))


@pytest.fixture
def small() -> Challenge:
    """Four items of two heuristics; one template on each side of the first."""
    gold = ["entailment", "non-entailment", "entailment", "non-entailment"]
    groups = ["lexical_overlap", "lexical_overlap", "constituent", "constituent"]
    return hans(_pairs(gold, heuristic=groups))


def test_neutral_and_contradiction_are_right_where_non_entailment_is_gold(small: Challenge) -> None:
    finding = score(small, _answering(["entailment", "neutral", "neutral", "contradiction"]))
    values = {name: figure.value for name, figure in finding.figures.items()}
    assert values["lexical_overlap.entailment"] == 1
    assert values["lexical_overlap.non-entailment"] == 1
    assert values["constituent.entailment"] == 0
    assert values["constituent.non-entailment"] == 1
    assert values["accuracy"] == 0.75
    assert (finding.role, finding.measure, finding.on, finding.name) == ("score", "score", "hans", "hans")


def test_the_order_of_predictions_does_not_matter(small: Challenge) -> None:
    labels = ["entailment", "neutral", "neutral", "entailment"]
    there = score(small, _answering(labels))
    back = score(small, _answering(labels[::-1], ["i3", "i2", "i1", "i0"]))
    assert there.figures == back.figures


def test_missing_ids_are_an_error_that_names_them(small: Challenge) -> None:
    with pytest.raises(PredictionError, match=r"(?s)1 items unpredicted \('i3'.*allow_partial=True"):
        score(small, _answering(["entailment"] * 3))


def test_unknown_ids_are_an_error_that_names_them(small: Challenge) -> None:
    with pytest.raises(PredictionError, match=r"1 ids unknown \('i4'"):
        score(small, _answering(["entailment"] * 5))


def test_partial_predictions_are_never_filled_in(small: Challenge) -> None:
    finding = score(small, _answering(["entailment", "neutral"], ["i0", "zz"]), allow_partial=True)
    assert finding.figures["lexical_overlap.entailment"].n == 1
    absent = finding.figures["lexical_overlap.non-entailment"]
    assert (absent.value, absent.n) == (None, 0)
    assert "partial: 1 of 4 items are predicted, the others are omitted" in finding.notes
    assert "1 predictions are omitted because their ids are not in the challenge" in finding.notes


def test_predictions_of_the_published_set_are_not_scored_on_ours(small: Challenge) -> None:
    published = _answering(["entailment"] * 4, ["ex0", "ex1", "ex2", "ex3"])
    with pytest.raises(PredictionError, match="the published set, hans-2019"):
        score(small, published, allow_partial=True)


def test_predictions_of_ours_are_not_scored_on_the_published_set() -> None:
    with pytest.raises(PredictionError, match="30,000 items unpredicted"):
        score(hans_2019(), _answering(["entailment"] * 4), allow_partial=True)


def test_wilson_intervals_are_those_of_statsmodels() -> None:
    gold = ["entailment"] * 30
    challenge = hans(_pairs(gold, heuristic=["constituent"] * 30))
    finding = score(challenge, _answering(["entailment"] * 21 + ["neutral"] * 9))
    interval = finding.figures["constituent.entailment"].interval
    assert interval is not None
    bounds = proportion_confint(21, 30, method="wilson")
    assert (interval.low, interval.high) == pytest.approx(bounds)
    assert any("covers item sampling only" in note for note in finding.notes)


def test_templates_that_are_always_or_never_right_count_as_one_item_each() -> None:
    gold = ["entailment"] * 100
    columns = {
        "heuristic": ["constituent"] * 100,
        "template": [f"temp{number % 10}" for number in range(100)],
    }
    finding = score(hans(_pairs(gold, **columns)), _answering(["entailment", "neutral"] * 50))
    view = finding.views["by_heuristic"]
    row = dict(zip(view.columns, view.lines[0], strict=True))
    of_items, of_templates = (proportion_confint(n // 2, n, method="wilson") for n in (100, 10))
    assert (row["low"], row["high"]) == pytest.approx(of_items)
    assert row["template_low"] < of_templates[0] < of_items[0]
    assert row["template_high"] > of_templates[1] > of_items[1]


def test_two_templates_are_too_few_for_an_interval_over_templates() -> None:
    gold = ["entailment"] * 100
    columns = {"heuristic": ["constituent"] * 100, "template": ["temp1", "temp2"] * 50}
    finding = score(hans(_pairs(gold, **columns)), _answering(["entailment", "neutral"] * 50))
    row = dict(
        zip(finding.views["by_heuristic"].columns, finding.views["by_heuristic"].lines[0], strict=True)
    )
    assert (row["templates"], row["template_low"], row["template_high"]) == (2, None, None)
    assert (row["low"], row["high"]) == pytest.approx(proportion_confint(50, 100, method="wilson"))
    assert {row[0]: row[4] for row in finding.views["by_template"].lines} == {"temp1": 1.0, "temp2": 0.0}


def test_an_interval_of_one_template_is_left_out() -> None:
    columns = {"heuristic": ["constituent"] * 4, "template": ["temp1"] * 4}
    table = score(hans(_pairs(["entailment"] * 4, **columns)), _answering(["entailment"] * 4)).views[
        "by_heuristic"
    ]
    row = dict(zip(table.columns, table.lines[0], strict=True))
    assert (row["template_low"], row["template_high"]) == (None, None)


def test_a_constant_predictor_is_named_with_its_raw_labels(small: Challenge) -> None:
    finding = score(small, _answering(["entailment"] * 4))
    assert finding.headline.startswith("Constant answer: every item is labelled entailment")
    assert (
        "constant answer: every item is labelled entailment; the raw labels are entailment 4" in finding.notes
    )
    assert not any("fault" in note for note in finding.notes)


def test_labels_without_any_entailment_are_suspected_to_be_out_of_order(small: Challenge) -> None:
    finding = score(small, _answering(["neutral", "neutral", "contradiction", "neutral"]))
    [note] = [note for note in finding.notes if "permuted label mapping is suspected" in note]
    assert "neutral 3, contradiction 1" in note
    assert any("every item is labelled non-entailment" in note for note in finding.notes)


def test_a_model_that_names_its_labels_is_not_suspected(small: Challenge) -> None:
    finding = score(small, _answering(["neutral"] * 4), order_known=True)
    assert not any("order of the labels" in note for note in finding.notes)


def test_both_collapse_rules_are_shown_where_they_differ(small: Challenge) -> None:
    probabilities = {
        "entailment": [0.4, 0.4, 0.9, 0.2],
        "neutral": [0.35, 0.35, 0.05, 0.6],
        "contradiction": [0.25, 0.25, 0.05, 0.2],
    }
    guesses = _answering(["entailment", "entailment", "entailment", "neutral"], probabilities=probabilities)
    by_argmax, by_sum = score(small, guesses), score(small, guesses, "sum")
    assert by_argmax.figures["accuracy"].value == 0.75
    assert by_sum.figures["accuracy"].value == 0.75
    assert by_argmax.figures["lexical_overlap.entailment"].value == 1
    assert by_sum.figures["lexical_overlap.entailment"].value == 0
    assert by_argmax.figures["collapse_rules_differ"].value == 0.5
    assert by_argmax.figures["one_label_above_half"].value == 0.5
    expected = {
        ("lexical_overlap", "entailment"): (1.0, 0.0),
        ("lexical_overlap", "non-entailment"): (0.0, 1.0),
    }
    rows = {row[:2]: row[3:5] for row in by_argmax.views["collapse_rules"].lines if row[5]}
    assert rows == expected
    assert by_sum.settings["collapse"] == "sum"


def test_rules_that_agree_need_no_table(small: Challenge) -> None:
    probabilities = {"entailment": [0.9] * 4, "neutral": [0.1] * 4, "contradiction": [0.0] * 4}
    finding = score(small, _answering(["entailment"] * 4, probabilities=probabilities))
    assert "collapse_rules" not in finding.views
    assert finding.figures["collapse_rules_differ"].value == 0


@pytest.mark.parametrize("seed", range(5))
def test_collapse_by_sum_agrees_with_the_rule_item_by_item(seed: int) -> None:
    rng = np.random.default_rng(seed)
    drawn = rng.dirichlet([1, 1, 1], size=50)
    labels = [THREE[best].value for best in drawn.argmax(axis=1)]
    challenge = hans(_pairs([TWO[row % 2] for row in range(50)], heuristic=["constituent"] * 50))
    probabilities = {label.value: drawn[:, column] for column, label in enumerate(THREE)}
    for rule in ("argmax", "sum"):
        finding = score(challenge, _answering(labels, probabilities=probabilities), rule)
        assert finding.items is not None
        for row, answer in enumerate(finding.items["answer"]):
            entailed, *others = drawn[row]
            rival = max(others) if rule == "argmax" else sum(others)
            assert answer == (Label.ENTAILMENT if entailed > rival else Label.NON_ENTAILMENT)


def test_sum_without_probabilities_is_refused(small: Challenge) -> None:
    with pytest.raises(PredictionError, match="there are no probabilities"):
        score(small, _answering(["entailment"] * 4), "sum")


def test_sum_of_numbers_that_are_no_distribution_is_refused(small: Challenge) -> None:
    guesses = _answering(["entailment"] * 4, probabilities={"entailment": [0.9] * 4, "neutral": [0.8] * 4})
    with pytest.raises(PredictionError, match="in 4 rows they do not sum to 1"):
        score(small, guesses, "sum")


def test_probabilities_that_do_not_sum_to_1_are_counted(small: Challenge) -> None:
    probabilities = {"entailment": [0.9, 0.33, 0.9, 0.2], "neutral": [0.8, 0.33, 0.05, 0.1]}
    probabilities["contradiction"] = [0.0, 0.33, 0.05, 0.1]
    finding = score(small, _answering(["entailment"] * 4, probabilities=probabilities))
    assert (finding.figures["probabilities_off"].value, finding.figures["probabilities_off"].n) == (0.5, 4)
    rounded = {"entailment": [0.9] * 4, "neutral": [0.05] * 4, "contradiction": [0.04] * 4}
    sound = score(small, _answering(["entailment"] * 4, probabilities=rounded))
    assert "probabilities_off" not in sound.figures


def test_the_first_view_without_groups_is_that_of_the_headline() -> None:
    pairs = _pairs(["entailment", "neutral", "neutral", "contradiction"])
    finding = score(
        from_pairs("data", pairs, ()), _answering(["entailment", "neutral", "entailment", "neutral"])
    )
    view = next(iter(finding.views.values()))
    assert [line[:3] for line in view.lines] == [
        ("entailment", 1, 1.0),
        ("neutral", 2, 0.5),
        ("contradiction", 1, 0.0),
    ]
    assert "50.0 % where gold is neutral" in finding.headline


def test_an_unknown_rule_is_refused(small: Challenge) -> None:
    with pytest.raises(OptionError, match="argmax or sum"):
        score(small, _answering(["entailment"] * 4), "mean")  # type: ignore[arg-type] # what a user may pass


def test_three_labels_are_compared_as_three_where_all_speak_of_three() -> None:
    from rightreasons.challenges.challenge import from_pairs

    gold = ["entailment", "neutral", "contradiction"]
    challenge = from_pairs("easy-hard", _pairs(gold, mark=["easy", "easy", "hard"]), ("mark",))
    finding = score(challenge, _answering(["entailment", "contradiction", "contradiction"]))
    assert finding.figures["easy.neutral"].value == 0
    assert finding.figures["hard.contradiction"].value == 1
    assert finding.settings["collapse"] is None


def test_gold_is_collapsed_where_predictions_only_know_two_labels() -> None:
    from rightreasons.challenges.challenge import from_pairs

    gold = ["entailment", "neutral", "contradiction"]
    challenge = from_pairs("easy-hard", _pairs(gold, mark=["easy", "easy", "hard"]), ("mark",))
    finding = score(challenge, _answering(["entailment", "non-entailment", "entailment"]))
    assert finding.figures["easy.non-entailment"].value == 1
    assert finding.figures["hard.non-entailment"].value == 0
    assert "easy.neutral" not in finding.figures


def test_hans_needs_the_column_heuristic() -> None:
    with pytest.raises(MeasureInputError, match="no column 'heuristic'"):
        hans(_pairs(["entailment"]))


@pytest.mark.parametrize("label", ["entailmnt", "LABEL_0", "", "yes"])
def test_a_label_string_without_meaning_never_counts_as_non_entailment(tmp_path: Path, label: str) -> None:
    path = tmp_path / "predictions.txt"
    path.write_text(f"pairID,gold_label\ni0,entailment\ni1,{label}\ni2,neutral\ni3,neutral\n")
    with pytest.raises(InputError):
        read_predictions(path)


def test_two_predictions_of_one_item_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "predictions.txt"
    path.write_text("pairID,gold_label\ni0,entailment\ni0,neutral\n")
    with pytest.raises(PredictionError, match="more than once and in different ways, 'i0'"):
        read_predictions(path)
