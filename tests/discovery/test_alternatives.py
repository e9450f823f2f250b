"""Rules that hold and differ in a word are one: both words are named, and their rows tested together."""

import numpy as np
import pytest

from rightreasons.discovery.alternatives import groups_of
from rightreasons.discovery.discovered import discovered
from rightreasons.discovery.outcomes import gold_outcomes
from rightreasons.discovery.proof import Proof
from rightreasons.discovery.search import Candidate
from rightreasons.discovery.wording import joined
from rightreasons.labels import Label
from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.predicates.vocabulary import holds, predicate_of
from rightreasons.shortcuts.rule import Literal, Rule
from rightreasons.sources.bundled import bundled_pairs
from rightreasons.statistics.results import Estimate, Interval

LABELS = tuple(Label)[:3]


def _rule(*keys: str, label: Label = LABELS[0]) -> Rule:
    parts = [Literal(predicate_of(key.removeprefix("not ")), negated=key.startswith("not ")) for key in keys]
    return Rule(tuple(parts), label)


def _proof(low: float, high: float, adjusted: float) -> Proof:
    share = Estimate((low + high) / 2, "proportion", 50, Interval(low, high, 0.95, "of a test"))
    return Proof(50, share, share, share, None, adjusted, np.ones(1, dtype=bool), adjusted)


THE, ONE = "hypothesis-first-word: the", "hypothesis-first-word: one"


@pytest.mark.parametrize(
    ("first", "second", "key"),
    [
        ((THE, "overlap: full"), ("overlap: full", ONE), "hypothesis-first-word: the or one & overlap: full"),
        ((THE,), (ONE,), "hypothesis-first-word: the or one"),
        (("hypothesis-first-word: a or the",), (ONE,), "hypothesis-first-word: a or the or one"),
        ((THE, "overlap: full"), (ONE, "not overlap: full"), None),
        ((THE, "overlap: full"), (ONE,), None),
        (("not " + THE,), ("not " + ONE,), None),
        ((THE,), ("hypothesis-word: one",), None),
        ((THE,), (THE,), None),
    ],
)
def test_rules_are_one_where_a_single_word_differs(
    first: tuple[str, ...], second: tuple[str, ...], key: str | None
) -> None:
    both = joined(_rule(*first), _rule(*second))
    assert (both and both.key) == key
    assert joined(_rule(*first), _rule(*second, label=LABELS[1])) is None


def test_only_rules_that_hold_and_whose_shares_agree_are_one() -> None:
    other = Candidate(_rule("overlap: full"), 9.0, 90)
    the, one = Candidate(_rule(THE), 4.0, 40), Candidate(_rule(ONE), 2.0, 20)
    high, low = _proof(0.7, 0.9, 0.01), _proof(0.4, 0.6, 0.01)
    for proof, number in ((high, 2), (low, 3), (_proof(0.7, 0.9, 0.06), 3)):
        assert len(groups_of([the, other, one], [high, high, proof], 0.05)) == number
    (both, places), _ = groups_of([the, other, one], [high, high, high], 0.05)
    assert (both.rule.key, both.gain, both.rows, places) == (
        "hypothesis-first-word: the or one",
        6.0,
        60,
        (0, 2),
    )


def test_a_rule_that_three_predicates_do_not_say_is_found_with_two_words_in_one() -> None:
    block = Block(bundled_pairs(4_000, 11))
    keys = (THE, ONE, "premise-word: while", "length: hypothesis at most 9")
    the, one, joins, short = (holds(predicate_of(key), block) for key in keys)
    held = (the | one) & joins & ~short  # without a word for both it takes four
    rng = np.random.default_rng(3)
    gold = np.where(held & (rng.random(len(held)) < 0.8), 1, rng.integers(0, 3, len(held)))
    (found,) = discovered(block.pairs, gold_outcomes(LABELS, gold), block=block).proved
    assert found.candidate.rule.label == LABELS[1]
    assert "hypothesis-first-word: the or one" in found.candidate.rule.key
    assert np.array_equal(found.proof.rows, found.candidate.rule.holds(block))
    assert (found.proof.rows & held).sum() / (found.proof.rows | held).sum() > 0.9
