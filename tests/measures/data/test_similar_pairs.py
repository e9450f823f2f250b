"""Pairs that occur in two sets or again in their own, counted by hand, with the rows behind each figure."""

from collections.abc import Callable

import polars as pl
import pytest

from rightreasons.measures.data.similar_pairs import similar_pairs
from rightreasons.pairs import PairTable

MakePairs = Callable[..., PairTable]
ItemsOf = Callable[..., pl.DataFrame]
P, H = "two brown dogs run along the beach in the evening", "some animals are running near the water"
OTHER = ("a chef cuts onions in a small kitchen", "somebody is preparing a meal", "entailment")


@pytest.fixture
def splits(make_pairs: MakePairs) -> dict[str, PairTable]:
    train = make_pairs(
        [
            (P, H, "entailment"),
            (P.upper(), f"{H}!", "neutral"),
            OTHER,
            ("it rains on the old town", "the sun is shining on the town", "contradiction"),
        ],
        name="train",
    )
    test = make_pairs(
        [
            (f"{P}.", H, "entailment"),
            (OTHER[0], f"{OTHER[1]} today", "entailment"),
            (OTHER[0], f"{OTHER[1]} today", "contradiction"),
            ("the sun is shining on the town", "it rains on the old town", "contradiction"),
            ("nothing here is like any of it", "nobody has seen this before", "neutral"),
        ],
        name="test",
    )
    return {"train": train, "test": test}


def test_every_figure_is_the_share_of_rows_of_its_kind(splits: dict[str, PairTable]) -> None:
    figures = {name: figure.value for name, figure in similar_pairs(splits).figures.items()}
    assert figures == pytest.approx(
        {
            "equal_pairs": 0.5,
            "near_pairs": 0,
            "exchanged_pairs": 0,
            "similar_pairs": 0.5,
            "contrast_pairs": 0,
            "conflicting_pairs": 0.5,
            "test.equal_pairs": 0.2,
            "test.near_pairs": 0.2,
            "test.exchanged_pairs": 0.2,
            "test.similar_pairs": 0.6,
            "test.contrast_pairs": 0.2,
            "test.conflicting_pairs": 0.2,
        }
    )


def test_rows_behind_a_figure_are_those_that_it_counts(
    splits: dict[str, PairTable], items_of: ItemsOf
) -> None:
    finding = similar_pairs(splits)
    items = items_of(finding, *splits.values())
    for name, figure in finding.figures.items():
        assert figure.rows is not None
        rows = figure.rows.of(items)
        assert rows.height == round((figure.value or 0) * figure.n), name
        assert set(rows["set"]) <= {"test" if name.startswith("test.") else "train"}
    near = finding.figures["test.near_pairs"].rows
    assert near is not None
    assert near.of(items).select("id", "similar_to").rows() == [("row-1", "row-2")]


def test_pairs_stand_side_by_side_and_near_ones_first(splits: dict[str, PairTable]) -> None:
    examples = similar_pairs(splits).views["examples"].records()
    first = examples[0]
    assert (first["kind"], first["hypothesis"], first["other_hypothesis"]) == (
        "near",
        f"{OTHER[1]} today",
        OTHER[1],
    )
    assert {each["set"] for each in examples} == {"train", "test"}


def test_tests_are_held_against_each_other_too(splits: dict[str, PairTable]) -> None:
    lines = similar_pairs({**splits, "second": splits["test"].named("second")}).views["between"].records()
    exact = {(line["set"], line["other_split"]) for line in lines if line["kind"] == "exact"}
    assert exact == {("test", "second"), ("second", "test"), ("test", "test"), ("second", "second")}


def test_pairs_that_two_tests_have_are_counted_in_both(
    splits: dict[str, PairTable], make_pairs: MakePairs, items_of: ItemsOf
) -> None:
    second = make_pairs(
        [(f"{P} today", H, "entailment"), (P, H, "neutral"), OTHER, ("a b c d e", "f g h i", "neutral")],
        name="second",
    )
    finding = similar_pairs({**splits, "second": second})
    shared = {name: figure for name, figure in finding.figures.items() if "shared_pairs" in name}
    # Of the first test the first row, and the second (a word added to OTHER); of the second the first three:
    # an equal pair counts whatever its label.
    assert {name: (figure.value, figure.n) for name, figure in shared.items()} == {
        "test.second.shared_pairs": (2 / 5, 5),
        "second.test.shared_pairs": (3 / 4, 4),
    }
    items = items_of(finding, *splits.values(), second)
    for figure in shared.values():
        assert figure.rows is not None
        assert figure.rows.of(items).height == round((figure.value or 0) * figure.n)
    lines = finding.views["examples_of_tests"].records()
    assert {(line["set"], line["other_split"]) for line in lines} == {("test", "second")}
    near = [(line["id"], line["other_id"]) for line in lines if line["kind"] == "near"]
    assert ("row-1", "row-2") in near
