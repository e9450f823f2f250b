"""Trees of the data where there are any, of a bracketer where there are none."""

from dataclasses import replace

import polars as pl
import pytest

from rightreasons.errors import MeasureInputError, ModelError, ParseError
from rightreasons.models.encoding import TextSettings
from rightreasons.models.trees import encode_with_trees, own_parses, trees_of, with_parses
from rightreasons.models.vocabulary import ModelVocabulary
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance
from rightreasons.text.bracketing.bracketer import Bracketer, train_bracketer
from rightreasons.text.transitions import transitions_of

PREMISE = "( ( A man ) ( sleeps . ) )"
PTB = "(ROOT (S (NP (DT A) (NN man)) (VP (VBZ sleeps)) (. .)))"


def pairs_with(binary: list[str | None], ptb: list[str | None] | None = None) -> PairTable:
    count = len(binary)
    columns: dict[str, list[str | None]] = {
        "id": [str(number) for number in range(count)],
        "premise": ["A man sleeps."] * count,
        "hypothesis": ["A (tall) man."] * count,
        "premise_binary_parse": binary,
        "hypothesis_binary_parse": ["( ( A man ) . )"] * count,
    }
    if ptb is not None:
        columns["premise_parse"] = ptb
    frame = pl.DataFrame(columns).with_columns(label=pl.lit("neutral", dtype=LABEL_TYPE))
    return PairTable(frame, Provenance("made"), Account(count, count))


@pytest.fixture(scope="module")
def bracketer() -> Bracketer:
    return train_bracketer(transitions_of(pl.Series([PREMISE, "( A ( ( tall man ) . ) )"])))


def test_a_sentence_with_a_parse_has_its_tree() -> None:
    premise, hypothesis = trees_of(pairs_with([PREMISE]))
    assert premise[0].tolist() == [0, 0, 1, 0, 0, 1, 1]
    assert hypothesis.tokens.to_lists() == [["A", "man", "."]]


def test_the_binary_parse_goes_before_the_ptb_parse_which_goes_before_none() -> None:
    premise, _ = trees_of(pairs_with([PREMISE, None, " "], [PTB, PTB, PTB]))
    # of any arity, to the right: (S (NP A man) ((VP sleeps) .)) is the same tree here
    assert [premise[row].tolist() for row in range(3)] == [[0, 0, 1, 0, 0, 1, 1]] * 3


def test_a_sentence_without_a_parse_is_bracketed_and_keeps_its_place(bracketer: Bracketer) -> None:
    premise, _ = trees_of(pairs_with([None, PREMISE, None]), bracketer)
    assert premise.tokens.to_lists() == [["A", "man", "sleeps", "."]] * 3
    assert premise[1].tolist() == [0, 0, 1, 0, 0, 1, 1]


def test_brackets_in_the_text_are_words(bracketer: Bracketer) -> None:
    pairs = pairs_with([PREMISE])
    bare = replace(pairs, frame=pairs.frame.drop("hypothesis_binary_parse"))
    _, hypothesis = trees_of(bare, bracketer)
    assert hypothesis.tokens.to_lists() == [["A", "-LRB-", "tall", "-RRB-", "man", "."]]


def test_a_text_without_words_is_a_tree_of_one(bracketer: Bracketer) -> None:
    pairs = pairs_with([None])
    empty = replace(pairs, frame=pairs.frame.with_columns(premise=pl.lit(" ")))
    premise, _ = trees_of(empty, bracketer)
    assert premise[0].tolist() == [0]


def test_without_parse_and_bracketer_it_is_said_how_many_are_missing() -> None:
    with pytest.raises(MeasureInputError, match="no parse of 2 premise sentences"):
        trees_of(pairs_with([None, PREMISE, None]))


def test_word_ids_and_transitions_belong_together() -> None:
    encoded = encode_with_trees(
        pairs_with([PREMISE]), ModelVocabulary(("a", "man")), TextSettings(max_length=2)
    )
    assert encoded.premise.ids.tolist() == [2, 3, 1, 1]  # a tree is not cut
    assert encoded.premise.transitions is not None
    assert len(encoded.premise.transitions) == 2 * 4 - 1


def right_branching(texts: list[str]) -> list[str]:
    """A user's parser: words at white space, to the right."""
    made = []
    for text in texts:
        *others, tree = text.split()
        for word in reversed(others):
            tree = f"( {word} {tree} )"
        made.append(tree)
    return made


def test_a_parser_gives_the_sentences_that_have_none_theirs() -> None:
    pairs = pairs_with([PREMISE, None, None])
    parsed = with_parses(pairs, right_branching, "py:mine:parse")
    assert own_parses(parsed, "premise").to_list() == [PREMISE, *["( A ( man sleeps. ) )"] * 2]
    assert own_parses(parsed, "hypothesis").equals(own_parses(pairs, "hypothesis"))
    assert parsed.provenance.notes == ("parses of 1 distinct sentences by py:mine:parse",)
    assert with_parses(parsed, right_branching, "again") is parsed


def test_a_parser_may_give_trees_of_the_penn_treebank() -> None:
    parsed = with_parses(pairs_with([None]), lambda texts: [PTB] * len(texts), "ptb")
    premise, _ = trees_of(parsed)
    assert premise[0].tolist() == [0, 0, 1, 0, 0, 1, 1]


def test_a_parser_that_fails_or_gives_other_things_is_answered() -> None:
    pairs = pairs_with([None, None])
    with pytest.raises(ModelError, match="2 parses of 1 texts by 'p'"):
        with_parses(pairs, lambda texts: [PREMISE, *texts], "p")
    with pytest.raises(ModelError, match=r"'p' failed .ZeroDivisionError"):
        with_parses(pairs, lambda texts: [str(1 // 0) for _ in texts], "p")
    with pytest.raises(ParseError):
        with_parses(pairs, lambda texts: ["( A ( man" for _ in texts], "p")
