"""Counts of bits against counts of rows, and the best conjunctions against all of them tried."""

from itertools import combinations, product

import numpy as np
import pytest

from rightreasons.discovery.bits import Layout
from rightreasons.discovery.counts import count_conjunctions, count_each, rows_by_place
from rightreasons.discovery.kernels import (
    Sets,
    best_gain,
    gains_of_each,
    may_reach,
    pairs_from,
    thirds,
)
from rightreasons.discovery.outcomes import gold_outcomes, model_outcomes
from rightreasons.discovery.turn import discounts_of
from rightreasons.labels import Label

ROWS, PREDICATES = 500, 7


def _random(seed: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    flags = rng.random((PREDICATES, ROWS)) < rng.uniform(0.2, 0.7, (PREDICATES, 1))
    gold = np.where(flags[0] & flags[1] & ~flags[2], 1, rng.integers(0, 3, ROWS))
    return flags, gold


def _sets(flags: np.ndarray, gold: np.ndarray) -> tuple[Sets, np.ndarray]:
    layout = Layout.of(gold, np.ones(ROWS, dtype=bool), 3)
    bits = layout.all_bits([np.flatnonzero(each) for each in flags])
    total = np.bincount(gold, minlength=3)
    expected = np.repeat((total / ROWS)[:, None], 3, axis=1)
    valid = layout.bits(np.arange(ROWS))
    return Sets(
        bits, valid, layout.starts, np.eye(3), expected, np.zeros(3), np.zeros(PREDICATES), 20, 300, ROWS
    ), total


def _gain(rows: np.ndarray, gold: np.ndarray) -> float:
    """Return the largest gain in log-likelihood of a label's own rate over its rate in all rows."""
    n, found = int(rows.sum()), 0.0
    for label in range(3):
        rate, base = float((gold[rows] == label).mean()), float((gold == label).mean())
        if rate > base:
            rest = (1 - rate) * np.log((1 - rate) / (1 - base)) if rate < 1 else 0.0
            found = max(found, n * (rate * np.log(rate / base) + rest))
    return found


def test_bits_count_the_rows_of_every_class() -> None:
    flags, gold = _random(1)
    sets, _ = _sets(flags, gold)
    counts = count_each(sets.bits, sets.starts)
    assert counts.tolist() == [np.bincount(gold[each], minlength=3).tolist() for each in flags]


@pytest.mark.parametrize("has_rates", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_the_best_pair_is_that_of_all_pairs_with_any_part_negated(seed: int, *, has_rates: bool) -> None:
    flags, gold = _random(seed)
    sets, total = _sets(flags, gold)
    sets = sets._replace(rates=total / ROWS) if has_rates else sets
    singles = count_each(sets.bits, sets.starts)
    gains = np.zeros((PREDICATES, 2))
    keys, found = pairs_from(0, PREDICATES, sets, singles, gains, total, 8)
    best = found[np.unravel_index(keys.argmax(), keys.shape)]
    tried = {}
    for one, other in combinations(range(PREDICATES), 2):
        for first, second in product((False, True), repeat=2):
            parts = flags[one] != first, flags[other] != second
            rows = parts[0] & parts[1]
            if 20 <= rows.sum() <= 300 and rows.sum() <= 0.95 * min(parts[0].sum(), parts[1].sum()):
                tried[one, other, first + 2 * second] = _gain(rows, gold)
    assert tuple(best[:3].astype(int)) == max(tried, key=lambda each: tried[each])
    assert best[3] == pytest.approx(max(tried.values()))


@pytest.mark.parametrize("has_rates", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_the_best_third_predicate_is_that_of_all_tried(seed: int, *, has_rates: bool) -> None:
    flags, gold = _random(seed)
    sets, total = _sets(flags, gold)
    if has_rates:
        order = np.random.default_rng(seed).permutation(PREDICATES)
        sets = sets._replace(
            rates=total / ROWS, by_row=rows_by_place(sets.bits[order]), columns=np.argsort(order)
        )
    keys, found = thirds(np.array([(0, 2, 2), (3, -1, 1)]), sets, 2)
    for place, own in enumerate((flags[0] & ~flags[2], ~flags[3])):
        used = ((0, 2), (3,))[place]
        tried = {
            (third, negated): _gain(own & (flags[third] != negated), gold)
            for third in range(PREDICATES)
            for negated in (False, True)
            if third not in used
            and 20 <= (own & (flags[third] != negated)).sum() <= min(300, 0.95 * own.sum())
        }
        assert keys[place].max() == pytest.approx(max(tried.values()))
        assert tuple(found[place, keys[place].argmax()].astype(int)) == max(
            tried, key=lambda each: tried[each]
        )


@pytest.mark.parametrize("seed", range(3))
def test_gains_of_many_conjunctions_are_those_of_their_rows_and_none_of_too_few_or_many(seed: int) -> None:
    flags, gold = _random(seed)
    sets, _ = _sets(flags, gold)
    rng = np.random.default_rng(seed)
    parts = [
        [(int(place), int(rng.integers(2))) for place in rng.choice(PREDICATES, n, replace=False)]
        for n in (1, 2, 3) * 10
    ]
    padded = np.array([each + [(-1, 0)] * (3 - len(each)) for each in parts])
    gains = gains_of_each(count_conjunctions(padded, sets.bits, sets.valid, sets.starts), sets)
    for each, gain in zip(parts, gains, strict=True):
        rows = np.all([flags[place] != bool(negated) for place, negated in each], axis=0)
        fits = 20 <= rows.sum() <= 300
        assert gain == (pytest.approx(_gain(rows, gold)) if fits else -1)


@pytest.mark.parametrize("labels", [2, 3])
def test_the_quick_measure_turns_away_no_gain_that_reaches_a_number(labels: int) -> None:
    rng = np.random.default_rng(labels)
    rates = rng.dirichlet(np.ones(labels), 3_000)
    counts = rng.integers(0, 60, (3_000, labels)) * (rng.random((3_000, labels)) < 0.8)
    plain, _ = _sets(*_random(0))
    told = 0
    for p, own in zip(rates, counts, strict=True):
        values, expected = np.eye(labels), np.repeat(p[:, None], labels, axis=1)
        sets = plain._replace(values=values, expected=expected, spread=np.zeros(labels), rates=p)
        gain, _ = best_gain(own, sets)
        assert may_reach(own, own.sum(), sets, gain * (1 - 1e-12)) or gain == 0
        told += not may_reach(own, own.sum(), sets, 2.5 * gain + 1)
    assert told > 2_000


def test_a_model_counts_where_it_alone_says_a_label_and_against_where_gold_alone_does() -> None:
    labels = (Label.ENTAILMENT, Label.NON_ENTAILMENT)
    outcomes = model_outcomes(labels, np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1]))
    assert outcomes.of(0).tolist() == [0, -1, 1, 0]
    assert outcomes.of(1).tolist() == [0, 1, -1, 0]
    assert not outcomes.is_binary
    assert gold_outcomes(labels, np.array([0, 1])).is_binary


@pytest.mark.parametrize("seed", range(3))
def test_a_gain_of_a_model_is_what_two_means_explain_of_the_squares_about_one(seed: int) -> None:
    flags, classes = _random(seed)
    values = np.array([-1.0, 0.0, 1.0])[classes]
    mean = max(float(values.mean()), 0.0)
    spread = float(((values - mean) ** 2).mean())
    sets, _ = _sets(flags, classes)
    of_model = sets._replace(
        values=np.array([[-1.0, 0.0, 1.0]]), expected=np.full((1, 3), mean), spread=np.array([spread])
    )
    for held in flags:
        gain, _ = best_gain(np.bincount(classes[held], minlength=3), of_model)
        inside, outside = values[held], values[~held]
        left = ((inside - inside.mean()) ** 2).sum() + ((outside - outside.mean()) ** 2).sum()
        explained = ((values - values.mean()) ** 2).sum() - left
        if inside.mean() > mean == values.mean():
            assert gain == pytest.approx(explained / (2 * spread))
        elif inside.mean() <= mean:
            assert gain == 0


def test_a_gain_of_a_count_below_what_is_expected_is_none() -> None:
    flags, gold = _random(2)
    sets, _ = _sets(flags, gold)
    assert best_gain(np.array([0, 0, 0]), sets)[0] == 0


def test_discounts_leave_one_chance_to_the_conjunctions_that_can_be_a_rule() -> None:
    # e to the discount less the prices is a rule's part of the chance. Of all conjunctions of so many parts
    # that can be a rule, counted one by one on rows, the parts sum up to 1, as far as a sample tells.
    rng = np.random.default_rng(4)
    flags = rng.random((14, ROWS)) < rng.choice([0.03, 0.2, 0.5], 14)[:, None]
    flags[13] = flags[0] | (rng.random(ROWS) < 0.001)  # says nearly what another says
    sets, _ = _sets(flags, rng.integers(0, 3, ROWS))
    prices = np.log(2.0 * np.where(np.arange(14) < 6, 2 * 6, 2 * 8))
    discounts = discounts_of(sets._replace(prices=prices))
    for parts in (1, 2, 3):
        whole = 0.0
        for each in combinations(range(14), parts):
            for signs in product((False, True), repeat=parts):
                held = [flags[place] ^ negated for place, negated in zip(each, signs, strict=True)]
                n = np.all(held, axis=0).sum()
                others = [np.all(held[:out] + held[out + 1 :], axis=0).sum() for out in range(parts)]
                if 20 <= n <= 300 and all(parts == 1 or n <= 0.95 * each for each in others):
                    whole += np.exp(discounts[parts] - prices[list(each)].sum())
        assert whole == pytest.approx(1, abs=0.12)
