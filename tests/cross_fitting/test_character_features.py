"""Features of texts without spaces between words, against counts of scikit-learn."""

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.feature_extraction.text import CountVectorizer

from rightreasons.cross_fitting.character_features import END
from rightreasons.cross_fitting.features import Features, ngram_features
from rightreasons.text.tokenisations import choose_tokenisation, tokens

TEXTS = ["月曜日に時計を見た", "誰も時計を見ていない", "時計", "月", "時計を売った時計屋"]


def counts_of(features: Features, text: int) -> dict[str, int]:
    """How often each feature occurs in a distinct text."""
    found: dict[str, int] = {}
    n_words, n_pairs, _ = features.sizes
    for at in range(features.offsets[text], features.offsets[text + 1]):
        word = features.words[at]
        ngrams = features.ngrams[features.ngram_offsets[word] : features.ngram_offsets[word + 1]]
        numbers = [word, *(n_words + n_pairs + ngrams)]
        numbers += [n_words + features.pairs[at]] if features.pairs[at] >= 0 else []
        for number in numbers:
            name = features.name(int(number))[1]
            found[name] = found.get(name, 0) + 1
    return found


def inside(counts: dict[str, int]) -> dict[str, int]:
    """Those that begin and end within the text."""
    return {name: count for name, count in counts.items() if END not in name and not name.startswith("^")}


@given(st.lists(st.text("月火水木金土日", min_size=1, max_size=12), min_size=2, max_size=8))
def test_every_character_ngram_up_to_four_is_counted_wherever_it_begins(texts: list[str]) -> None:
    twice = [*texts, *texts]  # what occurs once is left out
    features = ngram_features([tokens(pl.Series(twice), "characters")])
    vectoriser = CountVectorizer(analyzer="char", ngram_range=(1, 4))
    wanted = vectoriser.fit_transform(twice).toarray()
    names = vectoriser.get_feature_names_out()
    for row, text in enumerate(features.text_of_row):
        expected = {name: int(count) for name, count in zip(names, wanted[row], strict=True) if count}
        assert inside(counts_of(features, int(text))) == expected


def test_the_start_and_the_end_of_a_text_are_told() -> None:
    features = ngram_features([tokens(pl.Series(TEXTS * 2), "characters")])
    first = counts_of(features, int(features.text_of_row[0]))
    assert {"^月曜日", f"た{END}", f"見た{END}"} <= set(first)


def test_sets_are_numbered_together() -> None:
    one, other = tokens(pl.Series(TEXTS * 2), "characters"), tokens(pl.Series(TEXTS[:2]), "characters")
    features = ngram_features([one, other])
    assert np.array_equal(features.text_of_row[-2:], features.text_of_row[:2])


@pytest.mark.parametrize(
    ("texts", "tokenisation"),
    [
        (TEXTS, "characters"),
        (["ฉันไม่เห็นนาฬิกา", "เขาขายนาฬิกา"], "characters"),
        (["No one saw the clock in Tokyo (東京)."], "word-punct"),
        (["아무도 시계를 보지 못했다"], "word-punct"),
        (["از نظر قرآن دین خدا یکی است"], "word-punct"),
        (["12 34"], "word-punct"),
    ],
)
def test_characters_are_tokens_where_words_are_not_separated_by_spaces(
    texts: list[str], tokenisation: str
) -> None:
    assert choose_tokenisation([False], [pl.Series(texts)]) == tokenisation
    assert choose_tokenisation([True], [pl.Series(texts)]) == "parse"


def test_words_of_other_writing_stay_whole_among_characters() -> None:
    found = tokens(pl.Series(["GPT-4は東京で30分 走った。"]), "characters").to_lists()
    assert found == [["GPT", "-", "4", "は", "東", "京", "で", "30", "分", "走", "っ", "た", "。"]]
