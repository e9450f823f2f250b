"""Pairs of words as shortcuts: a plain loop, labels by count, and related words of WordNet."""

from collections.abc import Callable

import numpy as np
import polars as pl
import pytest

from rightreasons.errors import FileMissingError
from rightreasons.labels import Label
from rightreasons.pairs import PairTable
from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.families import shortcuts_of
from rightreasons.shortcuts.word_pairs import HeldWordPairs, word_pair_shortcuts
from rightreasons.text.wordnet import open_wordnet

MakePairs = Callable[..., PairTable]


@pytest.mark.parametrize("seed", range(3))
def test_one_pass_marks_the_pairs_of_words_that_a_loop_over_rows_finds(
    random_pairs: Callable[[int, int], PairTable], make_pairs: MakePairs, seed: int
) -> None:
    premises, own = random_pairs(seed, 300).hypotheses, random_pairs(seed + 50, 300)
    rows = zip(premises, own.hypotheses.str.to_uppercase(), own.gold, strict=True)
    pairs = make_pairs(list(rows))
    names = [f"w{n}" for n in (0, 3, 17, 58)] + ["elsewhere"]
    asked = [(first, second) for first in names for second in names]
    expected = [
        [first in premise.split() and second in text.split() for first, second in asked]
        for premise, text in zip(premises, own.hypotheses, strict=True)
    ]
    rules = HeldWordPairs(pl.DataFrame(asked, schema=["first", "second"], orient="row"))
    np.testing.assert_array_equal(rules.marks(Block(pairs)).toarray(), expected)


def test_a_pair_of_words_points_to_the_label_of_most_where_they_are_enough() -> None:
    counted = pl.DataFrame(
        {
            "first": ["man", "dog", "sit", "hot"],
            "second": ["woman", "animal", "stand", "cold"],
            "entailment": [1, 30, 5, 0],
            "contradiction": [39, 0, 5, 4],
        }
    )
    found = word_pair_shortcuts(counted, 0.7, 10)
    assert [(each.key, each.label) for each in found] == [
        ("dog / animal", Label.ENTAILMENT),
        ("man / woman", Label.CONTRADICTION),
    ]
    assert found[1].sentence == "the premise contains 'man' and the hypothesis 'woman'"


def test_related_words_are_found_in_the_order_in_which_they_stand(make_pairs: MakePairs) -> None:
    try:
        open_wordnet()
    except FileMissingError:
        pytest.skip("WordNet is not installed: apt install wordnet-base")
    rows = [
        ("The man sits.", "The Woman sits.", "contradiction"),
        ("The dog.", "The canine.", "entailment"),
    ] * 20
    rows += [("The table.", "The river.", "neutral")] * 20
    found = shortcuts_of("word_pairs", make_pairs(rows))
    assert dict(found.frame.select("key", "label").iter_rows()) == {
        "man / woman": "contradiction",
        "dog / canine": "entailment",
    }
    other = make_pairs([("A woman.", "A man.", "neutral"), ("The man ran.", "woman", "neutral")])
    assert found.called("man / woman").holds(other).tolist() == [False, True]
