"""The worst group: by hand, and how often its intervals cover in simulations, beside one that does not."""

import numpy as np
import numpy.typing as npt
import pytest

from rightreasons.statistics.proportions import clopper_pearson
from rightreasons.statistics.results import Estimate
from rightreasons.statistics.worst_group import (
    GroupValues,
    Values,
    group_accuracy,
    group_difference,
    lowest,
    simultaneous,
    worst_groups,
)

SIZES = (12, 40, 100, 300)
DRAWS = 400


def _group(name: str, *right: Values) -> GroupValues:
    return GroupValues(name, right, np.arange(len(right[0])).astype(object))


def _drawn(rng: np.random.Generator, n: int, share: float, seeds: int) -> Values:
    """Return right and wrong of n items: some items are harder than others, for all seeds."""
    hard = np.clip(share + rng.choice([-0.1, 0.1], size=(n, 1)), 0, 1)
    return (rng.random((n, seeds)) < hard).astype(np.float64)


def _bounds(estimate: Estimate) -> tuple[float, float]:
    assert estimate.interval is not None
    return estimate.interval.low, estimate.interval.high


def test_as_many_intervals_as_there_are_share_what_may_miss() -> None:
    assert simultaneous(0.95, 5) == pytest.approx(0.99)


def test_a_group_that_is_all_right_has_the_exact_interval() -> None:
    found = group_accuracy(np.ones((20, 1)), np.arange(20), 0.95)
    exact = clopper_pearson(20, 20)
    assert found.bounds == (exact.low, exact.high)
    assert found.value == 1


def test_items_of_one_premise_count_once_in_a_small_group() -> None:
    right = np.tile([[1.0]], (20, 1))
    assert group_accuracy(right, np.repeat(np.arange(5), 4), 0.95).bounds[0] == clopper_pearson(5, 5).low


def test_the_lowest_goes_from_the_lowest_lower_to_the_lowest_upper_bound() -> None:
    groups = [np.repeat([[1.0], [0.0]], [k, 100 - k], axis=0) for k in (60, 58, 90)]
    large = np.repeat([[1.0], [0.0]], [620, 380], axis=0)
    estimates = [group_accuracy(each, np.arange(len(each)), 0.99) for each in (*groups, large)]
    found = lowest(estimates, 0.95)
    assert found.value == pytest.approx(0.58)
    assert found.n == 100
    assert found.bounds == (estimates[1].bounds[0], estimates[3].bounds[1])  # 62 % of 1,000 is more certain


def test_equal_answers_leave_open_what_both_accuracies_do() -> None:
    same = np.ones((15, 1))
    low, high = _bounds(group_difference(_group("a", same, same), 0.95))
    floor = clopper_pearson(15, 15, 0.975).low
    assert low == pytest.approx(floor - 1)
    assert high == pytest.approx(1 - floor)


@pytest.mark.parametrize("shares", [(0.8, 0.8, 0.8, 0.8), (0.5, 0.7, 0.8, 0.9), (0.9, 0.9, 0.9, 0.55)])
@pytest.mark.parametrize("seeds", [1, 3])
def test_intervals_cover_the_lowest_true_accuracy(shares: tuple[float, ...], seeds: int) -> None:
    rng = np.random.default_rng(seeds)
    covered, own = 0, 0
    for _ in range(DRAWS):
        drawn = [_drawn(rng, n, share, seeds) for n, share in zip(SIZES, shares, strict=True)]
        level = simultaneous(0.95, len(SIZES))
        estimates = [group_accuracy(each, np.arange(len(each)), level) for each in drawn]
        low, high = _bounds(lowest(estimates, 0.95))
        covered += low <= min(shares) <= high
        worst = drawn[int(np.argmin([each.mean() for each in drawn]))]
        low, high = _bounds(group_accuracy(worst, np.arange(len(worst)), 0.95))
        own += low <= min(shares) <= high
    assert covered / DRAWS >= 0.94
    if len(set(shares)) == 1 and seeds == 1:
        assert own <= covered  # the chosen group's own interval misses more often


def test_intervals_cover_the_difference_of_two_worst_groups() -> None:
    rng = np.random.default_rng(8)
    truths = (0.5, 0.7, 0.8, 0.9), (0.75, 0.7, 0.72, 0.9)
    covered = 0
    for _ in range(DRAWS):
        groups = [
            _group(str(n), _drawn(rng, n, one, 3), _drawn(rng, n, other, 3))
            for n, one, other in zip(SIZES, *truths, strict=True)
        ]
        found = worst_groups(groups)
        low, high = _bounds(found.worst[2])
        covered += low <= 0.2 <= high
    assert covered / DRAWS >= 0.94


def _brute(groups: list[GroupValues]) -> npt.NDArray[np.float64]:
    accuracies = np.array([[right.mean() for right in group.right] for group in groups])
    return np.array([*accuracies.min(axis=0), accuracies[:, 1].min() - accuracies[:, 0].min()])


def test_the_worst_of_each_may_be_two_groups() -> None:
    first = np.repeat([[1.0], [0.0]], [30, 70], axis=0), np.repeat([[1.0], [0.0]], [80, 20], axis=0)
    second = np.repeat([[1.0], [0.0]], [90, 10], axis=0), np.repeat([[1.0], [0.0]], [60, 40], axis=0)
    groups = [_group("a", *first), _group("b", *second)]
    found = worst_groups(groups)
    assert [each.value for each in found.worst] == pytest.approx(_brute(groups).tolist())
    np.testing.assert_allclose(_brute(groups), [0.3, 0.6, 0.3])
    low, high = _bounds(found.worst[2])
    assert 0 < low < 0.3 < high < 1
