"""Rules that were planted are found and proved, and where nothing was planted nothing is."""

from dataclasses import replace

import numpy as np
import pytest
from tests.long_running import one_in

from rightreasons.discovery.discovered import Plan, discovered
from rightreasons.discovery.outcomes import gold_outcomes, model_outcomes
from rightreasons.discovery.parts import Components
from rightreasons.discovery.stability import stability
from rightreasons.labels import Label
from rightreasons.pairs import PairTable
from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.predicates.vocabulary import columns, holds, predicate_of
from rightreasons.sources.bundled import bundled_pairs

LABELS = tuple(Label)[:3]
ROWS = 4_000


@pytest.fixture(scope="module")
def block() -> Block:
    return Block(bundled_pairs(ROWS, 11))


def _held(block: Block, *keys: str) -> np.ndarray:
    found = np.ones(len(block), dtype=bool)
    for key in keys:
        bare = key.removeprefix("not ")
        found &= holds(predicate_of(bare), block) != (bare != key)
    return found


def _labels(held: np.ndarray, seed: int) -> np.ndarray:
    """Return labels at random, and mostly the second where something holds."""
    rng = np.random.default_rng(seed)
    return np.where(held & (rng.random(len(held)) < 0.8), 1, rng.integers(0, 3, len(held)))


def _jaccard(one: np.ndarray, other: np.ndarray) -> float:
    return float((one & other).sum() / (one | other).sum())


@pytest.mark.parametrize(
    "keys",
    [
        ("overlap: full",),
        ("hypothesis-word: near", "not overlap: same first word"),
        ("part-of-speech: adjective in hypothesis", "hypothesis-first-word: a", "premise-word: while"),
    ],
)
def test_a_planted_rule_is_the_first_and_is_proved(block: Block, keys: tuple[str, ...]) -> None:
    held = _held(block, *keys)
    found = discovered(block.pairs, gold_outcomes(LABELS, _labels(held, 3)), block=block)
    first = found.proved[0]
    assert first.candidate.rule.label == LABELS[1]
    assert _jaccard(first.candidate.rule.holds(block), held) > 0.8
    assert first.proof.lift is not None
    assert first.proof.lift.interval is not None
    assert first.proof.lift.interval.low > 1.5


@pytest.mark.parametrize(
    "keys", one_in(2, [("class: preposition new", "not wordnet: antonym"), ("overlap: full",)])
)
def test_no_part_of_a_rule_says_what_the_others_say_already(block: Block, keys: tuple[str, ...]) -> None:
    found = discovered(block.pairs, gold_outcomes(LABELS, _labels(_held(block, *keys), 13)), block=block)
    left = found.searched.copy()
    for each in found.rules:
        parts = each.candidate.rule.literals
        rows = each.candidate.rule.holds(block)
        for out in range(len(parts)) if len(parts) > 1 else ():
            rest = replace(each.candidate.rule, literals=parts[:out] + parts[out + 1 :])
            assert ((rest.holds(block) ^ rows) & left).any(), each.candidate.rule.key
        left &= ~rows


def test_two_planted_rules_are_found_one_after_the_other(block: Block) -> None:
    first, second = _held(block, "overlap: full"), _held(block, "hypothesis-word: near")
    gold = _labels(second, 5)
    gold = np.where(first, 0, gold)
    found = discovered(block.pairs, gold_outcomes(LABELS, gold), block=block)
    best = [max(_jaccard(each.proof.rows, planted) for each in found.proved) for planted in (first, second)]
    assert min(best) > 0.8


@pytest.mark.long
def test_random_labels_have_hardly_a_rule(block: Block) -> None:
    # Holm at 5 %: of four sets one may well have a rule, two would come once in 70 times.
    proved = 0
    for seed in range(4):
        gold = np.random.default_rng(seed).integers(0, 3, ROWS)
        proved += bool(
            discovered(block.pairs, gold_outcomes(LABELS, gold), Plan(seed=seed), block=block).proved
        )
    assert proved <= 1


def test_a_rule_of_a_model_is_where_it_leaves_gold_not_where_it_follows_it(block: Block) -> None:
    rng = np.random.default_rng(1)
    followed, own = _held(block, "overlap: full"), _held(block, "hypothesis-word: near")
    gold = np.where(followed, 0, rng.integers(0, 3, ROWS))
    said = np.where(own, 2, gold)
    found = discovered(block.pairs, model_outcomes(LABELS, gold, said), block=block)
    assert {each.candidate.rule.label for each in found.proved} == {LABELS[2]}
    assert _jaccard(found.proved[0].proof.rows, own) > 0.8


