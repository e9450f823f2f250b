"""Consistency over items that belong together, counted by hand; none for a model that sees no change."""

import numpy as np
import polars as pl
import pytest

from rightreasons import read_pairs
from rightreasons.challenges.challenge import from_pairs
from rightreasons.errors import NotApplicableError
from rightreasons.findings import Finding
from rightreasons.labels import THREE_WAY, TWO_WAY
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


def test_a_change_between_labels_that_a_model_of_two_labels_takes_for_one_makes_no_group() -> None:
    rng = np.random.default_rng(7)
    words = np.array([f"w{number}" for number in range(100, 900)])
    golds = [("neutral", "contradiction")] * 30 + [("entailment", "neutral")] * 21
    rows = [
        {"premise": " ".join(rng.choice(words, 9)), "hypothesis": f"claim {place}", "label": label}
        for place, labels in enumerate(golds)
        for label in labels
    ]
    pairs = read_pairs(pl.DataFrame(rows)).named("set")
    said = pl.Series("label", ["non-entailment"] * 102, dtype=LABEL_TYPE)
    predictions = Predictions(pl.DataFrame([pairs.frame["id"], said]), TWO_WAY, Provenance("model"))
    correct = [label != "entailment" for labels in golds for label in labels]
    answered = pl.DataFrame({"id": pairs.frame["id"], "correct": correct})
    figures = minimal_pairs(from_pairs("set", pairs, ()), pairs, predictions, answered).figures
    assert figures["same_hypothesis.consistency"].n == 21
    assert figures["same_hypothesis.consistency"].value == 0


def test_groups_that_the_data_state_are_taken_whatever_their_texts_and_size() -> None:
    rng = np.random.default_rng(4)
    words = np.array([f"w{number}" for number in range(100, 900)])
    rows = [
        {
            "premise": " ".join(rng.choice(words, 9)),
            "hypothesis": " ".join(rng.choice(words, 6)),
            "label": ("entailment", "contradiction")[place % 2],
            "minimal_pair": None if group == 30 else f"g{group}",
        }
        for group in range(31)
        for place in range(10)
    ]
    pairs = read_pairs(pl.DataFrame(rows)).named("set")
    answers = pairs.frame["label"].cast(pl.String).to_list()
    for wrong in (3, 4, 57, 301):  # of groups 0, 0 and 5, and of no group
        answers[wrong] = "neutral"
    figures = measured(pairs, answers).figures
    assert figures["stated.consistency"].n == 30
    assert figures["stated.consistency"].value == pytest.approx(28 / 30)
    assert figures["stated.accuracy"].value == pytest.approx(297 / 300)
    assert not [each for each in figures if not each.startswith("stated.")]


def test_hypotheses_of_one_premise_are_a_kind_of_their_own() -> None:
    rng = np.random.default_rng(5)
    words = np.array([f"w{number}" for number in range(100, 900)])
    rows = [
        {"premise": premise, "hypothesis": " ".join(rng.choice(words, 6)), "label": label}
        for premise in (" ".join(rng.choice(words, 9)) for _ in range(25))
        for label in ("entailment", "neutral", "contradiction")
    ]
    figures = measured(read_pairs(pl.DataFrame(rows)).named("set"), ["entailment"] * 75).figures
    assert figures["same_premise.consistency"].n == 25
    assert figures["same_premise.consistency"].value == 0
    assert figures["same_premise.flipped"].n == 75
    assert figures["same_premise.independent"].value == pytest.approx(1 / 27)


def test_pairs_stand_by_what_was_changed_where_one_sentence_was() -> None:
    rng = np.random.default_rng(6)
    words = np.array([f"w{number}" for number in range(100, 900)])
    changed = {"number": ("two men", "six men"), "negation": ("he is here", "he is not here")}
    changed |= {"replaced": ("he walks", "he sleeps"), "order": ("he sees them", "them sees he")}
    rows = [
        {
            "premise": premise,
            "hypothesis": f"{claim} {text}",
            "label": label,
            "minimal_pair": f"{kind} {number}",
        }
        for kind, texts in changed.items()
        for number in range(22)
        for premise, claim in [(" ".join(rng.choice(words, 8)), " ".join(rng.choice(words, 8)))]
        for text, label in zip(texts, ("entailment", "contradiction"), strict=True)
    ]
    pairs = read_pairs(pl.DataFrame(rows)).named("set")
    right_on_numbers = [
        label if number < 44 else "entailment"
        for number, label in enumerate(pairs.frame["label"].cast(pl.String))
    ]
    figures = measured(pairs, right_on_numbers).figures
    assert figures["stated.number.consistency"].value == 1
    for change in ("negation", "replaced", "order"):
        assert figures[f"stated.{change}.consistency"].n == 22
        assert figures[f"stated.{change}.consistency"].value == 0
        assert figures[f"stated.{change}.accuracy"].value == 0.5
    assert "stated.added.consistency" not in figures
