"""Shortcuts of a family mark pairs in one pass; each alone, and a loop over rows, say the same."""

from collections.abc import Callable

import numpy as np
import polars as pl
import pytest

from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.artifacts.patterns.sentence_tokens import sentence_tokens
from rightreasons.errors import UnknownNameError
from rightreasons.labels import Label
from rightreasons.pairs import PairTable
from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.families import shortcuts_of
from rightreasons.shortcuts.patterns import pattern_shortcuts
from rightreasons.shortcuts.shortcut import SCHEMA, Shortcut, Shortcuts
from rightreasons.shortcuts.words import HeldWords, give_away_words

MakePairs = Callable[..., PairTable]
Draw = Callable[[int, int], PairTable]


def words_of(pairs: PairTable) -> list[list[str]]:
    return sentence_tokens(pairs, "hypothesis", "word-punct").to_lists()


def holds(text: list[str], words: list[str], gaps: list[int]) -> bool:
    steps = np.cumsum([0, *(gap + 1 for gap in gaps)])
    return any(
        all(
            start + step < len(text) and text[start + step] == word
            for step, word in zip(steps, words, strict=True)
        )
        for start in range(len(text))
    )


@pytest.mark.parametrize("seed", range(3))
def test_one_pass_marks_the_patterns_that_a_loop_over_rows_finds(random_pairs: Draw, seed: int) -> None:
    train, pairs = random_pairs(seed, 400), random_pairs(seed + 100, 150)
    patterns = PatternSet.fit(train, threshold=0.3, min_count=4, tokenisation="word-punct")
    rules = patterns.table().select("words", "gaps").rows()
    expected = [[holds(text, *rule) for rule in rules] for text in words_of(pairs)]
    marks = pattern_shortcuts(patterns).marks(pairs)
    assert marks.shape == (150, len(rules))
    assert marks.nnz > 150
    np.testing.assert_array_equal(marks.toarray(), expected)


@pytest.mark.parametrize("seed", range(3))
def test_one_pass_marks_the_words_that_a_loop_over_rows_finds(random_pairs: Draw, seed: int) -> None:
    pairs, words = random_pairs(seed, 200), ["w3", "w0", "elsewhere", "w41"]
    rules = HeldWords(pl.Series(words), "word-punct")
    expected = [[word in text for word in words] for text in words_of(pairs)]
    np.testing.assert_array_equal(rules.marks(Block(pairs)).toarray(), expected)


def test_a_shortcut_alone_marks_what_its_column_marks(random_pairs: Draw) -> None:
    pairs = random_pairs(5, 300)
    patterns = PatternSet.fit(pairs, threshold=0.4, min_count=5, tokenisation="word-punct")
    shortcuts = pattern_shortcuts(patterns)
    marks = shortcuts.marks(pairs).toarray()
    for place in (0, len(shortcuts) // 2, -1):
        shortcut = shortcuts[place]
        np.testing.assert_array_equal(shortcut.holds(pairs), marks[:, place])
        assert shortcut == shortcuts.called(shortcut.key)
    some = np.array([3, 1])
    np.testing.assert_array_equal(shortcuts.at(some).marks(pairs).toarray(), marks[:, some])


def test_a_shortcut_says_in_english_when_it_holds_and_what_it_points_to(make_pairs: MakePairs) -> None:
    rows = [("p", f"nobody sleeps {n}", "contradiction") for n in range(30)]
    rows += [("p", f"a man # sleeps on {n}", "neutral") for n in range(30)]
    train = make_pairs(rows)
    words = give_away_words(train)
    assert (words.called("nobody").sentence, words.called("nobody").label) == (
        "the hypothesis contains 'nobody'",
        Label.CONTRADICTION,
    )
    phrases = pattern_shortcuts(PatternSet.fit(train, threshold=0.8, min_count=20, tokenisation="word-punct"))
    assert phrases.called("a # # sleeps").sentence == (
        "the hypothesis contains 'a # # sleeps' (# is any one word)"
    )
    assert phrases.called("nobody sleeps").sentence == "the hypothesis contains 'nobody sleeps'"
    with pytest.raises(UnknownNameError, match="did you mean 'nobody'"):
        words.called("nobodi")


def test_shortcuts_with_predicates_of_their_own_are_a_family_and_may_be_joined(make_pairs: MakePairs) -> None:
    pairs = make_pairs([("a b", "b a", "entailment"), ("a b", "a b c", "neutral"), ("", "c", "neutral")])
    longer = Shortcut(
        "longer",
        "own",
        "the hypothesis is longer",
        Label.NEUTRAL,
        lambda block: (
            block.pairs.hypotheses.str.len_chars() > block.pairs.premises.str.len_chars()
        ).to_numpy(),
    )
    has_a = Shortcut(
        "a",
        "own",
        "the premise contains 'a'",
        Label.ENTAILMENT,
        lambda block: block.pairs.premises.str.contains("a").to_numpy(),
    )
    both = Shortcut(
        "a and longer",
        "joined",
        f"{has_a.sentence} and {longer.sentence}",
        Label.NEUTRAL,
        lambda block: has_a.holds(block) & longer.holds(block),
    )
    own = Shortcuts.of("own", longer, has_a)
    assert own.marks(pairs).toarray().tolist() == [[False, True], [True, True], [True, False]]
    assert [each.key for each in own] == ["longer", "a"]
    assert own[1].holds(pairs).tolist() == has_a.holds(pairs).tolist()
    assert both.holds(pairs).tolist() == [False, True, False]


def test_what_is_read_of_a_block_is_read_once(random_pairs: Draw) -> None:
    block, numbers = Block(random_pairs(1, 10)), iter(range(2))
    assert [block.once("a number", lambda: next(numbers)) for _ in range(2)] == [0, 0]
    assert block.tokens("hypothesis", "word-punct") is block.tokens("hypothesis", "word-punct")


def test_two_shortcuts_of_one_key_are_no_family() -> None:
    frame = pl.DataFrame([("a", "s", "neutral")] * 2, schema=SCHEMA, orient="row")
    with pytest.raises(ValueError, match="one key"):
        Shortcuts("own", frame, HeldWords(frame["key"], "word-punct"))


def test_the_first_that_holds_is_the_strongest_that_the_pair_has(random_pairs: Draw) -> None:
    pairs = random_pairs(5, 300)
    mined = shortcuts_of("patterns", pairs, tokenisation="word-punct", threshold=0.4, min_count=5)
    marks = mined.marks(pairs).toarray()
    expected = [next((place for place in range(len(mined)) if row[place]), -1) for row in marks]
    assert -1 in expected
    assert mined.first(pairs).tolist() == expected
