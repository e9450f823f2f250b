"""How pairs occur again: equal, in other spelling, a word or two apart, with exchanged roles."""

from collections.abc import Sequence

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.text.test_word_edits import whole_table

from rightreasons.artifacts.similar_pairs import occurring
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance

Row = tuple[str, str, str | None]
PREMISE = "two brown dogs run along the beach in the evening"
HYPOTHESIS = "some animals are running near the water"
PAIR: Row = (PREMISE, HYPOTHESIS, "entailment")


def table(rows: Sequence[Row], name: str = "train") -> PairTable:
    frame = pl.DataFrame(rows, schema=["premise", "hypothesis", "label"], orient="row").with_columns(
        pl.col("label").cast(LABEL_TYPE)
    )
    frame = frame.select(pl.format("{}{}", pl.lit(name), pl.int_range(pl.len())).alias("id"), pl.all())
    return PairTable(frame, Provenance(name), Account(len(rows), len(rows)))


def found_in(test: Sequence[Row], train: Sequence[Row]) -> list[tuple[str | None, bool, int | None]]:
    found = occurring(table(test, "test"), table(train))
    return found.select("kind", "same_label", "partner").rows()


@pytest.mark.parametrize(
    ("premise", "hypothesis", "label", "kind"),
    [
        (PREMISE, HYPOTHESIS, "entailment", "exact"),
        (PREMISE, HYPOTHESIS, "neutral", "exact"),
        (
            PREMISE.upper() + ".",
            "Some\u00a0animals  are run\u200bning near the water!",
            "entailment",
            "normalised",
        ),
        ("“Two brown dogs” run along the beach in the evening", HYPOTHESIS, "entailment", "normalised"),
        (PREMISE, HYPOTHESIS + " today.", "entailment", "near"),
        (PREMISE.replace("beach", "shore"), HYPOTHESIS.replace("near", "by"), "entailment", "near"),
        (PREMISE.replace("brown dogs", "dogs brown"), HYPOTHESIS, "entailment", "near"),
        (PREMISE, HYPOTHESIS.replace("animals", "cats"), "contradiction", "contrast"),
        (PREMISE.replace("two", "three"), HYPOTHESIS.replace("are running", "walk"), "entailment", None),
        (HYPOTHESIS, PREMISE, "entailment", "exchanged"),
        (HYPOTHESIS, PREMISE, "contradiction", "contrast"),
        (
            "a man sings in the old opera house",
            "somebody is making music indoors tonight",
            "entailment",
            None,
        ),
        (PREMISE, HYPOTHESIS + " today.", None, None),
    ],
)
def test_a_pair_is_told_by_edits_on_both_sides(
    premise: str, hypothesis: str, label: str | None, kind: str | None
) -> None:
    ((found, same_label, partner),) = found_in([(premise, hypothesis, label)], [PAIR])
    assert found == kind
    assert partner == (None if kind is None else 0)
    assert same_label == (kind not in (None, "contrast") and label == "entailment")


@pytest.mark.parametrize(
    ("own", "other", "near"),
    [
        ("a man sleeps outside", "a man sleeps inside", True),
        ("a man sleeps outside", "a woman sleeps inside", False),
        ("it rains", "it rains today", True),
        ("rain", "snow", False),
    ],
)
def test_short_texts_take_one_edit_and_single_words_none(*, own: str, other: str, near: bool) -> None:
    ((kind, _, _),) = found_in([(PREMISE, own, "neutral")], [(PREMISE, other, "neutral")])
    assert (kind == "near") is near


def test_characters_are_words_where_a_script_has_no_spaces_between_them() -> None:
    train = [("男の人が公園で犬と散歩している", "人が外にいます", "entailment")]
    test = [
        ("男の人が公園で猫と散歩している", "人が外にいます", "entailment"),
        ("男の人 が公園で犬と散歩している。", "人が外にいます", "entailment"),
        ("女性が部屋で本を読んでいる", "人が外にいます", "entailment"),
    ]
    assert [kind for kind, _, _ in found_in(test, train)] == ["near", "normalised", None]


def test_two_labels_agree_with_three_where_one_holds_the_other() -> None:
    other = (PREMISE, HYPOTHESIS + " today", "non-entailment")
    assert found_in([other], [(PREMISE, HYPOTHESIS, "neutral")])[0][0] == "near"
    assert found_in([other], [PAIR])[0][0] == "contrast"


def test_the_same_label_comes_before_another_and_fewer_edits_before_more() -> None:
    train: list[Row] = [
        (PREMISE, HYPOTHESIS + " right now", "neutral"),
        (PREMISE, HYPOTHESIS + " now", "neutral"),
        (PREMISE, HYPOTHESIS, "contradiction"),
    ]
    assert found_in([(PREMISE, HYPOTHESIS, "neutral")], train) == [("exact", False, 2)]
    assert found_in([(PREMISE, HYPOTHESIS + " there", "neutral")], train) == [("near", True, 1)]


def test_within_a_set_a_row_does_not_occur_by_itself() -> None:
    rows: list[Row] = [
        PAIR,
        ("a cat sleeps on the warm sofa", "an animal is asleep inside", "entailment"),
        PAIR,
    ]
    rows.append((PREMISE, HYPOTHESIS + " today", "entailment"))
    found = occurring(table(rows))
    assert found["kind"].to_list() == ["exact", None, "exact", "near"]
    assert found["partner"].to_list() == [2, None, 0, 0]


_TEXT = st.lists(st.sampled_from("abcdefg"), min_size=1, max_size=7)
_ROW = st.tuples(_TEXT, _TEXT, st.sampled_from(["entailment", "neutral"]))


@given(st.lists(_ROW, min_size=1, max_size=5), st.lists(_ROW, min_size=1, max_size=5))
def test_near_pairs_are_those_that_counting_every_edit_finds(
    test: list[tuple[list[str], list[str], str]], train: list[tuple[list[str], list[str], str]]
) -> None:
    found = found_in(*([(" ".join(p), " ".join(h), label) for p, h, label in rows] for rows in (test, train)))
    for (kind, _, _), own in zip(found, test, strict=True):
        if kind in (None, "near", "contrast", "exchanged"):
            assert (kind == "near") == any(_is_near(own, other) for other in train if own[2] == other[2])


def _is_near(own: tuple[list[str], list[str], str], other: tuple[list[str], list[str], str]) -> bool:
    """Say by the whole table of edits of either side what is near."""
    edits, takes = [], []
    for side in (0, 1):
        edits.append(whole_table(own[side], other[side]))
        fewest = min(len(own[side]), len(other[side]))
        takes.append(2 if fewest > 4 else 1 if fewest > 1 else 0)
    return all(n <= m for n, m in zip(edits, takes, strict=True)) and 0 < sum(edits) <= max(takes)
