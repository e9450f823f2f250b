"""Which columns are groups by default, how tags are read, and how an item is scored under each of them."""

from collections.abc import Sequence
from typing import Any

import polars as pl
import pytest

from rightreasons.challenges.challenge import from_pairs
from rightreasons.challenges.group_columns import group_columns, holds_tags, premise_clusters, without_overlap
from rightreasons.errors import MeasureInputError
from rightreasons.labels import Label
from rightreasons.measures.model.score import score
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance
from rightreasons.predictions import Predictions

TEN = [str(i) for i in range(10)]


def pairs(**columns: Sequence[Any]) -> PairTable:
    frame = pl.DataFrame(
        {
            "id": TEN,
            "premise": [f"p{i // 2}" for i in range(10)],
            "hypothesis": TEN,
            "label": pl.Series(["entailment", "neutral"] * 5, dtype=LABEL_TYPE),
            **columns,
        }
    )
    return PairTable(frame, Provenance("ten"), Account(10, 10))


def always_neutral(table: PairTable) -> Predictions:
    frame = table.frame.select("id", label=pl.lit("neutral").cast(LABEL_TYPE))
    return Predictions(frame, (Label.ENTAILMENT, Label.NEUTRAL), Provenance("always"))


@pytest.mark.parametrize(
    "column",
    [
        pytest.param(["same"] * 10, id="one value"),
        pytest.param([f"value {i}" for i in range(10)], id="a value a row"),
        pytest.param([f"value {i % 6}" for i in range(10)], id="more than half as many values as rows"),
        pytest.param(["1", "2"] * 5, id="numbers"),
        pytest.param(["4, 5", "-2.5"] * 5, id="several numbers"),
        pytest.param([0.5, 1.5] * 5, id="a number type"),
        pytest.param([True, False] * 5, id="booleans"),
        pytest.param(["e", "n", "c", "e", "n"] * 2, id="labels"),
        pytest.param(["entailment", "not_entailment"] * 5, id="labels of two classes"),
        pytest.param([None] * 10, id="nothing"),
    ],
)
def test_what_is_no_group_by_itself_is_not_offered(column: Sequence[Any]) -> None:
    assert group_columns(pairs(column=column)) == ()


def test_text_with_few_values_is_a_group_and_the_fewest_come_first() -> None:
    table = pairs(
        genre=["a", "b", "c", "d", "a"] * 2, source=["x", "y"] * 5, tags=["['k', 'l']", "['m']"] * 5
    )
    assert group_columns(table) == ("source", "tags", "genre")
    assert group_columns(table, most=3) == ("source", "tags")


@pytest.mark.parametrize("text", ["['Basic', 'Lexical']", '["Basic", "Lexical"]', "[]", " ['it, is'] "])
def test_texts_that_are_lists_are_tags(text: str) -> None:
    assert holds_tags(pl.Series([text, "['Basic']", None]))


@pytest.mark.parametrize("text", ["Basic-Lexical, Tricky", "[1, 2]", "['open'", "Basic"])
def test_other_texts_are_not(text: str) -> None:
    assert not holds_tags(pl.Series([text, "['Basic']"]))


def test_an_item_is_scored_once_under_each_of_its_tags() -> None:
    tags = ["['a', 'b', 'a']", "['b']", "[]", None, "['it, is']"] * 2
    challenge = from_pairs("tagged", table := pairs(tags=tags), ("tags",))
    finding = score(challenge, always_neutral(table))
    # Rows 0 and 5 have tag a, rows 0, 1, 5, 6 tag b; even rows are entailment, odd ones neutral.
    assert {name: (each.value, each.n) for name, each in finding.figures.items() if name[0] in "abi"} == {
        "a.entailment": (0, 1),
        "a.neutral": (1, 1),
        "b.entailment": (0, 2),
        "b.neutral": (1, 2),
        "it, is.entailment": (0, 1),
        "it, is.neutral": (1, 1),
        "all.entailment": (0, 5),
        "all.neutral": (1, 5),
        "accuracy": (0.5, 10),
        "balanced_accuracy": (0.5, 10),
    }
    assert len(finding.views["by_tags"].lines) == 6
    items = challenge.items.with_columns(set=pl.lit("tagged")).cast({"label": pl.String})
    assert finding.items is not None
    items = items.join(finding.items, on="id")
    for figure in finding.figures.where("accuracy"):
        assert figure.rows is not None
        rows = figure.rows.of(items)
        assert (rows.height, rows["correct"].mean()) == (figure.n, figure.value), figure.name
        assert rows["correct"].is_sorted()  # wrong ones first


def test_a_value_names_one_cell_even_where_two_columns_have_it() -> None:
    table = pairs(one=["x", "y"] * 5, two=["y", "z"] * 5, three=["u", None] * 5)
    challenge = from_pairs("named", table, ("one", "two", "three"))
    assert challenge.groups == ("one", "two", "three")
    assert challenge.named == ("one", "three")
    assert without_overlap(challenge.items, ("two", "one")) == ("two",)


def test_premises_that_come_again_are_clusters_of_their_items() -> None:
    table = pairs(genre=["x", "y"] * 5)
    assert premise_clusters(table) == "premise"
    challenge = from_pairs("clustered", table, ("genre",), clusters=premise_clusters(table))
    finding = score(challenge, always_neutral(table))
    rows = [
        dict(zip(finding.views["by_genre"].columns, row, strict=True))
        for row in finding.views["by_genre"].lines
    ]
    assert [row["premises"] for row in rows] == [5, 5]
    assert (rows[0]["premise_low"], rows[0]["premise_high"]) == (None, None)  # too few for an interval
    assert any(
        note.startswith("premise_low and premise_high bound an interval over premises")
        for note in finding.notes
    )
    assert premise_clusters(table.head(1)) is None


def test_a_group_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(MeasureInputError, match=r"(?s)no column 'gender'.*'genre'"):
        from_pairs("ten", pairs(genre=["x", "y"] * 5), ("gender",))
