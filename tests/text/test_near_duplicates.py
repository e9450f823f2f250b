"""Texts that are one text: what counts as equal, and what as an edit of a word or two."""

from itertools import combinations

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.text.near_duplicates import near_duplicates, normalised, occur_in

NINE = "the quick brown fox jumps over the lazy dog"
WORDS = st.lists(st.sampled_from("abcde"), min_size=6, max_size=10)


def near(one: str, other: str) -> bool:
    """Try every run of up to two words that could be left out of either."""
    left, right = one.split(), other.split()
    if min(len(left), len(right)) < 8:
        return False
    ways = [
        {(*words[:start], *words[start + run :]) for run in range(3) for start in range(len(words) - run + 1)}
        for words in (left, right)
    ]
    return bool(ways[0] & ways[1])


def joined(texts: list[str], links: list[tuple[int, int]]) -> list[int]:
    """Return the least position that each text is connected to."""
    least = list(range(len(texts)))
    for _ in texts:
        for one, other in links:
            least[one] = least[other] = min(least[one], least[other])
    return least


def test_case_punctuation_and_width_do_not_make_another_text() -> None:
    same = [
        "He left.",
        "he LEFT !",
        "he\tleft",
        "Ｈｅ left",
        "He\u00a0left",
        "He l\u200be\ufeffft\u00ad",
        "“He left”",
    ]
    found = normalised(pl.Series([*same, "...", "?!", ""])).to_list()
    assert found[: len(same)] == ["he left"] * len(same)
    assert found[len(same) :] == ["...", "?!", ""]
    assert normalised(pl.Series(["Straße", "STRASSE", "ΟΔΟΣ", "οδος"])).n_unique() == 2


@pytest.mark.parametrize(
    ("other", "one_text"),
    [
        ("the quick brown cat jumps over the lazy dog", True),
        ("the quick brown fox leaps under the lazy dog", True),
        ("the quick brown fox jumps over the dog", True),
        ("the quick brown fox never ever jumps over the lazy dog", True),
        ("a quick brown fox jumps over the lazy cat", False),
        ("the quick brown fox jumps over one fat cat", False),
    ],
)
def test_a_run_of_two_words_may_differ(*, other: str, one_text: bool) -> None:
    assert bool(len(near_duplicates(pl.Series([NINE, other])))) is one_text
    assert occur_in(pl.Series([other]), pl.Series(["something else", NINE])).tolist() == [one_text]


def test_short_texts_are_near_none() -> None:
    assert not len(near_duplicates(pl.Series(["a man is outside", "a man is inside"])))
    assert occur_in(pl.Series(["a man"]), pl.Series(["a man"])).tolist() == [True]


def test_nothing_is_near_where_there_is_nothing() -> None:
    assert near_duplicates(pl.Series([], dtype=pl.String)).shape == (0, 2)
    assert occur_in(pl.Series([], dtype=pl.String), pl.Series([NINE])).tolist() == []


@given(st.lists(WORDS, min_size=2, max_size=8, unique_by=tuple))
def test_the_texts_joined_are_those_that_trying_every_edit_joins(drawn: list[list[str]]) -> None:
    texts = [" ".join(words) for words in drawn]
    pairs = [(i, j) for i, j in combinations(range(len(texts)), 2) if near(texts[i], texts[j])]
    found = [tuple(pair) for pair in near_duplicates(pl.Series(texts)).tolist()]
    assert joined(texts, found) == joined(texts, pairs)
    half = len(texts) // 2
    expected = [any(near(text, other) for other in texts[half:]) for text in texts[:half]]
    assert np.array_equal(occur_in(pl.Series(texts[:half]), pl.Series(texts[half:])), expected)
