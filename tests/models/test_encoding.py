"""Words become ids and pairs become batches, without loss and in any order."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.errors import MissingGoldError, TokenisationError, UnknownLabelError
from rightreasons.labels import THREE_WAY, TWO_WAY, Label
from rightreasons.models.batch import PAD, UNKNOWN
from rightreasons.models.encoding import TextSettings, batch_of, encode, tokens_of
from rightreasons.models.vocabulary import ModelVocabulary, vocabulary_of
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance

ROWS = [
    ("A man sleeps .", "The man is awake .", "contradiction"),
    ("Two dogs run", "Dogs run", "entailment"),
    ("A man sleeps .", "", "neutral"),
]
TEXT = TextSettings("whitespace")


def table(rows: list[tuple[str, str, str | None]]) -> PairTable:
    premises, hypotheses, labels = (list(column) for column in zip(*rows, strict=True))
    frame = pl.DataFrame(
        {
            "id": [str(row) for row in range(len(rows))],
            "premise": pl.Series(premises, dtype=pl.String),
            "hypothesis": pl.Series(hypotheses, dtype=pl.String),
            "label": pl.Series(labels, dtype=LABEL_TYPE),
        }
    )
    return PairTable(frame, Provenance("made here"), Account(len(rows), len(rows)))


PAIRS = table(list(ROWS))
WORDS = vocabulary_of(tokens_of(PAIRS, TEXT), lower=True)


def test_words_come_by_frequency_and_then_by_the_alphabet() -> None:
    # man 3, then '.', a, dogs, run, sleeps 3/2/..., counted over both sides
    assert WORDS.words[:2] == (".", "man")  # three each
    assert WORDS.words[2:6] == ("a", "dogs", "run", "sleeps")  # two each
    assert WORDS.words[6:] == ("awake", "is", "the", "two")  # one each
    assert len(WORDS) == 10 + 2


def test_rare_words_are_left_out_unless_they_are_asked_for() -> None:
    words = vocabulary_of(tokens_of(PAIRS, TEXT), minimum=3, extra=["zebra", "awake", "man"], lower=True)
    assert words.words == (".", "man", "awake", "zebra")


def test_without_lower_case_a_word_has_two_spellings() -> None:
    assert {"A", "Dogs", "dogs"} <= set(vocabulary_of(tokens_of(PAIRS, TEXT)).words)


def test_ids_follow_padding_and_the_unknown_word() -> None:
    found = WORDS.ids_of(pl.Series(["man", "zebra", ".", ""]))
    assert found.tolist() == [3, UNKNOWN, 2, UNKNOWN]


def test_a_word_is_there_once() -> None:
    with pytest.raises(ValueError, match="once"):
        ModelVocabulary(("a", "a"))


def test_a_batch_holds_the_words_of_its_pairs_in_the_order_asked_for() -> None:
    encoded = encode(PAIRS, WORDS, TEXT, THREE_WAY)
    batch = batch_of(encoded, [2, 1])
    spelled = [["<pad>", "<unknown>", *WORDS.words][i] for i in batch.premise.ids.flatten().tolist()]
    assert spelled == ["a", "man", "sleeps", ".", "two", "dogs", "run", "<pad>"]
    assert batch.premise.lengths.tolist() == [4, 3]
    assert batch.hypothesis.ids.tolist() == [
        [UNKNOWN, PAD],
        WORDS.ids_of(pl.Series(["dogs", "run"])).tolist(),
    ]
    assert batch.gold is not None
    assert batch.gold.tolist() == [1, 0]
    assert batch.rows.tolist() == [2, 1]
    assert batch.premise.mask.tolist() == [[True] * 4, [True, True, True, False]]


def test_gold_goes_by_the_names_of_the_labels() -> None:
    turned = (Label.CONTRADICTION, Label.ENTAILMENT, Label.NEUTRAL)
    gold = encode(PAIRS, WORDS, TEXT, turned).gold
    assert gold is not None
    assert gold.tolist() == [0, 1, 2]
    assert encode(PAIRS, WORDS, TEXT).gold is None


def test_sentences_are_cut_where_asked() -> None:
    encoded = encode(PAIRS, WORDS, replace(TEXT, max_length=2))
    assert encoded.premise.lengths.tolist() == [2, 2, 2]
    assert batch_of(encoded, [0]).premise.ids.tolist() == [WORDS.ids_of(pl.Series(["a", "man"])).tolist()]


def test_a_gold_label_that_the_model_does_not_have_is_refused() -> None:
    with pytest.raises(UnknownLabelError, match="contradiction"):
        encode(PAIRS, WORDS, TEXT, TWO_WAY)


def test_a_pair_without_gold_is_refused_where_gold_is_asked_for() -> None:
    pairs = table([*ROWS, ("A dog", "A cat", None)])
    with pytest.raises(MissingGoldError, match="1 of 4"):
        encode(pairs, WORDS, TEXT, THREE_WAY)
    assert len(encode(pairs, WORDS, TEXT)) == 4


def test_the_words_of_parses_need_parses() -> None:
    with pytest.raises(TokenisationError):
        encode(PAIRS, WORDS, TextSettings("parse"))


def test_transitions_lie_beside_the_words() -> None:
    encoded = encode(PAIRS, WORDS, TEXT)
    trees = [[0, 0, 1, 0, 1, 0, 1], [0, 0, 1, 0, 1], [0, 0, 0, 0, 1, 1, 1]]
    flat = np.array([step for tree in trees for step in tree], dtype=np.int8)
    premise = replace(encoded.premise, transitions=flat)
    batch = batch_of(replace(encoded, premise=premise), [1, 2])
    assert batch.premise.transitions is not None
    assert batch.premise.transitions.tolist() == [[*trees[1], -1, -1], trees[2]]
    assert batch.hypothesis.transitions is None


words = st.lists(st.sampled_from(["a", "b", "c", "\u2028x", 'd"e', "unseen"]), max_size=6)


@given(st.lists(st.tuples(words, words), min_size=1, max_size=8), st.data())
def test_every_batch_says_the_words_of_its_rows(
    texts: list[tuple[list[str], list[str]]], data: st.DataObject
) -> None:
    pairs = table([("  ".join(p), " ".join(h), "neutral") for p, h in texts])
    text = TextSettings("whitespace", lower=False)
    vocabulary = ModelVocabulary(("c", "b", "a", 'd"e'))
    rows = data.draw(st.lists(st.integers(0, len(texts) - 1), min_size=1, max_size=5))
    batch = batch_of(encode(pairs, vocabulary, text), rows)
    for k, side in enumerate((batch.premise, batch.hypothesis)):
        for row, ids, length in zip(rows, side.ids.tolist(), side.lengths.tolist(), strict=True):
            spoken = pairs.frame.row(row)[1 + k].split()
            known = [vocabulary.words.index(w) + 2 if w in vocabulary.words else UNKNOWN for w in spoken]
            assert ids[:length] == (known or [UNKNOWN])
            assert set(ids[length:]) <= {PAD}
    assert isinstance(batch.rows, torch.Tensor)
