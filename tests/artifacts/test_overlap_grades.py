"""Grades of overlap agree with what plain Python counts."""

import math
from itertools import pairwise

import numpy as np
import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.artifacts.overlap.grades import grades
from rightreasons.artifacts.overlap.pair_words import in_one_vocabulary
from rightreasons.text.tokens import from_lists

Words = list[str]
_WORDS = st.lists(st.sampled_from("abcde"), max_size=7)


def counted(premise: Words, hypothesis: Words) -> tuple[float, float, float, float]:
    """Return words, bigrams, run and place by looking at every run of the hypothesis."""
    runs = [hypothesis[i:j] for i in range(len(hypothesis)) for j in range(i + 1, len(hypothesis) + 1)]
    starts = {
        tuple(run): next(
            (place for place in range(len(premise)) if premise[place : place + len(run)] == run), None
        )
        for run in runs
    }
    held = {run: start for run, start in starts.items() if start is not None}
    longest = max((len(run) for run in held), default=0)
    pairs = list(pairwise(hypothesis))
    nan = math.nan
    return (
        sum(word in premise for word in hypothesis) / len(hypothesis) if hypothesis else nan,
        sum(pair in held for pair in pairs) / len(pairs) if pairs else nan,
        longest / len(hypothesis) if hypothesis else nan,
        min(start for run, start in held.items() if len(run) == longest) / len(premise) if longest else nan,
    )


@given(st.lists(st.tuples(_WORDS, _WORDS), min_size=1, max_size=6))
def test_grades_are_those_that_plain_python_counts(pairs: list[tuple[Words, Words]]) -> None:
    sides = [from_lists(pl.Series(side, dtype=pl.List(pl.String)), "x") for side in zip(*pairs, strict=True)]
    found = grades(in_one_vocabulary(*sides))
    expected = np.array([counted(*pair) for pair in pairs])
    np.testing.assert_allclose(
        np.column_stack([found.words, found.bigrams, found.run, found.place]), expected
    )
