"""The n-grams that compiled code finds are those that a few plain lines find."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.cross_fitting.features import Features, ngram_features
from rightreasons.cross_fitting.ngram_keys import numbered
from rightreasons.text.tokens import Tokens, from_lists

WORDS = st.text(alphabet="abcABé▁漢😀'", min_size=1, max_size=7)
TEXTS = st.lists(st.lists(WORDS, max_size=6), min_size=1, max_size=12)


def tokens_of(texts: Sequence[Sequence[str]]) -> Tokens:
    return from_lists(pl.Series([list(text) for text in texts], dtype=pl.List(pl.String)), "test")


def by_hand(texts: Sequence[Sequence[str]]) -> list[Counter[tuple[str, str]]]:
    """Return the n-grams of each text as the docstring of `ngram_features` defines them."""
    lowered = [[word.lower() for word in text] for text in texts]
    pairs = [[f"{a} {b}" for a, b in zip(["^", *text], text, strict=False)] for text in lowered]
    often = Counter(pair for text in pairs for pair in text)
    found = []
    for text, text_pairs in zip(lowered, pairs, strict=True):
        names = [("word", word) for word in text]
        names += [("word pair", pair) for pair in text_pairs if often[pair] >= 2]
        for marked in (f"▁{word}▁" for word in text):
            for n in (3, 4, 5):
                if n < len(marked):
                    names += [("characters", marked[i : i + n]) for i in range(len(marked) - n + 1)]
        found.append(Counter(names))
    return found


def by_kernels(features: Features) -> list[Counter[tuple[str, str]]]:
    n_words, n_pairs, _ = features.sizes
    found = []
    for text in features.text_of_row.tolist():
        numbers: list[int] = []
        for place in range(features.offsets[text], features.offsets[text + 1]):
            word, pair = int(features.words[place]), int(features.pairs[place])
            numbers += [word] + ([n_words + pair] if pair >= 0 else [])
            own = features.ngrams[features.ngram_offsets[word] : features.ngram_offsets[word + 1]]
            numbers += [n_words + n_pairs + ngram for ngram in own.tolist()]
        found.append(Counter(features.name(number) for number in numbers))
    return found


@given(TEXTS)
def test_ngrams_are_those_found_by_hand(texts: list[list[str]]) -> None:
    assert by_kernels(ngram_features([tokens_of(texts)])) == by_hand(texts)


@given(TEXTS, TEXTS)
def test_sets_with_vocabularies_of_their_own_share_their_features(
    texts: list[list[str]], others: list[list[str]]
) -> None:
    features = ngram_features([tokens_of(texts), tokens_of(others)])
    assert by_kernels(features) == by_hand([*texts, *others])


@given(TEXTS, st.randoms(use_true_random=False))
def test_the_order_of_rows_does_not_change_the_features_of_a_row(texts: list[list[str]], random) -> None:  # type: ignore[no-untyped-def]  # hypothesis' Random
    order = list(range(len(texts)))
    random.shuffle(order)
    shuffled = by_kernels(ngram_features([tokens_of([texts[row] for row in order])]))
    straight = by_kernels(ngram_features([tokens_of(texts)]))
    assert shuffled == [straight[row] for row in order]


def test_equal_texts_are_kept_once() -> None:
    features = ngram_features([tokens_of([["A", "cat"], ["no"], ["a", "cat"], []])])
    assert features.n_texts == 3
    assert features.text_of_row[0] == features.text_of_row[2]


@given(st.lists(st.integers(0, 30)))
def test_keys_are_numbered_in_the_order_of_first_occurrence(keys: list[int]) -> None:
    distinct = list(dict.fromkeys(keys))
    ids, first = numbered(np.array(keys, dtype=np.uint64))
    assert ids.tolist() == [distinct.index(key) for key in keys]
    assert first.tolist() == [keys.index(key) for key in distinct]
