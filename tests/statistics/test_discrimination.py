"""AUROC, balanced accuracy and F1 are scikit-learn's; intervals by brute force, coverage, and by hand."""

import math
from itertools import product

import numpy as np
import numpy.typing as npt
import pytest
from sklearn.metrics import balanced_accuracy_score, f1_score, roc_auc_score

from rightreasons.statistics.classification import balanced_accuracy, f1
from rightreasons.statistics.proportions import wilson
from rightreasons.statistics.results import Estimate
from rightreasons.statistics.roc_area import auroc, auroc_of_counts


def bounds(estimate: Estimate) -> tuple[float, float]:
    assert estimate.interval is not None
    return estimate.interval.low, estimate.interval.high


def drawn(n: int, seed: int, digits: int = 1) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_]]:
    rng = np.random.default_rng(seed)
    positive = rng.random(n) < 0.4
    return np.asarray(np.round(rng.normal(size=n) + 0.8 * positive, digits), dtype=np.float64), positive


def delong_by_loops(scores: npt.NDArray[np.float64], positive: npt.NDArray[np.bool_]) -> tuple[float, float]:
    """Area and variance from the structural components (DeLong et al. 1988, equations 2 to 6)."""
    above, below = scores[positive], scores[~positive]
    wins = np.array([[(x > y) + 0.5 * (x == y) for y in below] for x in above])
    tens, ones = wins.mean(axis=1), wins.mean(axis=0)
    area = wins.mean()
    s10 = sum((tens - area) ** 2) / (len(above) - 1)
    s01 = sum((ones - area) ** 2) / (len(below) - 1)
    return float(area), float(s10 / len(above) + s01 / len(below))


@pytest.mark.parametrize("seed", range(6))
def test_the_area_is_that_of_scikit_learn_with_and_without_ties(seed: int) -> None:
    for digits in (0, 1, 9):
        scores, positive = drawn(60, seed, digits)
        assert auroc(scores, positive).value == pytest.approx(roc_auc_score(positive, scores))


@pytest.mark.parametrize("digits", [0, 6])
def test_the_interval_is_delongs_on_the_logit(digits: int) -> None:
    scores, positive = drawn(50, 3, digits)
    area, variance = delong_by_loops(scores, positive)
    half = 1.959964 * math.sqrt(variance) / (area * (1 - area))
    centre = math.log(area / (1 - area))
    expected = [1 / (1 + math.exp(-bound)) for bound in (centre - half, centre + half)]
    assert bounds(auroc(scores, positive)) == pytest.approx(expected, abs=1e-6)


def test_the_interval_covers_the_true_area_as_often_as_it_says() -> None:
    # Normal scores one standard deviation apart: the area is Phi(1 / sqrt 2) = 0.7602.
    rng = np.random.default_rng(7)
    hits = 0
    for _ in range(400):
        positive = np.arange(120) < 40
        low, high = bounds(auroc(rng.normal(size=120) + positive, positive))
        hits += low <= 0.76025 <= high
    assert 0.92 <= hits / 400 <= 0.98


def test_the_interval_covers_an_area_near_one() -> None:
    # Normal scores 2.904 standard deviations apart: the area is Phi(2.904 / sqrt 2) = 0.98.
    rng = np.random.default_rng(5)
    positive = np.arange(60) < 30
    found = [auroc(rng.normal(size=60) + 2.904457 * positive, positive) for _ in range(400)]
    told = [bounds(each) for each in found if each.interval is not None]
    assert len(told) > 370
    assert 0.92 <= np.mean([low <= 0.98 <= high for low, high in told]) <= 0.98


@pytest.mark.parametrize("seed", range(4))
def test_of_whole_numbers_it_is_the_same_from_their_counts(seed: int) -> None:
    rng = np.random.default_rng(seed)
    values, positive = rng.poisson(6, 80), rng.random(80) < 0.4
    own, others = (np.bincount(values[chosen], minlength=30) for chosen in (positive, ~positive))
    one, other = auroc(values, positive), auroc_of_counts(own, others)
    assert other.n == one.n
    assert other.value == pytest.approx(one.value)
    assert bounds(other) == pytest.approx(bounds(one))
    assert one.interval is not None
    assert other.interval is not None
    assert other.interval.method == one.interval.method


