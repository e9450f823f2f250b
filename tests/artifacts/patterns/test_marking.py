"""Marking finds exactly the patterns that a text holds."""

from typing import Any

import numpy as np
import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.artifacts.patterns.marks import Examples, mark
from rightreasons.artifacts.patterns.pattern_counts import NOTHING, Patterns
from rightreasons.text.tokens import from_lists

WORDS = ["a", "b", "c", "#"]
PATTERN = st.lists(st.integers(0, len(WORDS) - 1), min_size=1, max_size=4).flatmap(
    lambda words: st.tuples(
        st.just(tuple(words)),
        st.lists(st.integers(0, 3), min_size=len(words) - 1, max_size=len(words) - 1).map(tuple),
    )
)
TEXT = st.lists(st.sampled_from([*WORDS, "unknown"]), max_size=10)


def patterns_of(listed: list[Any], width: int = 4) -> Patterns:
    words = np.full((len(listed), width), NOTHING, dtype=np.int32)
    gaps = np.full((len(listed), width - 1), NOTHING, dtype=np.int32)
    for row, (ids, between) in enumerate(listed):
        words[row, : len(ids)] = ids
        gaps[row, : len(between)] = between
    return Patterns(pl.Series(WORDS), words, gaps)


@given(listed=st.lists(PATTERN, min_size=1, max_size=12, unique=True), texts=st.lists(TEXT, max_size=6))
def test_marks_are_the_listed_patterns_among_all_patterns_of_a_text(
    patterns_in: Any, listed: Any, texts: Any
) -> None:
    marks = mark(from_lists(pl.Series(texts, dtype=pl.List(pl.String)), "as given"), patterns_of(listed))
    named = [(tuple(WORDS[word] for word in words), gaps) for words, gaps in listed]
    for row, text in enumerate(texts):
        held = patterns_in(text, 4, 3)
        assert marks.of(row).tolist() == [place for place, each in enumerate(named) if each in held]


@given(listed=st.lists(PATTERN, min_size=1, max_size=6, unique=True), texts=st.lists(TEXT, max_size=12))
def test_examples_and_first_patterns_follow_from_the_marks(listed: Any, texts: Any) -> None:
    marks = mark(from_lists(pl.Series(texts, dtype=pl.List(pl.String)), "as given"), patterns_of(listed))
    held = [marks.of(row).tolist() for row in range(len(texts))]
    assert marks.first.tolist() == [min(each, default=-1) for each in held]
    found, half = Examples.of(len(listed), 3), len(texts) // 2
    for start, part in ((0, texts[:half]), (half, texts[half:])):
        tokens = from_lists(pl.Series(part, dtype=pl.List(pl.String)), "as given")
        found.add(mark(tokens, patterns_of(listed)), start)
    for place, examples in enumerate(found.texts):
        rows = [row for row, each in enumerate(held) if place in each][:3]
        assert [row for row in examples if row >= 0] == rows


def test_no_patterns_mark_nothing() -> None:
    marks = mark(from_lists(pl.Series([["a", "b"]]), "as given"), patterns_of([]))
    assert marks.numbers.tolist() == [0]
    assert marks.first.tolist() == [-1]
