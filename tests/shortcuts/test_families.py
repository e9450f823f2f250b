"""Each family by its name: rules beside plain loops over bundled and random pairs, and what is refused."""

from collections.abc import Callable

import numpy as np
import pytest

from rightreasons.artifacts.patterns.sentence_tokens import sentence_tokens
from rightreasons.errors import MeasureInputError, OptionError, UnknownNameError
from rightreasons.labels import Label
from rightreasons.pairs import PairTable
from rightreasons.shortcuts import SHORTCUT_FAMILIES, is_mined
from rightreasons.shortcuts.evidence import evidence_of, evidence_table
from rightreasons.shortcuts.families import shortcuts_of
from rightreasons.sources.bundled import bundled_pairs

MakePairs = Callable[..., PairTable]
FINAL = {".", "?", "!"}


def words(pairs: PairTable, side: str) -> list[list[str]]:
    lists = sentence_tokens(pairs, "premise" if side == "premise" else "hypothesis", "word-punct").to_lists()
    return [[word.lower() for word in text] for text in lists]


def is_run(part: list[str], whole: list[str]) -> bool:
    return any(whole[start : start + len(part)] == part for start in range(len(whole)))


@pytest.mark.parametrize("seed", [1, 2])
def test_overlap_and_negation_are_those_of_a_plain_loop(seed: int) -> None:
    pairs = bundled_pairs(600, seed)
    sides = list(zip(words(pairs, "premise"), words(pairs, "hypothesis"), strict=True))
    bare = [[[word for word in side if word not in FINAL] for side in pair] for pair in sides]
    expected = {
        "overlap": [sum(word in premise for word in own) / len(own) >= 0.8 for premise, own in bare],
        "negation": [bool({"nobody", "no", "never", "nothing"} & set(own)) for _, own in sides],
        "overlap_heuristics:lexical_overlap": [set(own) <= set(premise) for premise, own in bare],
        "overlap_heuristics:subsequence": [is_run(own, premise) for premise, own in bare],
    }
    for name, flags in expected.items():
        (shortcut,) = shortcuts_of(name)
        np.testing.assert_array_equal(shortcut.holds(pairs), flags)


def test_constituents_are_not_guessed_where_there_are_no_parses(make_pairs: MakePairs) -> None:
    pairs = make_pairs([("The dog ran.", "The dog ran.", "entailment")])
    with pytest.raises(MeasureInputError, match="'constituent' on 'data': the data have no column premise"):
        shortcuts_of("overlap_heuristics").marks(pairs)
    assert shortcuts_of("overlap_heuristics:subsequence")[0].holds(pairs).tolist() == [True]


@pytest.mark.parametrize("artifacts", [(), ("length",)])
def test_bins_of_length_hold_each_hypothesis_once_and_point_to_the_label_that_is_more_frequent(
    artifacts: tuple[str, ...],
) -> None:
    train, test = (bundled_pairs(6_000, seed, artifacts=artifacts) for seed in (3, 4))
    bins = shortcuts_of("lengths", train, min_count=1)
    lengths = np.array([len(text) for text in words(train, "hypothesis")])
    marks = bins.marks(train).toarray()
    assert (marks.sum(axis=1) == 1).all()
    for shortcut, flags in zip(bins, marks.T, strict=True):
        gold = train.gold.to_numpy()
        shares = {label: np.mean(flags[gold == label]) for label in train.labels}
        assert shares[shortcut.label] == max(shares.values())
        first, _, last = shortcut.key.removesuffix("+").partition("-")
        inside = (lengths >= int(first)) & (lengths <= (10**9 if "+" in shortcut.key else int(last or first)))
        np.testing.assert_array_equal(flags, inside)
    frequent = evidence_table(shortcuts_of("lengths", train), test).drop_nulls("lift")
    highest = frequent.filter(frequent["holds"] >= 200)["lift"].max()
    assert isinstance(highest, float)
    assert (highest > 1.2) == bool(artifacts)


def test_a_hypothesis_longer_than_all_of_training_is_in_the_last_bin(make_pairs: MakePairs) -> None:
    train = make_pairs([("p", "a " * (n % 5 + 1), ("neutral", "entailment")[n % 2]) for n in range(400)])
    bins = shortcuts_of("lengths", train)
    assert [each.sentence for each in bins] == [
        "the hypothesis has 1 token",
        *(f"the hypothesis has {n} tokens" for n in (2, 3, 4)),
        "the hypothesis has at least 5 tokens",
    ]
    long = make_pairs([("p", "a " * 50, "neutral"), ("p", "", "neutral")])
    assert bins.marks(long).toarray().tolist() == [[False] * 4 + [True], [False] * 5]


def test_planted_words_and_patterns_have_the_lift_that_was_planted_on_other_data() -> None:
    train, test = bundled_pairs(3_000, 5), bundled_pairs(3_000, 6)
    for family in ("words", "patterns"):
        strongest = shortcuts_of(family, train, threshold=0.9)[0]
        found = evidence_of(strongest, test)
        assert found.lift.interval is not None
        assert found.lift.interval.low > 2  # of three labels, 3 is the most
        assert strongest.label is Label(test.gold[int(found.rows_for[0])])


def test_names_of_families_and_keys_are_not_guessed() -> None:
    assert {name for name in SHORTCUT_FAMILIES if is_mined(name)} >= {"words", "patterns", "lengths"}
    with pytest.raises(UnknownNameError, match="did you mean 'negation'"):
        shortcuts_of("negations")
    with pytest.raises(UnknownNameError, match="did you mean 'subsequence'"):
        shortcuts_of("overlap_heuristics:subsequences")
    with pytest.raises(OptionError, match="'words' without training data"):
        shortcuts_of("words")