def test_a_model_that_says_a_label_too_seldom_is_found_where_it_says_it_too_often(block: Block) -> None:
    held = _held(block, "hypothesis-first-word: the", "overlap: last word shared", "premise-word: while")
    rng = np.random.default_rng(17)
    gold = rng.integers(0, 3, ROWS)
    said = np.where(held & (rng.random(ROWS) < 0.9), 2, gold)
    said = np.where(~held & (gold == 2) & (rng.random(ROWS) < 0.5), 0, said)
    assert (said == 2).mean() < (gold == 2).mean()
    found = discovered(block.pairs, model_outcomes(LABELS, gold, said), block=block)
    of_it = [each for each in found.proved if each.candidate.rule.label == LABELS[2]]
    assert max(_jaccard(each.proof.rows, held) for each in of_it) > 0.8


def test_rows_that_share_a_text_are_searched_or_tested_together(block: Block) -> None:
    components = Components.of(block.pairs)
    for share in (1 / 2, 2 / 3):
        done = components.searched(4, share)
        frame = block.pairs.frame.select("premise").with_columns(done=done)
        assert frame.group_by("premise").n_unique()["done"].max() == 1
        assert share - 0.05 < done.mean() < share + 0.05


def test_two_thirds_are_searched_and_few_rows_are_enough_for_a_proof() -> None:
    # A rule of one row in eight, 80 % against 50 %: some 85 rows test it, 5 standard errors.
    block = Block(bundled_pairs(2_000, 12))
    held = _held(block, "hypothesis-word: near")
    rng = np.random.default_rng(6)
    gold = np.where(held, rng.random(2_000) < 0.8, rng.integers(0, 2, 2_000)).astype(np.int64)
    found = discovered(block.pairs, gold_outcomes(LABELS[:2], gold), block=block)
    assert 0.62 < found.searched.mean() < 0.71
    assert _jaccard(found.proved[0].proof.rows, held) > 0.8


@pytest.mark.long
def test_the_same_seed_finds_the_same_rules(block: Block) -> None:
    gold = gold_outcomes(LABELS, _labels(_held(block, "overlap: full"), 3))
    one, other = (discovered(replace_block(block).pairs, gold, Plan(seed=2)) for _ in range(2))
    assert [each.candidate for each in one.rules] == [each.candidate for each in other.rules]


def replace_block(block: Block) -> Block:
    """Return the same pairs as a block of their own."""
    return Block(replace(block.pairs, frame=block.pairs.frame.clone()))


def test_a_table_without_enough_rows_has_no_rule() -> None:
    pairs: PairTable = bundled_pairs(30, 1)
    assert discovered(pairs, gold_outcomes(LABELS, np.arange(30) % 3)).rules == ()


@pytest.mark.long
def test_a_rule_that_holds_at_random_is_found_in_no_other_split_and_a_planted_one_in_each(
    block: Block,
) -> None:
    outcomes = gold_outcomes(LABELS, _labels(_held(block, "overlap: full"), 3))
    plan = Plan(seed=1)
    found = discovered(block.pairs, outcomes, plan, block=block)
    again = stability(found, block, outcomes, plan, 3)
    assert again.splits == 3
    assert len(again.again) == len(found.rules)
    assert again.again[0] == 3
    unproved = [n for n, each in zip(again.again, found.rules, strict=True) if each not in found.proved]
    assert not any(unproved)


def test_what_the_strata_explain_is_no_rule_and_what_they_do_not_is(block: Block) -> None:
    near, full = _held(block, "hypothesis-word: near"), _held(block, "overlap: full")
    rng = np.random.default_rng(7)
    gold = rng.integers(0, 3, ROWS)
    gold = np.where(near & (rng.random(ROWS) < 0.8), 1, gold)
    gold = np.where(full & (rng.random(ROWS) < 0.8), 2, gold)
    outcomes = gold_outcomes(LABELS, gold)
    plain = discovered(block.pairs, outcomes, block=block)
    beyond = discovered(block.pairs, outcomes, block=block, strata=near.astype(np.int64))
    assert max(_jaccard(each.proof.rows, near) for each in plain.proved) > 0.8
    assert max(_jaccard(each.proof.rows, full) for each in beyond.proved) > 0.8
    assert all(_jaccard(each.proof.rows, near) < 0.8 for each in beyond.proved)


def test_predicates_of_the_hypothesis_alone_are_those_that_another_premise_does_not_change(
    block: Block,
) -> None:
    everything = np.ones(ROWS, dtype=bool)
    order = np.random.default_rng(8).permutation(ROWS)
    frame = block.pairs.frame.with_columns(premise=block.pairs.premises[order])
    shuffled = Block(replace(block.pairs, frame=frame))
    own, other = (
        {each.predicate: each.rows for each in columns(one, everything, 20, ROWS - 20)}
        for one in (block, shuffled)
    )
    alone = {each for each in own if each.is_of_hypothesis_alone}
    assert len(alone) > 100
    assert all(np.array_equal(own[each], other[each]) for each in alone)
    same = {each for each in own.keys() & other.keys() if np.array_equal(own[each], other[each])}
    left = same - alone
    # Every premise of the generator with a conjunction has one, whatever the hypothesis: no pair differs.
    assert {each.family for each in left} <= {"class", "hypothesis-only-word"}
    assert len(left) < len(alone) / 20
