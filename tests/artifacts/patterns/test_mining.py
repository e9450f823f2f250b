"""Mining gives exactly what counting every pattern of every instance gives."""

from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.artifacts.patterns.mining.by_level import mine
from rightreasons.artifacts.patterns.settings import PatternSettings
from rightreasons.errors import OptionError
from rightreasons.text.tokens import from_lists

CORPUS = st.lists(
    st.tuples(st.lists(st.sampled_from(["a", "b", "c", "A", "#", "."]), max_size=9), st.integers(0, 2)),
    max_size=12,
)
SETTINGS = st.builds(
    PatternSettings,
    st.integers(1, 5),
    st.integers(0, 8),
    st.sampled_from(["skipped", "index"]),
    st.integers(1, 4),
)


@given(corpus=CORPUS, chosen=SETTINGS)
def test_random_text_is_counted_like_the_brute_force_counter(
    mined: Any, brute_force: Any, corpus: Any, chosen: PatternSettings
) -> None:
    texts, labels = [text for text, _ in corpus], [label for _, label in corpus]
    assert mined(texts, labels, chosen) == brute_force(texts, labels, chosen)


@given(corpus=CORPUS, chosen=SETTINGS, block_events=st.integers(1, 60))
def test_blocks_of_any_size_give_the_same_as_one_piece(
    mined: Any, corpus: Any, chosen: PatternSettings, block_events: int
) -> None:
    texts, labels = [text for text, _ in corpus], [label for _, label in corpus]
    assert mined(texts, labels, chosen, block_events=block_events) == mined(texts, labels, chosen)


@pytest.mark.parametrize("reading", ["skipped", "index"])
@pytest.mark.parametrize(("max_words", "max_gap"), [(1, 0), (2, 3), (3, 2), (4, 1)])
def test_real_pairs_are_counted_like_the_brute_force_counter(
    mined: Any, brute_force: Any, snli_texts: Any, max_words: int, max_gap: int, reading: Any
) -> None:
    texts, labels = snli_texts[0][:1000], snli_texts[1][:1000]
    chosen = PatternSettings(max_words, max_gap, reading, min_count=5)
    assert mined(texts, labels, chosen) == brute_force(texts, labels, chosen)


def test_a_pattern_counts_once_per_instance(mined: Any) -> None:
    found = mined([["no", "no", "no"]], [2], PatternSettings(2, 1, min_count=1))
    assert found == {
        (("no",), ()): (0, 0, 1),
        (("no", "no"), (0,)): (0, 0, 1),
        (("no", "no"), (1,)): (0, 0, 1),
    }


def test_case_and_punctuation_make_a_difference(mined: Any) -> None:
    found = mined([["No", "."], ["no", "."]], [2, 2], PatternSettings(1, min_count=1))
    assert found == {(("No",), ()): (0, 0, 1), (("no",), ()): (0, 0, 1), ((".",), ()): (0, 0, 2)}


def test_a_hash_in_the_text_is_a_word_and_not_the_placeholder(mined: Any) -> None:
    found = mined([["a", "#", "b"], ["a", "x", "b"]], [0, 1], PatternSettings(3, 1, min_count=1))
    assert found[("a", "#", "b"), (0, 0)] == (1, 0, 0)
    assert found[("a", "b"), (1,)] == (1, 1, 0)


def test_distance_is_the_number_of_skipped_tokens_unless_it_is_the_difference_of_positions(
    mined: Any,
) -> None:
    # Liu et al. 2020, section 2.1: in 'A # # outdoors .' the distance of 'A' and 'outdoors' is 2.
    texts = [["A", "man", "is", "outdoors", "."]]
    outdoors = (("A", "outdoors", "."), (2, 0))
    assert outdoors in mined(texts, [0], PatternSettings(3, 2, "skipped", 1))
    assert outdoors not in mined(texts, [0], PatternSettings(3, 1, "skipped", 1))
    assert outdoors in mined(texts, [0], PatternSettings(3, 3, "index", 1))
    assert outdoors not in mined(texts, [0], PatternSettings(3, 2, "index", 1))


def test_no_instances_have_no_patterns(mined: Any) -> None:
    assert mined([], [], PatternSettings()) == {}
    assert mined([[], []], [0, 1], PatternSettings(min_count=1)) == {}


def test_the_dataset_may_be_memory_mapped(mined: Any, snli_texts: Any, tmp_path: Any) -> None:
    texts, labels = snli_texts[0][:500], snli_texts[1][:500]
    tokens = from_lists(pl.Series(texts), "as given")
    np.save(tmp_path / "ids.npy", tokens.ids)
    mapped = type(tokens)("as given", tokens.vocabulary, np.load(tmp_path / "ids.npy", "r"), tokens.offsets)
    chosen = PatternSettings(min_count=3)
    one, other = (mine(each, np.array(labels), list("enc"), chosen) for each in (tokens, mapped))
    assert np.array_equal(one.patterns.words, other.patterns.words)
    assert np.array_equal(one.counts, other.counts)


def test_labels_that_do_not_fit_are_refused() -> None:
    tokens = from_lists(pl.Series([["a"], ["b"]]), "as given")
    with pytest.raises(ValueError, match="2 instances"):
        mine(tokens, np.array([0]), ["e"])
    with pytest.raises(ValueError, match="positions"):
        mine(tokens, np.array([0, 1]), ["e"])


@pytest.mark.parametrize("wrong", [{"max_words": 0}, {"max_gap": -1}, {"min_count": 0}, {"reading": "steps"}])
def test_settings_out_of_range_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        PatternSettings(**wrong)
