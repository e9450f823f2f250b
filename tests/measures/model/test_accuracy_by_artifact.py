"""Accuracy where the evaluated texts give the label away: found where it is, and not made by the method."""

from collections.abc import Sequence

import numpy as np
import polars as pl
import pytest
from tests.verdicts.making import THREE, clean, half_marked

from rightreasons import read_pairs
from rightreasons.challenges.challenge import from_pairs
from rightreasons.errors import MeasureInputError, NotApplicableError
from rightreasons.findings import Finding
from rightreasons.measures.model.accuracy_by_artifact import accuracy_by_artifact


def _measured(data: pl.DataFrame, correct: np.ndarray, **more: object) -> Finding:
    pairs = read_pairs(data.to_dicts()).named("set")
    answered = pl.DataFrame({"id": pairs.frame["id"], "correct": pl.Series(correct)})
    return accuracy_by_artifact(from_pairs("set", pairs, ()), pairs, answered, **more)  # type: ignore[arg-type]  # keywords of the tests


def _marked(data: pl.DataFrame) -> np.ndarray:
    return np.array([not text.endswith(".") for text in data["hypothesis"]])


def test_the_gap_of_a_model_that_goes_by_a_word_is_found() -> None:
    data = half_marked(1500, 3)
    correct = np.random.default_rng(3).random(1500) < np.where(_marked(data), 0.95, 0.6)
    figures = _measured(data, correct).figures
    assert figures["hypothesis.gap"].interval is not None
    assert figures["hypothesis.gap"].interval.low > 0.1
    assert figures["words.told"].value == pytest.approx(0.95, abs=0.03)
    assert figures["words.elsewhere"].value == pytest.approx(0.6, abs=0.05)


def test_labels_that_differ_in_accuracy_make_no_gap() -> None:
    """One label is told more often, and is easier: both shares are of the same labels."""
    rng = np.random.default_rng(4)
    data = half_marked(2400, 4)
    hidden = (data["label"] != "entailment").to_numpy() & (rng.random(2400) < 0.7)
    plain = clean(2400, 4)["hypothesis"]
    data = data.with_columns(
        hypothesis=pl.Series(np.where(hidden, plain.to_numpy(), data["hypothesis"].to_numpy()))
    )
    right = dict(zip(THREE, (0.95, 0.6, 0.6), strict=True))
    correct = rng.random(2400) < np.array([right[label] for label in data["label"]])
    gap = _measured(data, correct).figures["hypothesis.gap"]
    assert gap.interval is not None
    assert gap.interval.low < 0 < gap.interval.high


def test_wrong_gold_labels_make_a_gap_and_their_share_is_said() -> None:
    rng = np.random.default_rng(55)
    data = half_marked(3000, 5)
    wrong = rng.random(3000) < 0.12
    gold = [_other(label, rng) if turn else label for label, turn in zip(data["label"], wrong, strict=True)]
    correct = np.where(wrong, False, rng.random(3000) < 0.95)  # noqa: FBT003 - a value, not a flag
    figures = _measured(data.with_columns(label=pl.Series(gold)), correct).figures
    assert figures["hypothesis.gap"].interval is not None
    assert figures["hypothesis.gap"].interval.low > 0
    assert figures["hypothesis.wrong_gold"].value == pytest.approx(0.12, abs=0.04)


def _other(label: str, rng: np.random.Generator) -> str:
    others: Sequence[str] = [each for each in THREE if each != label]
    return str(rng.choice(others))


def test_items_whose_annotators_agree_have_a_gap_of_their_own() -> None:
    data = half_marked(1500, 6)
    agree = np.arange(1500) % 2 == 0
    given = [[label] * 5 if all_of_them else [label, label, "neutral", "entailment", "contradiction"]
             for label, all_of_them in zip(data["label"], agree, strict=True)]  # fmt: skip
    correct = agree | (np.random.default_rng(6).random(1500) < np.where(_marked(data), 0.95, 0.5))
    figures = _measured(data.with_columns(annotator_labels=pl.Series(given)), correct).figures
    assert figures["hypothesis.gap_unanimous"].value == 0
    assert figures["hypothesis.gap_unanimous"].n == 750


def test_texts_that_tell_nothing_are_not_tested() -> None:
    with pytest.raises(MeasureInputError, match="none of 'set' is right"):
        _measured(clean(900, 7), np.ones(900, dtype=bool))


def test_a_label_of_one_row_leaves_nothing_to_learn_and_is_no_fault() -> None:
    rows = [{"premise": f"A {n} b.", "hypothesis": f"A {n}.", "label": "entailment"} for n in range(12)]
    data = pl.DataFrame([*rows, {"premise": "A.", "hypothesis": "B.", "label": "neutral"}])
    with pytest.raises(MeasureInputError, match="none of 'set' is right"):
        _measured(data, np.arange(13) < 12)


def test_with_training_data_their_artifacts_are_the_better_ones() -> None:
    data = half_marked(300, 8)
    with pytest.raises(NotApplicableError):
        _measured(data, np.ones(300, dtype=bool), train=read_pairs(data.to_dicts()))


def test_rows_name_the_artifacts_that_tell_them() -> None:
    data = half_marked(1200, 9)
    items = _measured(data, np.ones(1200, dtype=bool)).items
    assert items is not None
    told = items["told_by"].fill_null("").str.contains("words").to_numpy()
    assert told[_marked(data)].mean() > 0.95
    assert told[~_marked(data)].mean() < 0.05
