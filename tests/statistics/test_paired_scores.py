"""Two scores of the same items: differences agree with brute force, and intervals cover."""

import numpy as np
import pytest

from rightreasons.statistics.paired_scores import (
    balanced_difference,
    best_threshold,
    decided_across,
    halves,
)
from rightreasons.statistics.roc_area import auroc_difference, placements


def _brute_auroc(scores: np.ndarray, positive: np.ndarray) -> float:
    pairs = [(a > b) + 0.5 * (a == b) for a in scores[positive] for b in scores[~positive]]
    return float(np.mean(pairs))


@pytest.mark.parametrize("seed", range(5))
def test_the_difference_of_auroc_is_that_of_all_pairs(seed: int) -> None:
    rng = np.random.default_rng(seed)
    positive = rng.random(40) < 0.4
    one, other = rng.integers(0, 6, 40) / 6, rng.integers(0, 6, 40) / 6
    difference, test = auroc_difference(one, other, positive)
    assert difference.value == pytest.approx(_brute_auroc(one, positive) - _brute_auroc(other, positive))
    over, under = placements(one, positive)
    assert over.mean() == pytest.approx(under.mean())
    assert test.p_value is not None


def test_delongs_variance_is_that_of_the_structural_components() -> None:
    rng = np.random.default_rng(7)
    positive = rng.random(60) < 0.5
    scores = [rng.normal(positive * shift, 1) for shift in (1.0, 0.6)]
    v10 = np.array([[np.mean(s[~positive] < a) for a in s[positive]] for s in scores])
    v01 = np.array([[np.mean(s[positive] > b) for b in s[~positive]] for s in scores])
    covariance = np.cov(v10) / positive.sum() + np.cov(v01) / (~positive).sum()
    expected = covariance[0, 0] + covariance[1, 1] - 2 * covariance[0, 1]
    difference, test = auroc_difference(scores[0], scores[1], positive)
    assert test.statistic == pytest.approx(difference.value / np.sqrt(expected))


def test_scores_that_order_alike_do_not_differ() -> None:
    positive = np.array([True, False, True, False])
    scores = np.array([0.9, 0.1, 0.4, 0.6])
    difference, test = auroc_difference(scores, scores**2, positive)
    assert difference.value == 0
    assert difference.interval is None
    assert test.p_value == 1


def test_intervals_of_differences_cover_the_true_one() -> None:
    rng = np.random.default_rng(11)
    hits = {"auroc": 0, "balanced": 0}
    draws, n = 400, 150
    for _ in range(draws):
        positive = np.arange(n) < n // 3
        common = rng.normal(size=n)
        one, other = (positive * 1.0 + common + rng.normal(size=n) for _ in range(2))
        area, _ = auroc_difference(one, other, positive)
        balanced, _ = balanced_difference((one > 0.5) == positive, (other > 0.5) == positive, positive)
        for name, each in (("auroc", area), ("balanced", balanced)):
            assert each.interval is not None
            hits[name] += each.interval.low <= 0 <= each.interval.high
    assert min(hits.values()) / draws > 0.92


def test_balanced_accuracy_weighs_both_classes_alike() -> None:
    positive = np.array([True] * 8 + [False] * 2)
    one, other = np.array([True] * 4 + [False] * 4 + [True] * 2), np.array([True] * 8 + [False] * 2)
    difference, _ = balanced_difference(one, other, positive)
    assert difference.value == pytest.approx((0.5 + 1.0) / 2 - (1.0 + 0.0) / 2)
    none, test = balanced_difference(one[:8], other[:8], positive[:8])
    assert none.value is None
    assert test.p_value is None


@pytest.mark.parametrize("seed", range(5))
def test_the_best_threshold_is_that_of_all_cuts(seed: int) -> None:
    rng = np.random.default_rng(seed)
    positive = rng.random(50) < 0.5
    scores = np.round(rng.random(50) + 0.3 * positive.astype(np.float64), 1)
    found = best_threshold(scores, positive)
    cuts = [-1.0, *(np.unique(scores) + 1e-9)]
    best = max(((scores >= c)[positive].mean() + (scores < c)[~positive].mean()) / 2 for c in cuts)
    assert found.balanced_accuracy == pytest.approx(best)
    decided = scores >= found.value
    assert (decided[positive].mean() + (~decided)[~positive].mean()) / 2 == pytest.approx(best)


def test_each_half_is_decided_by_the_threshold_of_the_other() -> None:
    positive = np.tile([True, False], 50)
    first = halves(positive, 3)
    assert first.sum() == 50
    assert (first & positive).sum() == 25
    scores = np.where(positive, 0.6, 0.4) + np.where(first, 1.0, 0.0)  # the halves are on other scales
    decisions, cuts = decided_across(scores, positive, first)
    assert cuts == pytest.approx((1.5, 0.5))
    assert decisions[first].all()
    assert not decisions[~first].any()
