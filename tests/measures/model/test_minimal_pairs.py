"""Consistency over items that belong together, counted by hand; none for a model that sees no change."""

import numpy as np
import polars as pl
import pytest

from rightreasons import read_pairs
from rightreasons.challenges.challenge import from_pairs
from rightreasons.errors import NotApplicableError
from rightreasons.findings import Finding
from rightreasons.labels import THREE_WAY
from rightreasons.measures.model.minimal_pairs import minimal_pairs
from rightreasons.pairs import LABEL_TYPE, PairTable, Provenance
from rightreasons.predictions import Predictions

CLAIMS = 60


def claims() -> PairTable:
    """Return claims, each with a premise that entails it and one of other words that contradicts it."""
    rng = np.random.default_rng(0)
    words = np.array([f"w{number}" for number in range(100, 900)])
    rows = [
        {"premise": " ".join(rng.choice(words, 9)), "hypothesis": f"claim {place} holds", "label": label}
        for place in range(CLAIMS)
        for label in ("entailment", "contradiction")
    ]
    return read_pairs(pl.DataFrame(rows)).named("set")


def measured(pairs: PairTable, answers: list[str]) -> Finding:
    gold = pairs.frame["label"].cast(pl.String).to_list()
    labels = pl.Series("label", answers, dtype=LABEL_TYPE)
    predictions = Predictions(pl.DataFrame([pairs.frame["id"], labels]), THREE_WAY, Provenance("model"))
    correct = [one == other for one, other in zip(answers, gold, strict=True)]
    answered = pl.DataFrame({"id": pairs.frame["id"], "correct": correct})
    return minimal_pairs(from_pairs("set", pairs, ()), pairs, predictions, answered)


def test_a_model_of_the_claim_alone_is_right_on_half_of_the_items_and_on_no_group() -> None:
    pairs = claims()
    answers = ["entailment" if (row // 2) % 3 else "contradiction" for row in range(2 * CLAIMS)]
    figures = measured(pairs, answers).figures
    assert figures["same_hypothesis.accuracy"].value == 0.5
    assert figures["same_hypothesis.consistency"].value == 0
    assert figures["same_hypothesis.flipped"].value == 0
    assert figures["same_hypothesis.independent"].value == 0.25


def test_groups_are_counted_in_which_every_item_is_right() -> None:
    pairs = claims()
    answers = pairs.frame["label"].cast(pl.String).to_list()
    for wrong in (0, 2, 3, 10):  # of claims 0, 1 (both items) and 5
        answers[wrong] = "neutral"
    finding = measured(pairs, answers)
    figure = finding.figures["same_hypothesis.consistency"]
    assert figure.n == CLAIMS
    assert figure.value == pytest.approx((CLAIMS - 3) / CLAIMS)
    assert finding.items is not None
    wrong_groups = finding.items.filter(~pl.col("group_consistent"))["minimal_group"].unique()
    assert len(wrong_groups) == 3


def test_items_a_word_apart_with_different_labels_are_pairs() -> None:
    rng = np.random.default_rng(2)
    words = np.array([f"w{number}" for number in range(100, 900)])
    rows = []
    for _ in range(30):
        premise, claim = (" ".join(rng.choice(words, 8)) for _ in range(2))
        rows.append({"premise": premise, "hypothesis": f"{claim} walks", "label": "entailment"})
        rows.append({"premise": premise, "hypothesis": f"{claim} sleeps", "label": "contradiction"})
    pairs = read_pairs(pl.DataFrame(rows)).named("set")
    figures = measured(pairs, ["entailment"] * 60).figures
    assert figures["contrast.consistency"].n == 30
    assert figures["contrast.consistency"].value == 0
    assert figures["contrast.accuracy"].value == 0.5


def test_a_set_without_such_groups_is_not_measured() -> None:
    rows = [
        {"premise": f"premise {place} of words", "hypothesis": f"other {place}", "label": "entailment"}
        for place in range(50)
    ]
    pairs = read_pairs(pl.DataFrame(rows)).named("set")
    with pytest.raises(NotApplicableError):
        measured(pairs, ["entailment"] * 50)


def test_a_hypothesis_of_many_premises_is_no_minimal_pair() -> None:
    rng = np.random.default_rng(1)
    words = np.array([f"w{number}" for number in range(100, 900)])
    rows = [
        {
            "premise": " ".join(rng.choice(words, 9)),
            "hypothesis": f"claim {row % 25}",
            "label": ("entailment", "contradiction")[row // 25 % 2],
        }
        for row in range(500)
    ]
    pairs = read_pairs(pl.DataFrame(rows)).named("set")
    with pytest.raises(NotApplicableError):
        measured(pairs, ["entailment"] * 500)
