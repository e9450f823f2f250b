"""The bracketer against brute force over all trees, and on SNLI's own parses."""

import itertools
import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.errors import EmptyDataError, FileMissingError, ModelError, RunExistsError
from rightreasons.text.bracketing.bracketer import LONGEST, Bracketer, BracketerSettings, train_bracketer
from rightreasons.text.bracketing.bracketer_folder import load_bracketer, save_bracketer
from rightreasons.text.bracketing.edge_features import (
    EDGE,
    SPAN_FEATURES,
    SPLIT_FEATURES,
    span_features,
    split_features,
)
from rightreasons.text.bracketing.word_attributes import Frequencies, encoded
from rightreasons.text.tokens import Tokens, from_lists
from rightreasons.text.transitions import Transitions, bracketed, depths_of, right_branching, transitions_of

WORDS = ["a", "man", "sleeps", "on", "the", "red", "roof", "."]
SENTENCES = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=6), min_size=1, max_size=4)
Span = tuple[int, int]


def tokens(sentences: list[list[str]]) -> Tokens:
    return from_lists(pl.Series(sentences, dtype=pl.List(pl.String)), "test")


def random_bracketer(seed: int) -> Bracketer:
    weights = np.random.default_rng(seed).normal(size=1 << 16).astype(np.float32)
    return Bracketer(Frequencies(dict.fromkeys(WORDS, 5), 1, 3, 9), weights)


def trees_over(start: int, end: int) -> list[list[tuple[int, int, int]]]:
    """Return all binary trees over some words, each as its spans with where they are split."""
    if end - start == 1:
        return [[]]
    return [
        [(start, middle, end), *left, *right]
        for middle in range(start + 1, end)
        for left, right in itertools.product(trees_over(start, middle), trees_over(middle, end))
    ]


def spans_of(steps: list[int]) -> list[Span]:
    stack: list[Span] = []
    spans, read = [], 0
    for step in steps:
        if step == 0:
            stack.append((read, read + 1))
            read += 1
        else:
            right, left = stack.pop(), stack.pop()
            stack.append((left[0], right[1]))
            spans.append(stack[-1])
    return spans


def f1_of(gold: Transitions, found: Transitions) -> float:
    """Return F1 of brackets of two words or more that are not the sentence, the last full stop left out."""
    counts = np.zeros(3)
    for row, words in enumerate(gold.tokens.to_lists()):
        n = len(words) - (words[-1] == ".")
        held = [
            {(start, min(end, n)) for start, end in spans_of(tree[row].tolist()) if min(end, n) - start > 1}
            - {(0, n)}
            for tree in (gold, found)
        ]
        counts += [len(held[0]), len(held[1]), len(held[0] & held[1])]
    return float(2 * counts[2] / (counts[0] + counts[1]))


def best_by_brute_force(bracketer: Bracketer, words: list[str]) -> set[Span]:
    attributes, _ = encoded(tokens([words]), bracketer.frequencies, EDGE)
    size, places = len(bracketer.weights), np.zeros(max(SPAN_FEATURES, SPLIT_FEATURES), dtype=np.int64)

    def score(tree: list[tuple[int, int, int]]) -> float:
        total = 0.0
        for start, middle, end in tree:
            span_features(attributes, start, end, size, places)
            total += bracketer.weights[places[:SPAN_FEATURES]].sum(dtype=np.float64)
            split_features(attributes, start, middle, end, size, places)
            total += bracketer.weights[places[:SPLIT_FEATURES]].sum(dtype=np.float64)
        return total

    return {(start, end) for start, _, end in max(trees_over(0, len(words)), key=score)}


@pytest.mark.long
@given(SENTENCES, st.integers(0, 2**32))
def test_the_tree_is_the_best_of_all(sentences: list[list[str]], seed: int) -> None:
    bracketer = random_bracketer(seed)
    found = bracketer.parse(tokens(sentences))
    for row, words in enumerate(sentences):
        assert set(spans_of(found[row].tolist())) == best_by_brute_force(bracketer, words)


@given(SENTENCES, st.integers(0, 2**32))
def test_a_sentence_has_the_same_tree_in_any_company(sentences: list[list[str]], seed: int) -> None:
    bracketer = random_bracketer(seed)
    together = bracketer.parse(tokens(sentences))
    for row, words in enumerate(sentences):
        assert together[row].tolist() == bracketer.parse(tokens([words]))[0].tolist()


@pytest.mark.parametrize("length", [LONGEST, LONGEST + 1, 2 * LONGEST + 7])
def test_long_sentences_become_one_tree_too(length: int) -> None:
    sentences = [["a", "man"], [WORDS[place % 8] for place in range(length)], ["."]]
    found = random_bracketer(1).parse(tokens(sentences))
    assert depths_of(found.steps, found.offsets)[1] == -1
    assert [(found[row] == 0).sum() for row in range(3)] == [2, length, 1]


