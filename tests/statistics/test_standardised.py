"""Standardised shares: every stratum weighs the same in both groups; what wrong gold does to a gap."""

import numpy as np
import pytest

from rightreasons.statistics.proportions import wilson
from rightreasons.statistics.standardised import standardised_shares
from rightreasons.statistics.wrong_gold import share_of_wrong_gold

TABLES = np.array([[[90, 10], [40, 60]], [[8, 2], [150, 50]], [[5, 5], [0, 0]]])


def test_shares_are_means_over_strata_by_their_sizes_and_strata_of_one_group_fall_out() -> None:
    first, second, gap = standardised_shares(TABLES, (300, 100, 1000))
    of_first, of_second = 0.75 * 0.9 + 0.25 * 0.8, 0.75 * 0.4 + 0.25 * 0.75
    assert first.value == pytest.approx(of_first)
    assert second.value == pytest.approx(of_second)
    assert gap.value == pytest.approx(of_first - of_second)
    assert (first.n, second.n, gap.n) == (110, 300, 410)


def test_one_stratum_has_the_interval_of_its_share() -> None:
    first, _, _ = standardised_shares(TABLES[:1], (1,))
    interval = wilson(90, 100)
    assert first.interval is not None
    assert interval is not None
    assert (first.interval.low, first.interval.high) == pytest.approx((interval.low, interval.high))


def test_no_stratum_with_both_groups_gives_no_value() -> None:
    assert [each.value for each in standardised_shares(TABLES[2:], (1,))] == [None, None, None]


def test_intervals_cover_the_difference_of_standardised_shares() -> None:
    rng = np.random.default_rng(1)
    true = np.array([[0.9, 0.7], [0.6, 0.5], [0.8, 0.3]])
    sizes, shares = np.array([[60, 90], [40, 30], [20, 120]]), np.array([0.5, 0.3, 0.2])
    wanted = float(shares @ (true[:, 0] - true[:, 1]))
    covered = 0
    for _ in range(400):
        right = rng.binomial(sizes, true)
        gap = standardised_shares(np.stack([right, sizes - right], axis=2), (50, 30, 20))[2]
        assert gap.interval is not None
        covered += gap.interval.low <= wanted <= gap.interval.high
    assert 0.92 <= covered / 400 <= 0.99


@pytest.mark.parametrize(
    ("wrong", "model", "baseline", "labels"), [(0.05, 0.95, 0.65, 3), (0.1, 0.9, 0.7, 2)]
)
def test_the_share_of_wrong_gold_is_found_again(
    wrong: float, model: float, baseline: float, labels: int
) -> None:
    rng = np.random.default_rng(2)
    n = 400_000
    true = rng.integers(0, labels, n)

    def other(than: np.ndarray) -> np.ndarray:
        return (than + rng.integers(1, labels, n)) % labels

    said = np.where(rng.random(n) < model, true, other(true))
    predicted = np.where(rng.random(n) < baseline, true, other(true))
    gold = np.where(rng.random(n) < wrong, other(true), true)
    told, right = predicted == gold, said == gold
    gap = right[told].mean() - right[~told].mean()
    found = share_of_wrong_gold(float(gap), float(right.mean()), float(told.mean()), labels)
    assert found == pytest.approx(wrong, abs=0.004)


def test_a_gap_that_wrong_gold_cannot_make_has_no_such_share() -> None:
    assert share_of_wrong_gold(0.9, 0.55, 0.5, 2) is None
    assert share_of_wrong_gold(0.0, 0.9, 0.5, 3) is None
