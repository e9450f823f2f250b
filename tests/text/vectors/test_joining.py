"""Sets of word vectors joined for a vocabulary."""

from dataclasses import replace
from typing import Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.text.english.base_forms import stems_of
from rightreasons.text.english.spelling import with_ed, with_ing, with_s
from rightreasons.text.vectors.joining import JoinRules, joined_vectors, words_to_read
from rightreasons.text.vectors.word_vectors import WordVectors

SMALL = WordVectors(("dog", "walk", "dogs"), np.array([[1, 2], [3, 4], [5, 6]], np.float32), "small", "")
OTHER = WordVectors(("cat", "dog"), np.array([[10], [30]], np.float32), "other", "")
WORDS = ["dogs", "walking", "cats", "zebra"]


def test_sets_stand_side_by_side_and_what_they_lack_is_zero() -> None:
    joined = joined_vectors([SMALL, OTHER], WORDS)
    assert joined.matrix.tolist() == [[5, 6, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]]
    assert joined.found.tolist() == [[True, False], [False, False], [False, False], [False, False]]
    assert joined.has_vector.tolist() == [True, False, False, False]


def test_a_missing_form_takes_its_base_forms_vector_set_by_set() -> None:
    joined = joined_vectors([SMALL, OTHER], WORDS, JoinRules(back_off="stem"))
    assert joined.matrix.tolist() == [[5, 6, 30], [3, 4, 0], [0, 0, 10], [0, 0, 0]]
    assert joined.backed_off.tolist() == [[False, True], [True, False], [False, True], [False, False]]
    assert joined.has_vector.tolist() == [True, True, True, False]


@pytest.mark.parametrize("unknown", ["normal", "oov"])
def test_unknown_words_are_drawn_by_seed_with_the_sets_mean_and_spread(
    unknown: Literal["normal", "oov"],
) -> None:
    rules = JoinRules(unknown=unknown, seed=3)
    words = ["dog", *(f"unknown{number}" for number in range(4_000))]
    drawn = joined_vectors([SMALL, OTHER], words, rules).matrix
    assert drawn[0].tolist() == [1, 2, 30]
    np.testing.assert_array_equal(joined_vectors([SMALL, OTHER], words, rules).matrix, drawn)
    assert not np.array_equal(joined_vectors([SMALL, OTHER], words, replace(rules, seed=4)).matrix, drawn)
    if unknown == "oov":
        assert (drawn[1:] == drawn[1]).all()
    else:
        numbers = drawn[1:, :2]
        # Mean 3.5 and variance 35/12 of 1 to 6; five standard errors of 8,000 draws.
        assert abs(numbers.mean() - 3.5) < 5 * np.sqrt(35 / 12 / 8_000)
        assert abs(numbers.var() - 35 / 12) < 5 * 35 / 12 * np.sqrt(2 / 8_000)


def test_standardised_sets_are_centred_and_of_one_scale() -> None:
    matrix = np.array([[1, 10], [3, 10], [5, 40]], np.float32)
    joined = joined_vectors(
        [WordVectors(("a", "b", "c"), matrix, "", "")], ["a", "b", "c"], JoinRules(standardise=True)
    )
    np.testing.assert_allclose(joined.matrix.mean(axis=0), 0, atol=1e-6)
    assert joined.matrix.std() == pytest.approx(1)
    centred = matrix - matrix.mean(axis=0)
    np.testing.assert_allclose(joined.matrix * centred.std(), centred, rtol=1e-5)


@pytest.mark.parametrize(
    ("form", "stem"),
    [
        ("dogs", "dog"),
        ("boxes", "box"),
        ("horses", "horse"),
        ("babies", "baby"),
        ("walked", "walk"),
        ("danced", "dance"),
        ("stopped", "stop"),
        ("carried", "carry"),
        ("walking", "walk"),
        ("dancing", "dance"),
        ("sitting", "sit"),
        ("quizzes", "quiz"),
        ("dying", "die"),
    ],
)
def test_regular_forms_lead_back_to_their_base(form: str, stem: str) -> None:
    assert stem in stems_of(form)


def test_a_base_that_is_spelt_otherwise_in_this_form_is_none() -> None:
    assert "hop" not in stems_of("hoping")
    assert "hope" not in stems_of("hopping")
    assert stems_of("s") == stems_of("the") == ()


@given(st.from_regex(r"[a-z]{2,7}", fullmatch=True))
def test_every_spelling_of_a_form_leads_back(stem: str) -> None:
    for form in (*with_s(stem), *with_ed(stem), *with_ing(stem)):
        if form.endswith(("s", "ed", "ing")):
            assert stem in stems_of(form), form


def test_words_to_read_are_the_words_and_their_stems() -> None:
    assert {"dogs", "dog"} <= words_to_read(["dogs"])