@pytest.mark.parametrize("counts", [([0, 3], [0, 0]), ([0, 1], [1, 2]), ([0, 4], [4, 0]), ([0, 4], [0, 4])])
def test_counts_without_area_or_variance_say_what_scores_say(counts: tuple[list[int], list[int]]) -> None:
    positive, negative = (np.array(each) for each in counts)
    scores = np.repeat([0, 1, 0, 1], [*positive, *negative])
    one = auroc(scores, np.arange(len(scores)) < positive.sum())
    other = auroc_of_counts(positive, negative)
    assert (other.value, other.interval, other.reason) == (one.value, None, one.reason)


def test_what_has_no_area_or_no_variance_says_so() -> None:
    assert auroc([0.1, 0.2], [True, True]).value is None
    parted = auroc([0.1, 0.2, 0.8, 0.9], [False, False, True, True])
    assert (parted.value, parted.interval) == (1.0, None)
    assert parted.reason
    assert auroc([0.5] * 4, [True, False, True, False]).value == 0.5
    assert auroc([0.5, 0.1, 0.7], [True, False, False]).interval is None
    with pytest.raises(ValueError, match="finite"):
        auroc([0.1, math.nan], [True, False])
    with pytest.raises(ValueError, match="a class each"):
        auroc([0.1, 0.2], [True])


@pytest.mark.parametrize(("hits", "false_alarms"), list(product((0, 3, 7, 10), (0, 4, 20))))
def test_balanced_accuracy_and_f1_are_those_of_scikit_learn(hits: int, false_alarms: int) -> None:
    gold = [1] * 10 + [0] * 20
    predicted = [1] * hits + [0] * (10 - hits) + [1] * false_alarms + [0] * (20 - false_alarms)
    found = balanced_accuracy(hits, 10, 20 - false_alarms, 20)
    assert found.value == pytest.approx(balanced_accuracy_score(gold, predicted))
    assert found.n == 30
    assert f1(hits, false_alarms, 10 - hits).value == pytest.approx(f1_score(gold, predicted))


def test_with_all_right_the_intervals_end_at_one_and_begin_where_wilson_does() -> None:
    share = wilson(10, 10).low
    assert bounds(f1(10, 0, 0)) == pytest.approx((2 * share / (1 + share), 1))
    low, high = bounds(balanced_accuracy(10, 10, 10, 10))
    assert (low, high) == pytest.approx((1 - (1 - share) / math.sqrt(2), 1))


def test_the_intervals_cover_as_often_as_they_say() -> None:
    rng = np.random.default_rng(11)
    truth_f1 = 2 * 0.4 * 0.8 / (2 * 0.4 * 0.8 + 0.6 * 0.15 + 0.4 * 0.2)
    hits = np.zeros(2)
    for _ in range(1_000):
        cells = rng.multinomial(150, [0.4 * 0.8, 0.4 * 0.2, 0.6 * 0.15, 0.6 * 0.85])
        right, missed, alarms, rejected = (int(cell) for cell in cells)
        both = (
            balanced_accuracy(right, right + missed, rejected, alarms + rejected),
            f1(right, alarms, missed),
        )
        for place, (found, truth) in enumerate(zip(both, (0.825, truth_f1), strict=True)):
            low, high = bounds(found)
            hits[place] += low <= truth <= high
    assert ((hits / 1_000 > 0.93) & (hits / 1_000 < 0.975)).all()


def test_missing_classes_have_a_reason_and_impossible_counts_are_refused() -> None:
    assert balanced_accuracy(0, 0, 3, 5).value is None
    assert f1(0, 0, 0).reason
    with pytest.raises(ValueError, match="cannot come out"):
        balanced_accuracy(6, 5, 3, 5)
    with pytest.raises(ValueError, match="count"):
        f1(1, -1, 0)
