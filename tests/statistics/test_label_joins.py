"""Labels of items that have something in common: exact moments, and a test that keeps its level."""

from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.statistics.label_joins import MOST_PERMUTED, joins_across, joins_within

SIX = st.lists(st.integers(0, 2), min_size=6, max_size=6)


def all_counts(groups: list[int], labels: list[int]) -> list[int]:
    """Count pairs of one group and one label under every permutation of the labels."""
    pairs = [(i, j) for i, j in combinations(range(len(groups)), 2) if groups[i] == groups[j]]
    return [sum(order[i] == order[j] for i, j in pairs) for order in permutations(labels)]


@given(SIX, SIX)
def test_mean_and_variance_are_those_of_all_permutations(groups: list[int], labels: list[int]) -> None:
    found = joins_within(groups, labels, seed=0)
    counts = all_counts(groups, labels)
    assert found.same == sum(
        labels[i] == labels[j] for i, j in combinations(range(6), 2) if groups[i] == groups[j]
    )
    assert found.expected == pytest.approx(np.mean(counts))
    assert found.variance == pytest.approx(np.var(counts), abs=1e-9)


@given(SIX, st.lists(st.lists(st.integers(0, 3), min_size=3, max_size=3), min_size=6, max_size=6))
def test_across_sets_too(labels: list[int], counts: list[list[int]]) -> None:
    found = joins_across(counts, labels, seed=0)
    all_of_them = [
        sum(row[label] for row, label in zip(counts, order, strict=True)) for order in permutations(labels)
    ]
    assert found.pairs == np.sum(counts)
    assert found.expected == pytest.approx(np.mean(all_of_them))
    assert found.variance == pytest.approx(np.var(all_of_them), abs=1e-9)


def test_labels_dealt_one_each_and_labels_that_stay_together_are_both_found() -> None:
    groups = np.repeat(np.arange(20), 3)
    dealt, together = np.tile([0, 1, 2], 20), np.repeat(np.arange(20) % 3, 3)
    for labels, same in ((dealt, 0), (together, 60)):
        found = joins_within(groups, labels, seed=0)
        assert (found.pairs, found.same) == (60, same)
        assert found.test.p_value == pytest.approx(2 / 1000)


def test_labels_at_random_are_found_in_one_of_twenty() -> None:
    rng = np.random.default_rng(5)
    groups = rng.integers(0, 30, 80)
    found = [joins_within(groups, rng.integers(0, 3, 80), seed).test.p_value for seed in range(200)]
    assert 2 <= sum(p is not None and p < 0.05 for p in found) <= 20  # 10 and three standard errors


def test_of_many_items_the_normal_distribution_gives_nearly_the_same() -> None:
    rng = np.random.default_rng(6)
    few, many = (
        joins_within(np.arange(n) // 2, rng.integers(0, 2, n), seed=0) for n in (2_000, MOST_PERMUTED + 2)
    )
    assert few.test.statistic == pytest.approx((few.same - few.expected) / few.variance**0.5)
    assert many.test.method == "permutation of labels, normal"
    assert many.test.p_value is not None
    assert 0 < many.test.p_value <= 1


def test_what_no_permutation_can_change_has_no_p_value() -> None:
    for found in (joins_within([0, 0, 1, 1], [1, 1, 1, 1], 0), joins_across([[2, 0]] * 5, [0] * 5, 0)):
        assert found.test.p_value is None
        assert found.test.reason
    with pytest.raises(ValueError, match="group and a label"):
        joins_within([0, 0], [0], 0)
    with pytest.raises(ValueError, match="count of others"):
        joins_across([[1, 0]], [2], 0)
