"""What predicates of a pair say, by pairs of which a reader can tell."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.errors import UnknownNameError
from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.predicates.kernels import aligned
from rightreasons.shortcuts.predicates.marked_words import marked_words
from rightreasons.shortcuts.predicates.predicate import HeldWords
from rightreasons.shortcuts.predicates.vocabulary import FAMILIES, columns, either, holds, predicate_of

CASES = [
    ("hypothesis-word: not", "A man runs.", "A man does not run.", True),
    ("premise-word: man", "A Man runs.", "A dog runs.", True),
    ("shared-word: runs", "A man runs.", "A dog runs.", True),
    ("hypothesis-only-word: runs", "A man runs.", "A dog runs.", False),
    ("premise-only-word: man", "A man runs.", "A dog runs.", True),
    ("hypothesis-first-word: a", "A man runs.", "A dog runs.", True),
    ("premise-last-word: runs", "A man runs.", "A dog sits.", True),
    ("hypothesis-pattern: a # sits", "A man runs.", "A dog sits.", True),
    ("hypothesis-pattern: a sits", "A man runs.", "A dog sits.", False),
    ("inserted-word: old", "The man runs.", "The old man runs.", True),
    ("substituted-words: man / dog", "A man runs.", "A dog runs.", True),
    ("substituted-words: man / dog", "A dog runs.", "A man runs.", False),
    ("deleted-word: fast", "A man runs fast.", "A man runs.", True),
    ("edits: only deletions", "A man runs fast.", "A man runs.", True),
    ("edits: at most 0 deletions", "A man runs fast.", "A man runs.", False),
    ("overlap: full", "The doctor saw the lawyer.", "The lawyer saw the doctor.", True),
    ("overlap: another order", "The doctor saw the lawyer.", "The lawyer saw the doctor.", True),
    ("overlap: same words", "The doctor saw the lawyer.", "The lawyer saw the doctor.", True),
    ("overlap: in order", "The doctor near the bank slept.", "The doctor slept.", True),
    ("overlap: run", "The doctor near the bank slept.", "The doctor slept.", False),
    ("overlap: end", "The doctor near the bank slept.", "The bank slept.", True),
    ("overlap: at most 1 new", "A man runs.", "A dog runs.", True),
    ("length: hypothesis at most 3", "A man runs.", "A dog runs.", True),
    ("length: difference at most 0", "A man runs fast.", "A man runs.", False),
    ("sign: premise a comma", "Well, a man runs.", "A man runs.", True),
    ("ending: only hypothesis -ing", "A man runs.", "A man is running.", True),
    ("negation: negation only in hypothesis", "A man runs.", "Nobody runs.", True),
    ("quantifier: quantifier changed", "All men run.", "Some men run.", True),
    ("number: number changed", "Two men run.", "3 men run.", True),
    ("number: number same", "Two men run.", "Two dogs run.", True),
    ("class: purpose new", "A man runs.", "A man runs to win.", True),
    ("tense: progressive only in hypothesis", "A man runs.", "A man is running.", True),
    ("wordnet: hypernym", "A dog runs.", "An animal runs.", True),
    ("wordnet: hypernym", "An animal runs.", "A dog runs.", False),
    ("wordnet: hyponym", "An animal runs.", "A dog runs.", True),
    ("wordnet: antonym", "A tall man runs.", "A short man runs.", True),
    ("wordnet: all new general", "A dog runs.", "A animal runs.", True),
    ("part-of-speech: adjective new", "A man runs.", "A happy man runs.", True),
]


@pytest.mark.parametrize(("key", "premise", "hypothesis", "expected"), CASES)
def test_a_predicate_holds_where_its_sentence_says_so(
    make_pairs: Any, key: str, premise: str, hypothesis: str, *, expected: bool
) -> None:
    block = Block(make_pairs([(premise, hypothesis, "neutral")]))
    if not FAMILIES[key.partition(":")[0]].found(block) and "wordnet" in key:
        pytest.skip("no WordNet")
    assert list(holds(predicate_of(key), block)) == [expected]


def test_names_are_words_with_a_capital_inside_sentences(make_pairs: Any) -> None:
    rows = [
        ("He met Anna there.", "He met Peter there.", "neutral"),
        ("He met her.", "He met him.", "neutral"),
    ]
    changed = holds(predicate_of("name: name changed"), Block(make_pairs(rows)))
    assert list(changed) == [True, False]


def test_rarity_is_counted_in_the_data_at_hand(make_pairs: Any) -> None:
    rows = [("a a", "a a", "neutral")] * 999 + [("a a", "a b", "neutral")]
    found = holds(predicate_of("frequency: hypothesis under 300"), Block(make_pairs(rows)))
    assert found.sum() == 1
    assert found[-1]


def test_columns_are_the_predicates_of_enough_pairs_and_hold_as_single_ones_do(make_pairs: Any) -> None:
    rng = np.random.default_rng(3)
    words = np.array(["a", "b", "c", "d", "#", "/", "e1", "not", "two"])
    rows = [(" ".join(rng.choice(words, 6)), " ".join(rng.choice(words, 4)), "neutral") for _ in range(200)]
    block, counted = Block(make_pairs(rows)), rng.random(200) < 0.5
    found = list(columns(block, counted, 10, 80))
    assert len(found) > 100
    for each in found:
        flags = holds(each.predicate, block)
        assert np.array_equal(np.flatnonzero(flags), each.rows), each.predicate.key
        assert 10 <= (flags & counted).sum() <= 80


def test_an_unknown_predicate_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="hypothesis-word"):
        predicate_of("hypothesis-wrod: not")
    with pytest.raises(UnknownNameError):
        predicate_of("overlap: fully")
    with pytest.raises(UnknownNameError):
        predicate_of("hypothesis-word: two words")


def test_of_several_words_any_will_do(make_pairs: Any) -> None:
    words = ["a", "b", "or", "hypothesis"]
    rng = np.random.default_rng(4)
    rows = [(" ".join(rng.choice(words, 3)), " ".join(rng.choice(words, 3)), "neutral") for _ in range(60)]
    block = Block(make_pairs(rows))
    for family in (name for name, own in FAMILIES.items() if isinstance(own, HeldWords) and own.parts == 1):
        one, other = predicate_of(f"{family}: hypothesis"), predicate_of(f"{family}: b or absent")
        both = either(one, other)
        assert both is not None
        assert both == predicate_of(f"{family}: hypothesis or b or absent")
        assert np.array_equal(holds(both, block), holds(one, block) | holds(other, block))
        assert both.is_of_hypothesis_alone == one.is_of_hypothesis_alone
        assert "'hypothesis' or 'b' or 'absent'" in both.sentence
        assert set(sum(marked_words([both]), ())) == {"hypothesis", "b", "absent"}
    assert either(predicate_of("hypothesis-word: a"), predicate_of("premise-word: b")) is None
    assert either(predicate_of("overlap: full"), predicate_of("overlap: in order")) is None


@pytest.mark.parametrize("argument", ["two words", "a or two words", "a or ", "or b", ""])
def test_several_words_that_are_none_are_refused(argument: str) -> None:
    with pytest.raises(UnknownNameError):
        predicate_of(f"hypothesis-word: {argument}")


@given(st.lists(st.integers(0, 4), max_size=8), st.lists(st.integers(0, 4), max_size=8))
def test_an_alignment_keeps_as_many_words_as_a_longest_common_subsequence(
    premise: list[int], hypothesis: list[int]
) -> None:
    first, second = (
        (np.array(ids, dtype=np.int32), np.array([0, len(ids)])) for ids in (premise, hypothesis)
    )
    targets, states = aligned(first, second)
    kept = [(place, int(target) - 1) for place, target in enumerate(targets) if target > 0]
    assert len(kept) == _longest(premise, hypothesis)
    assert all(hypothesis[place] == premise[target] for place, target in kept)
    aligned_places = [abs(int(target)) for target in targets if target]
    assert aligned_places == sorted(set(aligned_places))
    assert Counter(states.tolist())[1] == int((targets < 0).sum())


def _longest(one: list[int], other: list[int]) -> int:
    if not one or not other:
        return 0
    if one[-1] == other[-1]:
        return 1 + _longest(one[:-1], other[:-1])
    return max(_longest(one[:-1], other), _longest(one, other[:-1]))


def test_words_to_mark_stand_in_the_sentences_of_which_a_predicate_holds() -> None:
    keys = (
        "shared-word: dog",
        "hypothesis-pattern: is # out",
        "substituted-words: cat / dog",
        "overlap: full",
    )
    predicates = [predicate_of(each) for each in keys]
    assert marked_words(predicates) == (("dog", "cat"), ("dog", "is # out"))
    assert marked_words(predicates[3:]) == ((), ())
