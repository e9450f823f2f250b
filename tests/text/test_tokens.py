"""Token ids: what goes in as lists comes out again."""

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.text.tokens import from_lists

lists_of_tokens = st.lists(st.one_of(st.none(), st.lists(st.text(max_size=4), max_size=6)), max_size=8)


def series(lists: list[list[str] | None]) -> pl.Series:
    return pl.Series(lists, dtype=pl.List(pl.String))


@given(lists=lists_of_tokens)
def test_lists_come_back_and_null_is_no_tokens(lists: list[list[str] | None]) -> None:
    found = from_lists(series(lists), "any")
    expected = [tokens or [] for tokens in lists]
    assert found.to_lists() == expected
    assert len(found) == len(lists)
    assert found.lengths.tolist() == [len(tokens) for tokens in expected]
    assert found.rows.tolist() == [row for row, tokens in enumerate(expected) for _ in tokens]


@given(lists=lists_of_tokens)
def test_ids_are_the_order_of_first_occurrence(lists: list[list[str] | None]) -> None:
    found = from_lists(series(lists), "any")
    flat = [token for tokens in lists for token in tokens or []]
    seen = list(dict.fromkeys(flat))
    assert found.vocabulary.to_list() == seen
    assert found.ids.tolist() == [seen.index(token) for token in flat]
    assert found.ids.dtype == np.int32
    assert found.offsets.dtype == np.int64


def test_the_same_texts_give_the_same_ids_whatever_was_read_before() -> None:
    lists = series([["b", "a"], ["c", "a"]])
    first = from_lists(lists, "any")
    from_lists(series([["c", "z", "a", "b"]]), "any")
    again = from_lists(lists, "any")
    assert first.ids.tolist() == again.ids.tolist() == [0, 1, 2, 1]
    assert first.vocabulary.equals(again.vocabulary)


def test_a_literal_number_sign_is_a_token_like_any_other() -> None:
    found = from_lists(series([["#", "1", "#"]]), "any")
    assert found.to_lists() == [["#", "1", "#"]]
    assert found.ids.tolist() == [0, 1, 0]


def test_a_null_token_is_refused() -> None:
    with pytest.raises(ValueError, match="never null"):
        from_lists(pl.Series([["a", None]], dtype=pl.List(pl.String)), "any")


@given(lists=lists_of_tokens, vocabulary=st.lists(st.text(max_size=4), unique=True, max_size=8))
def test_tokens_unknown_to_another_vocabulary_become_minus_one(
    lists: list[list[str] | None], vocabulary: list[str]
) -> None:
    found = from_lists(series(lists), "any")
    flat = [token for tokens in lists for token in tokens or []]
    expected = [vocabulary.index(token) if token in vocabulary else -1 for token in flat]
    assert found.recoded(pl.Series(vocabulary, dtype=pl.String)).tolist() == expected
