"""Constituents are what subtrees of the parses hold; nltk reads the same trees."""

from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.tree import Tree

from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.predicates.vocabulary import columns, holds, predicate_of

_WORDS = ("dogs", "cats", "saw", "near", "old")


@st.composite
def _trees(draw: st.DrawFn) -> Tree:
    nodes = [Tree("W", [word]) for word in draw(st.lists(st.sampled_from(_WORDS), min_size=1, max_size=7))]
    while len(nodes) > 1:
        place = draw(st.integers(0, len(nodes) - 2))
        nodes[place : place + 2] = [Tree("X", nodes[place : place + 2])]
    return nodes[0]


def _binary(tree: Tree) -> str:
    return str(tree[0]) if tree.label() == "W" else f"( {' '.join(map(_binary, tree))} )"


def _penn(tree: Tree) -> str:
    return str(tree.pformat(margin=10**6))


def _pairs(make_pairs: Any, rows: list[tuple[Tree, Tree]], kind: str) -> Any:
    written = _penn if kind == "parse" else _binary
    texts = [(" ".join(p.leaves()), " ".join(h.leaves()), "neutral") for p, h in rows]
    pairs = make_pairs(texts)
    parses = {
        f"premise_{kind}": [written(p) for p, _ in rows],
        f"hypothesis_{kind}": [written(h) for _, h in rows],
    }
    parsed = {name: pl.Series(values) for name, values in parses.items()}
    return replace(pairs, frame=pairs.frame.with_columns(**parsed))


def _expected(whole: Tree, part: Tree) -> bool:
    return any(each.leaves() == part.leaves() for each in whole.subtrees())


@pytest.mark.parametrize("kind", ["parse", "binary_parse"])
@given(rows=st.lists(st.tuples(_trees(), _trees()), min_size=1, max_size=20))
def test_a_sentence_is_a_constituent_where_a_subtree_holds_just_its_words(
    make_pairs: Any, rows: list[tuple[Tree, Tree]], kind: str
) -> None:
    block = Block(_pairs(make_pairs, rows, kind))
    assert list(holds(predicate_of("constituent: hypothesis"), block)) == [_expected(p, h) for p, h in rows]
    assert list(holds(predicate_of("constituent: premise"), block)) == [_expected(h, p) for p, h in rows]


def test_data_without_parses_have_no_such_predicate(make_pairs: Any) -> None:
    pairs = make_pairs([("Dogs saw cats.", "Dogs.", "neutral")] * 10)
    found = columns(Block(pairs), np.ones(10, dtype=bool), 0, 10)
    assert "constituent" not in {each.predicate.family for each in found}
