"""A pattern is written as in the paper, and read back as it was."""

import re

import numpy as np
import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.artifacts.patterns.notation import columns, written
from rightreasons.artifacts.patterns.pattern_counts import NOTHING, Patterns


def read_pattern(text: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return words and gaps of a written pattern, part by part: only a lone hash is a placeholder."""
    words: list[str] = []
    gaps: list[int] = []
    skipped = 0
    for part in text.split(" "):
        if part == "#":
            skipped += 1
            continue
        gaps.append(skipped)
        words.append(part[1:] if re.fullmatch(r"\\+#", part) else part)
        skipped = 0
    return tuple(words), tuple(gaps[1:])


def test_skipped_tokens_are_written_as_in_table_1() -> None:
    # Liu et al. 2020, Table 1 and section 2.1
    assert written(("A", "outdoors", "."), (2, 0)) == "A # # outdoors ."
    assert read_pattern("There # no") == (("There", "no"), (1,))


def test_a_hash_that_is_a_word_is_told_from_the_placeholder() -> None:
    assert written(("#", "1"), (1,)) == r"\# # 1"
    assert written(("\\#", "1"), (0,)) == r"\\# 1"


@given(
    st.lists(st.text("#\\ab.", min_size=1, max_size=3), min_size=1, max_size=5).flatmap(
        lambda words: st.tuples(
            st.just(words), st.lists(st.integers(0, 4), min_size=len(words) - 1, max_size=len(words) - 1)
        )
    )
)
def test_every_pattern_is_read_back_as_it_was_written(pattern: tuple[list[str], list[int]]) -> None:
    words, gaps = pattern
    assert read_pattern(written(words, gaps)) == (tuple(words), tuple(gaps))


@given(
    st.lists(
        st.lists(
            st.tuples(st.sampled_from(["#", "\\#", "a", "A#", "."]), st.integers(0, 3)),
            min_size=1,
            max_size=3,
        ),
        max_size=4,
    )
)
def test_many_patterns_are_written_as_each_alone(patterns: list[list[tuple[str, int]]]) -> None:
    vocabulary = pl.Series(["#", "\\#", "a", "A#", "."])
    words, gaps = (np.full((len(patterns), width), NOTHING, dtype=np.int32) for width in (3, 2))
    for row, pattern in enumerate(patterns):
        words[row, : len(pattern)] = [vocabulary.to_list().index(word) for word, _ in pattern]
        gaps[row, : len(pattern) - 1] = [gap for _, gap in pattern[1:]]
    for (text, words_of, gaps_of), pattern in zip(
        columns(Patterns(vocabulary, words, gaps)).iter_rows(), patterns, strict=True
    ):
        assert words_of == [word for word, _ in pattern]
        assert gaps_of == [gap for _, gap in pattern[1:]]
        assert text == written(words_of, gaps_of)
