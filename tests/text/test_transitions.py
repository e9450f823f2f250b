"""Shift and reduce steps, against nltk's trees and the published binary parses."""

import nltk
import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.errors import ParseError
from rightreasons.text.tokens import from_lists
from rightreasons.text.transitions import bracketed, depths_of, right_branching, transitions_of

Nested = str | list["Nested"]
NESTED = st.recursive(
    st.sampled_from(["a", "dog", ".", "-LRB-"]),
    lambda inner: st.lists(inner, min_size=1, max_size=5),
    max_leaves=12,
)


def ptb(tree: Nested) -> str:
    return f"(NN {tree})" if isinstance(tree, str) else f"(X {' '.join(map(ptb, tree))})"


def bare(tree: Nested) -> str:
    return tree if isinstance(tree, str) else f"( {' '.join(map(bare, tree))} )"


def by_nltk(tree: Nested) -> str:
    """Return the right-factored binary parse by nltk, an independent implementation."""
    parsed = nltk.Tree.fromstring(ptb(tree))
    parsed.collapse_unary(collapsePOS=True, collapseRoot=True)
    parsed.chomsky_normal_form(factor="right")

    def written(node: nltk.Tree | str) -> str:
        if isinstance(node, str):
            return node
        parts = [written(child) for child in node]
        return parts[0] if len(parts) == 1 else f"( {' '.join(parts)} )"

    return written(parsed)


def round_trip(parses: pl.Series) -> list[str]:
    found = transitions_of(parses)
    return [bracketed(words, found[row]) for row, words in enumerate(found.tokens.to_lists())]


@given(st.lists(NESTED, min_size=1, max_size=5))
def test_wide_and_unary_nodes_are_binarised_as_nltk_does(trees: list[Nested]) -> None:
    assert round_trip(pl.Series([ptb(tree) for tree in trees])) == [by_nltk(tree) for tree in trees]


@given(st.lists(NESTED, min_size=1, max_size=5))
def test_brackets_without_names_give_the_same_trees(trees: list[Nested]) -> None:
    named, unnamed = (transitions_of(pl.Series([form(tree) for tree in trees])) for form in (ptb, bare))
    assert named.steps.tolist() == unnamed.steps.tolist()
    assert named.tokens.to_lists() == unnamed.tokens.to_lists()


def test_steps_are_the_nodes_in_postorder() -> None:
    found = transitions_of(pl.Series(["( ( a b ) c )", "alone", "( a ( b c ) )"]))
    assert [found[row].tolist() for row in range(3)] == [[0, 0, 1, 0, 1], [0], [0, 0, 0, 1, 1]]


@pytest.mark.parametrize("parse", [None, "", "( )", "( a", "a )", "( a ) ( b )"])
def test_a_parse_without_a_tree_is_refused_by_its_row(parse: str | None) -> None:
    with pytest.raises(ParseError, match="row 1"):
        transitions_of(pl.Series(["( a b )", parse]))


@given(st.lists(st.integers(1, 6), min_size=1, max_size=5))
def test_right_branching_trees_are_the_nested_brackets(lengths: list[int]) -> None:
    words = [[f"w{position}" for position in range(length)] for length in lengths]
    nested = []
    for sentence in words:
        text = sentence[-1]
        for word in reversed(sentence[:-1]):
            text = f"( {word} {text} )"
        nested.append(text)
    found = right_branching(from_lists(pl.Series(words), "test"))
    assert found.steps.tolist() == transitions_of(pl.Series(nested)).steps.tolist()


@given(NESTED)
def test_depths_are_the_brackets_around_a_node(tree: Nested) -> None:
    found = transitions_of(pl.Series([bare(tree)]))
    depths, wrong = depths_of(found.steps, found.offsets)
    text = bracketed(found.tokens.to_lists()[0], found.steps)
    expected, open_brackets = [], 0
    for symbol in text.split():
        open_brackets -= symbol == ")"
        if symbol != "(":
            expected.append(open_brackets)
        open_brackets += symbol == "("
    assert (depths.tolist(), wrong) == (expected, -1)


@pytest.mark.parametrize("steps", [[1], [0, 0], [0, 1], [0, 0, 1, 1], [1, 0, 0]])
def test_steps_that_are_no_tree_are_told_by_their_row(steps: list[int]) -> None:
    both = np.array([0, 0, 1, *steps], dtype=np.int8)
    assert depths_of(both, np.array([0, 3, len(both)]))[1] == 1


def test_snlis_own_binary_parses_come_back_word_for_word(snli_dev: pl.DataFrame) -> None:
    parses = pl.concat(
        [
            snli_dev["sentence1_binary_parse"],
            snli_dev["sentence2_binary_parse"].alias("sentence1_binary_parse"),
        ]
    )
    assert round_trip(parses) == parses.to_list()
