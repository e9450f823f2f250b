"""The coverage curve of Poliak et al. (2018), Figure 2."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from rightreasons.artifacts.words.counts import Counts, count_words, label_codes
from rightreasons.artifacts.words.coverage import coverage, distinct_rows
from rightreasons.labels import THREE_WAY
from rightreasons.pairs import PairTable
from rightreasons.text.tokens import Tokens

Split = Callable[[PairTable], Tokens]


def curve(table: PairTable, tokens: Tokens) -> Counts:
    codes = label_codes(table.gold, THREE_WAY)
    counts = count_words(tokens, codes, THREE_WAY)
    return coverage(counts, tokens, codes, distinct_rows(table.hypotheses, codes))


@pytest.mark.parametrize("seed", range(3))
def test_the_curve_is_that_of_a_count_by_hand(
    seed: int, random_pairs: Callable[[int, int], PairTable], split: Split
) -> None:
    table = random_pairs(seed, 120)
    tokens = split(table)
    rows = list(zip(tokens.to_lists(), table.gold, table.hypotheses, strict=True))
    word = Counter(word for words, _, _ in rows for word in words)
    with_label = Counter((word, label) for words, label, _ in rows for word in words)
    best = {
        (text, label): max((Fraction(with_label[w, label], word[w]) for w in words), default=Fraction(0))
        for words, label, text in rows
    }
    expected = [
        [sum(b >= Fraction(x, 100) for (_, label), b in best.items() if label == of) for of in THREE_WAY]
        for x in range(101)
    ]
    assert curve(table, tokens).tolist() == expected


def test_on_snli_dev_it_starts_at_the_distinct_hypotheses_and_never_rises(
    snli_dev: tuple[PairTable, Tokens],
) -> None:
    table, tokens = snli_dev
    y = curve(table, tokens)
    distinct = Counter(label for label, _ in set(zip(table.gold, table.hypotheses, strict=True)))
    assert y[0].tolist() == [distinct[label] for label in THREE_WAY]
    assert (np.diff(y, axis=0) <= 0).all()
    assert (y[100] > 0).all()


def test_a_word_of_one_label_gives_its_sentences_away_once_each(
    make_pairs: Callable[..., PairTable], split: Split
) -> None:
    table = make_pairs(
        [
            ("a", "nobody sits", "contradiction"),
            ("b", "nobody sits", "contradiction"),
            ("c", "she sits", "neutral"),
            ("d", "he sits", "entailment"),
            ("e", "he sits", "neutral"),
        ]
    )
    y = curve(table, split(table))
    assert y[100].tolist() == [0, 1, 1]
    assert y[50].tolist() == [1, 2, 1]
    assert y[0].tolist() == [1, 2, 1]
