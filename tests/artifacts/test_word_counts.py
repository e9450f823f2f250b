"""Counts of words agree with a Counter."""

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from rightreasons.artifacts.words.counts import count_words, distinct_words, label_codes
from rightreasons.artifacts.words.rows import first_highest, highest_in_row, highest_of_label, of_tokens
from rightreasons.labels import THREE_WAY
from rightreasons.pairs import PairTable
from rightreasons.text.tokens import Tokens

Split = Callable[[PairTable], Tokens]


def assert_counts_agree(table: PairTable, tokens: Tokens) -> None:
    counts = count_words(tokens, label_codes(table.gold, THREE_WAY), THREE_WAY)
    by_tokens, by_instances = counted(tokens.to_lists(), table.gold.to_list())
    cells = [(word, label) for word in tokens.vocabulary for label in THREE_WAY]
    assert counts.by_tokens.ravel().tolist() == [by_tokens[cell] for cell in cells]
    assert counts.by_instances.ravel().tolist() == [by_instances[cell] for cell in cells]
    assert counts.hypotheses.tolist() == [table.counts()[label] for label in THREE_WAY]


def counted(
    texts: Sequence[list[str]], gold: Sequence[str]
) -> tuple[Counter[tuple[str, str]], Counter[tuple[str, str]]]:
    rows = list(zip(texts, gold, strict=True))
    return (
        Counter((word, label) for words, label in rows for word in words),
        Counter((word, label) for words, label in rows for word in set(words)),
    )


@pytest.mark.parametrize("seed", range(5))
def test_counts_of_random_text_agree_with_a_counter(
    seed: int, random_pairs: Callable[[int, int], PairTable], split: Split
) -> None:
    table = random_pairs(seed, 300)
    assert_counts_agree(table, split(table))


def test_counts_of_snli_dev_agree_with_a_counter(snli_dev: tuple[PairTable, Tokens]) -> None:
    assert_counts_agree(*snli_dev)


def test_distinct_words_keep_each_word_of_a_text_once(
    random_pairs: Callable[[int, int], PairTable], split: Split
) -> None:
    tokens = split(random_pairs(11, 200))
    once = distinct_words(tokens)
    assert [sorted(words) for words in once.to_lists()] == [sorted(set(words)) for words in tokens.to_lists()]


def test_distinct_words_of_empty_texts_are_none(make_pairs: Callable[..., PairTable], split: Split) -> None:
    once = distinct_words(split(make_pairs([("p", "", "neutral"), ("p", " ", "entailment")])))
    assert once.to_lists() == [[], []]


def test_the_highest_value_of_a_row_is_that_of_its_best_word(
    random_pairs: Callable[[int, int], PairTable], split: Split
) -> None:
    table = random_pairs(3, 200)
    tokens, codes = split(table), label_codes(table.gold, THREE_WAY)
    values = np.random.default_rng(0).random((len(tokens.vocabulary), 3))
    of_token = of_tokens(tokens, codes, values)
    highest = highest_in_row(tokens, of_token)
    words = first_highest(tokens, of_token, highest)
    for row, ids in enumerate(np.split(tokens.ids, tokens.offsets[1:-1])):
        own = values[ids, codes[row]]
        assert highest[row] == max(own, default=0.0)
        assert words[row] == (ids[np.argmax(own)] if len(ids) else -1)
    assert highest_of_label(tokens, codes, values).tolist() == highest.tolist()
    at_least = values > 0.9
    assert highest_of_label(tokens, codes, at_least).tolist() == (highest > 0.9).tolist()
