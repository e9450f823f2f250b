"""Each control changes what it says it changes, keeps the ids, and leaves the rest alone."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.challenges.controls import CONTROLS, controlled
from rightreasons.challenges.controls.chance import other_positions, reordered
from rightreasons.errors import MeasureInputError, UnknownNameError
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance
from rightreasons.sources.read import read_pairs

ROWS = [
    ("a", "A man sleeps.", "A man rests.", "entailment"),
    ("b", "A man sleeps.", "Someone sleeps!", "neutral"),
    ("c", "Anna runs", "Anna walks home", "contradiction"),
    ("d", "Two dogs bark.", "Run.", "neutral"),
    ("e", "Birds fly.", "Birds fly away.", "entailment"),
]


def table(rows: Sequence[tuple[str, ...]]) -> PairTable:
    frame = pl.DataFrame(rows, schema=["id", "premise", "hypothesis", "label"], orient="row")
    return PairTable(
        frame.with_columns(
            pl.col("label").cast(LABEL_TYPE),
            premise_binary_parse="( " + pl.col("premise") + " )",
            hypothesis_binary_parse="[ " + pl.col("hypothesis") + " ]",
            genre=pl.lit("fiction"),
        ),
        Provenance("five"),
        Account(len(rows), len(rows)),
    )


@pytest.fixture
def base() -> PairTable:
    return table(ROWS)


def test_without_its_premise_an_item_keeps_hypothesis_and_gold(base: PairTable) -> None:
    made = controlled(base, "hypothesis_alone", 1)
    assert made.premises.to_list() == [""] * 5
    assert made.frame.select("id", "hypothesis", "label", "genre").equals(
        base.frame.select("id", "hypothesis", "label", "genre")
    )
    assert "premise_binary_parse" not in made.frame.columns
    assert "hypothesis_binary_parse" in made.frame.columns


def test_a_shuffled_premise_brings_its_parse_and_is_never_the_items_own_text(base: PairTable) -> None:
    made = controlled(base, "premise_shuffled", 1)
    assert (made.premises != base.premises).all()
    assert Counter(made.premises) == Counter(base.premises)
    assert (made.frame["premise_binary_parse"] == "( " + made.premises + " )").all()
    assert made.hypotheses.equals(base.hypotheses)


def test_a_premise_in_more_than_half_of_the_items_cannot_be_shuffled() -> None:
    rows = [(str(i), "same" if i < 3 else "other", "h", "neutral") for i in range(5)]
    with pytest.raises(MeasureInputError, match="one premise in more than half of the 5 items"):
        controlled(table(rows), "premise_shuffled", 1)


@given(st.lists(st.sampled_from("abcdef"), max_size=60), st.integers(0, 5))
def test_other_positions_are_a_permutation_that_meets_no_equal_text(texts: list[str], seed: int) -> None:
    found = other_positions(pl.Series(texts, dtype=pl.String), np.random.default_rng(seed))
    if texts and 2 * max(Counter(texts).values()) > len(texts):
        assert found is None
        return
    assert found is not None
    assert sorted(found) == list(range(len(texts)))
    assert all(texts[there] != text for there, text in zip(found, texts, strict=True))


def test_exchanged_sentences_take_their_parses_along(base: PairTable) -> None:
    made = controlled(base, "exchanged", 1).frame
    assert made["premise"].to_list() == base.hypotheses.to_list()
    assert made["hypothesis"].to_list() == base.premises.to_list()
    assert made["premise_binary_parse"].to_list() == base.frame["hypothesis_binary_parse"].to_list()


def test_a_sentence_with_itself_is_entailment_and_with_its_negation_contradiction(base: PairTable) -> None:
    same, negated = (controlled(base, name, 1) for name in ("identity", "negated_identity"))
    assert same.hypotheses.to_list() == base.premises.to_list()
    assert same.counts() == {"entailment": 5}
    assert negated.counts() == {"contradiction": 5}
    assert negated.hypotheses.to_list() == [
        "It is not true that a man sleeps.",
        "It is not true that a man sleeps.",
        "It is not true that Anna runs",
        "It is not true that two dogs bark.",
        "It is not true that Birds fly.",
    ]


def test_the_negation_has_the_gold_labels_of_the_set(base: PairTable) -> None:
    rows = [(*row[:3], "non-entailment" if row[3] != "entailment" else row[3]) for row in ROWS]
    assert controlled(table(rows), "negated_identity", 1).labels == ("non-entailment",)


def test_words_change_order_and_one_word_is_left_out_and_counted(base: PairTable) -> None:
    made = controlled(base, "word_order_shuffled", 1)
    assert made.frame["id"].to_list() == ["a", "b", "c", "e"]
    assert made.account.dropped[0].reason == "hypothesis without another word order"
    for new, old in zip(made.hypotheses, base.hypotheses.gather([0, 1, 2, 4]), strict=True):
        assert new != old
        assert sorted(new.rstrip(".!").split()) == sorted(old.rstrip(".!").split())
        assert (new[-1] in ".!") == (old[-1] in ".!")
    assert "hypothesis_binary_parse" not in made.frame.columns


def test_one_word_again_and_again_has_no_other_order() -> None:
    assert reordered("no no no!", np.random.default_rng(1)) is None
    assert reordered("", np.random.default_rng(1)) is None
    with pytest.raises(MeasureInputError, match="two different words"):
        controlled(table([("a", "p", "Run.", "neutral")]), "word_order_shuffled", 1)


def test_the_tautology_stands_before_the_full_stop(base: PairTable) -> None:
    made = controlled(base, "true_is_true", 1)
    assert made.hypotheses.to_list()[:3] == [
        "A man rests and true is true.",
        "Someone sleeps and true is true!",
        "Anna walks home and true is true",
    ]
    assert made.gold.equals(base.gold)


@pytest.mark.parametrize("name", CONTROLS)
def test_every_control_repeats_by_its_seed_and_says_its_name(name: str, base: PairTable) -> None:
    made = controlled(base, name, 3)
    assert made.frame.equals(controlled(base, name, 3).frame)
    assert made.frame["control"].unique().to_list() == [name]
    assert set(made.frame["id"]) <= set(base.frame["id"])
    assert made.account.read == 5


def test_an_unknown_control_is_an_error_that_lists_them(base: PairTable) -> None:
    with pytest.raises(UnknownNameError, match="hypothesis_alone"):
        controlled(base, "upside_down", 1)


def test_only_empty_premises_have_no_identity() -> None:
    with pytest.raises(MeasureInputError, match="only empty premises"):
        controlled(table([("a", " ", "h", "neutral")]), "identity", 1)


def test_all_controls_can_be_made_of_snli(shared_data: Path) -> None:
    pairs = read_pairs(shared_data / "snli/snli_1.0_test.jsonl.gz").with_gold()
    for name in CONTROLS:
        assert len(controlled(pairs, name, 1)) >= 9_823  # one hypothesis is a single word


@pytest.mark.parametrize("name", CONTROLS)
def test_only_what_puts_words_into_sentences_needs_english(base: PairTable, name: str) -> None:
    if name not in ("negated_identity", "true_is_true"):
        assert len(controlled(base, name, 1, "de"))
        return
    with pytest.raises(MeasureInputError, match="needs English, and the language is 'de'"):
        controlled(base, name, 1, "de")
