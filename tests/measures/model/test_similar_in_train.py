"""Accuracy on items whose pair is in the training data, and on the others, counted by hand."""

from collections.abc import Callable
from dataclasses import replace

import polars as pl
import pytest

from rightreasons.challenges.challenge import ChallengeOptions, from_pairs
from rightreasons.challenges.changes.made import negation
from rightreasons.errors import NotApplicableError
from rightreasons.measures.model.similar_in_train import similar_in_train
from rightreasons.pairs import PairTable

MakePairs = Callable[..., PairTable]
ROWS = [
    ("two brown dogs run along the beach", "some animals are running near water", "entailment"),
    ("a chef cuts onions in a small kitchen", "somebody is preparing a good meal", "neutral"),
    ("it rains on the old town all day", "the sun is shining on the town", "contradiction"),
    ("three children play with a red ball", "nobody is playing with a ball", "contradiction"),
]


def test_accuracy_is_told_with_and_without_the_items_in_training(make_pairs: MakePairs) -> None:
    train = make_pairs([ROWS[0], (ROWS[1][0], f"{ROWS[1][1]} now", "neutral")], name="train")
    items = make_pairs(ROWS, name="test")
    answered = pl.DataFrame({"id": ["row-3", "row-0", "row-1"], "correct": [False, True, True]})
    finding = similar_in_train(from_pairs("test", items, ()), items, answered, train, "tiny")
    figures = {name: (figure.value, figure.n) for name, figure in finding.figures.items()}
    assert figures["similar_pairs"] == (0.5, 4)
    assert (figures["equal_pairs"], figures["near_pairs"]) == ((0.25, 4), (0.25, 4))
    assert figures["accuracy.all"] == pytest.approx((2 / 3, 3))
    assert figures["accuracy.in_train"] == (1.0, 2)
    assert figures["accuracy.not_in_train"] == (0.0, 1)
    assert finding.items is not None
    assert finding.items.rows() == [
        ("row-0", "exact", "row-0"),
        ("row-1", "near", "row-1"),
        ("row-2", "none", None),
        ("row-3", "none", None),
    ]


def test_where_every_item_is_in_training_nothing_is_said_of_others(make_pairs: MakePairs) -> None:
    items = make_pairs(ROWS, name="test")
    answered = items.frame.select("id").with_columns(correct=pl.lit(value=True))
    finding = similar_in_train(from_pairs("test", items, ()), items, answered, items.named("train"))
    assert finding.figures["accuracy.not_in_train"].value is None
    assert finding.headline.startswith("Every answered item")


def test_items_made_from_training_are_no_leak(make_pairs: MakePairs) -> None:
    items = make_pairs(ROWS, name="test")
    challenge = from_pairs("test", items, ())
    for given, swaps in ((replace(challenge, from_train=True), None), (challenge, items.frame)):
        with pytest.raises(NotApplicableError):
            similar_in_train(given, items, items.frame.select("id"), items, swaps=swaps)


def test_minimal_changes_of_training_claims_say_where_they_come_from(make_pairs: MakePairs) -> None:
    train = make_pairs([(f"{premise} .", f"{hypothesis} .", "entailment") for premise, hypothesis, _ in ROWS])
    assert negation(train, ChallengeOptions()).from_train
