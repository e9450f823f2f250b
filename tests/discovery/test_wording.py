"""A rule that holds of nearly the same rows in the words of an earlier one is said in these words."""

from itertools import combinations, product

import numpy as np
import pytest

from rightreasons.discovery.outcomes import gold_outcomes
from rightreasons.discovery.search import SearchSettings, rows_of, searched
from rightreasons.discovery.turn import Alike, Parts
from rightreasons.discovery.wording import as_earlier
from rightreasons.labels import Label
from rightreasons.shortcuts.predicates.vocabulary import Column, predicate_of
from rightreasons.shortcuts.rule import Literal, Rule

LABELS = tuple(Label)[:3]
KEYS = (
    "hypothesis-first-word: the",
    "hypothesis-first-word: one",
    "premise-word: while",
    "deleted-word: while",
    "overlap: full",
    "length: hypothesis at most 9",
)
PREDICATES = [predicate_of(key) for key in KEYS]
Literals = frozenset[tuple[int, bool]]


def _said(alike: Alike) -> Rule:
    return Rule(tuple(Literal(PREDICATES[place], sign) for place, sign in alike.parts), LABELS[alike.label])


def _alike(parts: Parts, label: int) -> Alike:
    return Alike(parts, label, 1.0, 1, ())


def _differs_in_a_word(one: Literals, other: Literals) -> bool:
    """Return whether two rules are the same but for 'the' and 'one', or for no word of another kind."""
    return {frozenset(one - other), frozenset(other - one)} == {
        frozenset({(0, False)}),
        frozenset({(1, False)}),
    }


def _brute_force(best: Alike, earlier: list[Alike], rows: np.ndarray) -> float | None:
    """Return the Jaccard index of the nearest other wording, of all rules of as many parts."""
    own = frozenset(best.parts)
    others = [frozenset(each.parts) for each in earlier if each.label == best.label]
    if any(_differs_in_a_word(own, other) for other in others):
        return None

    def held(parts: Literals) -> set[int]:
        return {n for n, row in enumerate(rows) if all(row[place] != sign for place, sign in parts)}

    found = [0.0]
    literals = list(product(range(len(KEYS)), (False, True)))
    for parts in map(frozenset, combinations(literals, len(own))):
        if len(parts & own) != len(own) - 1:
            continue
        (new,) = parts - own
        if any(new in other and _differs_in_a_word(parts, other) for other in others):
            either = held(parts) | held(own)
            found.append(len(held(parts) & held(own)) / len(either) if either else 0.0)
    return max(found) if max(found) >= 0.8 else None


def test_the_wording_is_the_nearest_of_all_that_differ_from_an_earlier_rule_in_one_word() -> None:
    rng = np.random.default_rng(2)
    number = {True: 0, False: 0}
    for _ in range(400):
        rows = rng.random((64, len(KEYS))) < 0.6
        rows[:, 3] = rows[:, 2] != (rng.random(64) < 0.1)
        bits = np.packbits(np.ascontiguousarray(rows.T), axis=1, bitorder="little").view(np.uint64)
        valid = np.full(1, ~np.uint64(0))
        best, *earlier = (_drawn(rng) for _ in range(3))
        near = as_earlier(best, earlier, _said, lambda parts: rows_of(bits, valid, parts))  # noqa: B023 - at once
        expected = _brute_force(best, earlier, rows)
        number[near is not None] += 1
        assert (near is None) == (expected is None)
        if near is not None:
            own, new = (rows_of(bits, valid, parts) for parts in (best.parts, near))
            both, either = np.bitwise_count(own & new).sum(), np.bitwise_count(own | new).sum()
            assert both / either == pytest.approx(expected)
            assert any(_differs_in_a_word(frozenset(near), frozenset(each.parts)) for each in earlier)
    assert min(number.values()) >= 10


def _drawn(rng: np.random.Generator) -> Alike:
    """Return a rule that begins with 'the' or 'one', with 'while' in some wording, and often a third part."""
    parts = [(int(rng.integers(2)), False), (int(rng.integers(2, 4)), False)]
    if rng.random() < 0.7:
        parts.append((int(rng.integers(4, 6)), bool(rng.random() < 0.5)))
    return _alike(tuple(sorted(parts)), int(rng.random() < 0.2))


def test_a_rule_found_later_takes_the_words_of_the_one_before_with_its_own_rows_and_gain() -> None:
    rng = np.random.default_rng(5)
    n = 6_000
    first = rng.random(n)
    the, one, has = first < 0.3, (first >= 0.3) & (first < 0.5), rng.random(n) < 0.4
    not_deleted = one & has & (rng.random(n) < 0.17)
    deleted = has & ~not_deleted
    gold = rng.integers(0, 3, n)
    strong = ((the & has) | (one & deleted)) & (rng.random(n) < 0.8)
    gold[strong], gold[not_deleted] = 1, 0
    by_key = dict(zip(KEYS, (the, one, has, deleted), strict=False))
    by_key |= {f"hypothesis-word: w{word}": rng.random(n) < 0.1 for word in range(60)}
    columns = [Column(predicate_of(key), np.flatnonzero(own).astype(np.int32)) for key, own in by_key.items()]
    counted = rng.random(n) < 0.7
    strata = np.zeros(n, dtype=np.int64)
    before, after, *_ = searched(columns, gold_outcomes(LABELS, gold), counted, strata, SearchSettings(20))
    assert before.rule.key == f"{KEYS[0]} & {KEYS[2]}"
    assert after.rule.key == f"{KEYS[1]} & {KEYS[2]}"
    assert PREDICATES[3].sentence in after.same[0]  # what explains most, and is said otherwise
    left = counted & ~(the & has)
    own = left & one & has
    k, m, p = (gold[own] == 1).sum(), own.sum(), (gold[left] == 1).mean()
    assert after.rows == m
    assert after.gain == pytest.approx(k * np.log(k / m / p) + (m - k) * np.log((1 - k / m) / (1 - p)))