def caption_trees() -> Transitions:
    """Return sentences of a small grammar in which the right bracket hangs on the words alone."""
    nouns = ["man", "roof", "dog", "woman", "hat"]
    parses = [
        f"( ( the {one} ) ( ( {verb} ( on ( the {other} ) ) ) . ) )"
        for one, other in itertools.permutations(nouns, 2)
        for verb in ("sleeps", "sits")
    ]
    parses += [
        f"( ( the {one} ) ( and ( the {other} ) ) )" for one, other in itertools.permutations(nouns, 2)
    ]
    parses += [f"( ( ( the {one} ) 's ) {other} )" for one, other in itertools.permutations(nouns, 2)]
    return transitions_of(pl.Series(parses))


def test_a_grammar_is_learned_from_its_trees_and_holds_for_unseen_words() -> None:
    trees = caption_trees()
    bracketer = train_bracketer(trees, BracketerSettings(table_bits=16))
    again = bracketer.parse(trees.tokens)
    assert all(again[row].tolist() == trees[row].tolist() for row in range(len(trees)))
    unseen = bracketer.parse(
        tokens([["the", "cat", "sits", "on", "the", "mat", "."], ["the", "cat", "'s", "mat"]])
    )
    words = unseen.tokens.to_lists()
    assert bracketed(words[0], unseen[0]) == "( ( the cat ) ( ( sits ( on ( the mat ) ) ) . ) )"
    assert bracketed(words[1], unseen[1]) == "( ( ( the cat ) 's ) mat )"


def test_the_seed_alone_decides_what_is_learned() -> None:
    settings = BracketerSettings(table_bits=12, epochs=1)
    one, other = (train_bracketer(caption_trees(), settings).weights for _ in range(2))
    np.testing.assert_array_equal(one, other)
    different = train_bracketer(caption_trees(), BracketerSettings(table_bits=12, epochs=1, seed=5)).weights
    assert not np.array_equal(one, different)


def test_trees_of_one_or_two_words_teach_nothing() -> None:
    with pytest.raises(EmptyDataError, match="none of three words"):
        train_bracketer(transitions_of(pl.Series(["a", "( a b )"])))


def test_a_saved_bracketer_parses_as_before(tmp_path: Path) -> None:
    bracketer = random_bracketer(3)
    save_bracketer(tmp_path / "bracketer", bracketer)
    loaded = load_bracketer(tmp_path / "bracketer")
    np.testing.assert_array_equal(loaded.weights, bracketer.weights)
    assert (loaded.frequencies, loaded.facts) == (bracketer.frequencies, bracketer.facts)
    with pytest.raises(RunExistsError):
        save_bracketer(tmp_path / "bracketer", bracketer)


DAMAGE: dict[str, Callable[[str], str]] = {
    "no JSON": lambda text: text[:-9],
    "another size": lambda text: text.replace('"weights": 65536', '"weights": 1024'),
    "a size that is no power": lambda text: text.replace('"weights": 65536', '"weights": 65537'),
    "counts as text": lambda text: text.replace('"man": 5', '"man": "5"'),
    "another schema": lambda text: text.replace('"schema": 1', '"schema": 2'),
    "a list": lambda _: json.dumps([1]),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_bracketer_is_refused(damage: str, tmp_path: Path) -> None:
    save_bracketer(tmp_path / "bracketer", random_bracketer(3))
    place = tmp_path / "bracketer" / "bracketer.json"
    place.write_text(DAMAGE[damage](place.read_text(encoding="utf-8")), encoding="utf-8")
    with pytest.raises(ModelError, match="train the bracketer again"):
        load_bracketer(tmp_path / "bracketer")


def test_a_missing_or_broken_table_of_weights_is_refused(tmp_path: Path) -> None:
    save_bracketer(tmp_path / "bracketer", random_bracketer(3))
    weights = tmp_path / "bracketer" / "bracketer.safetensors"
    weights.write_bytes(weights.read_bytes()[:100])
    with pytest.raises(ModelError):
        load_bracketer(tmp_path / "bracketer")
    weights.unlink()
    with pytest.raises(FileMissingError):
        load_bracketer(tmp_path / "bracketer")


def test_a_part_of_snlis_trees_is_enough_for_most_brackets_of_others(snli_dev: pl.DataFrame) -> None:
    parses = snli_dev["sentence2_binary_parse"].unique(maintain_order=True)
    trees, others = transitions_of(parses[:2_000]), transitions_of(parses[-1_000:])
    bracketer = train_bracketer(trees, BracketerSettings(epochs=4))
    found = f1_of(others, bracketer.parse(others.tokens))
    assert found > 0.8
    assert found > f1_of(others, right_branching(others.tokens)) + 0.2
