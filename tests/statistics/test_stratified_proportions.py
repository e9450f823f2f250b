"""A stratified proportion is unbiased, its interval covers, and one stratum is plain Wilson."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.statistics.paired import proportion_difference
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.stratified_proportion import (
    PROPORTION_METHOD,
    stratified_difference,
    stratified_proportion,
)

SIZES = np.array([1_000, 3_000, 500, 5_500])


def test_every_stratum_weighs_as_many_items_as_it_has() -> None:
    found = stratified_proportion([10, 5], [20, 20], [20, 20], [300, 100])
    assert found.value == pytest.approx(0.75 * 0.5 + 0.25 * 0.25)
    assert found.n == 40
    assert found.interval is not None
    assert found.interval.method == PROPORTION_METHOD


@given(st.integers(0, 30), st.integers(0, 30), st.integers(1, 5))
def test_one_stratum_or_a_part_of_one_has_wilsons_interval(hits: int, more: int, others: int) -> None:
    n = hits + more
    found = stratified_proportion([hits, 0], [n, 0], [n + others, 7], [1_000, 50])
    assert found == proportion(hits, n)


def test_the_bounds_put_together_those_of_the_strata() -> None:
    """By hand: distances of Wilson's bounds, times the weights, squared and summed (Zou et al. 2009)."""
    found = stratified_proportion([18, 4], [20, 20], [20, 20], [100, 300])
    first, second = proportion(18, 20).interval, proportion(4, 20).interval
    assert found.interval is not None
    assert first is not None
    assert second is not None
    below = np.hypot(0.25 * (0.9 - first.low), 0.75 * (0.2 - second.low))
    above = np.hypot(0.25 * (first.high - 0.9), 0.75 * (second.high - 0.2))
    assert found.interval.low == pytest.approx(0.375 - below)
    assert found.interval.high == pytest.approx(0.375 + above)


@pytest.mark.parametrize(
    ("rates", "drawn", "low", "high"),
    [
        ((0.3, 0.6, 0.5, 0.7), (20, 20, 20, 20), 0.94, 0.97),
        ((0.9, 0.2, 0.5, 0.4), (10, 40, 25, 15), 0.94, 0.97),
        ((0.97, 0.02, 0.99, 0.03), (20, 20, 20, 20), 0.94, 1.0),  # near the ends it is on the safe side
    ],
)
def test_value_is_unbiased_and_the_interval_covers(
    rates: tuple[float, ...], drawn: tuple[int, ...], low: float, high: float
) -> None:
    rng = np.random.default_rng(7)
    truth = float(SIZES @ np.array(rates) / SIZES.sum())
    found = [stratified_proportion(rng.binomial(drawn, rates), drawn, drawn, SIZES) for _ in range(2_000)]
    values = np.array([each.value for each in found], dtype=float)
    assert values.mean() == pytest.approx(truth, abs=4 * values.std() / np.sqrt(2_000))
    covered = [
        each.interval is not None and each.interval.low <= truth <= each.interval.high for each in found
    ]
    assert low <= np.mean(covered) <= high


def test_a_domain_that_cuts_across_strata_is_covered_too() -> None:
    """Which items belong to the domain is drawn as well, so that the sizes of its parts are estimates."""
    rng, drawn = np.random.default_rng(11), np.array([40, 40, 40, 40])
    inside, right = np.array([0.5, 0.2, 0.8, 0.4]), np.array([0.9, 0.3, 0.6, 0.5])
    truth = float((SIZES * inside) @ right / (SIZES * inside).sum())
    covered = 0
    for _ in range(2_000):
        n = rng.binomial(drawn, inside)
        interval = stratified_proportion(rng.binomial(n, right), n, drawn, SIZES).interval
        covered += interval is not None and interval.low <= truth <= interval.high
    assert 0.935 <= covered / 2_000 <= 0.975


def test_nothing_drawn_has_no_value_and_parts_fit_into_their_whole() -> None:
    assert stratified_proportion([0, 0], [0, 0], [5, 5], [10, 10]).value is None
    with pytest.raises(ValueError, match="successes cannot be greater than n"):
        stratified_proportion([3], [2], [2], [9])
    with pytest.raises(ValueError, match="drawn cannot be greater than sizes"):
        stratified_proportion([1], [2], [10], [9])


TABLES = [[[30, 10], [15, 25]], [[5, 5], [20, 60]], [[0, 0], [9, 1]]]


def test_differences_within_strata_are_weighted_after_mantel_and_haenszel() -> None:
    """By hand: weights 40 * 40 / 80 and 10 * 80 / 90; the third stratum has no first group."""
    found = stratified_difference(TABLES)
    weights = np.array([20, 80 / 9]) / (20 + 80 / 9)
    differences = np.array([0.375, 0.25])
    assert found.value == pytest.approx(weights @ differences)
    assert found.n == 170
    parts = [proportion_difference(30, 40, 15, 40).interval, proportion_difference(5, 10, 20, 80).interval]
    bounds = np.array([(part.low, part.high) for part in parts if part is not None])
    assert found.interval is not None
    assert found.value is not None
    assert found.value - found.interval.low == pytest.approx(
        np.hypot(*(weights * (differences - bounds[:, 0])))
    )
    assert found.interval.high - found.value == pytest.approx(
        np.hypot(*(weights * (bounds[:, 1] - differences)))
    )


def test_one_stratum_is_newcombes_difference_and_none_is_a_reason() -> None:
    one = stratified_difference([[[7, 3], [2, 8]]])
    plain = proportion_difference(7, 10, 2, 10)
    assert one.value == pytest.approx(plain.value)
    assert one.interval is not None
    assert plain.interval is not None
    assert (one.interval.low, one.interval.high) == pytest.approx((plain.interval.low, plain.interval.high))
    assert stratified_difference([[[0, 0], [2, 8]]]).reason == "no stratum has items of both groups"
    with pytest.raises(ValueError, match="two rows and two columns"):
        stratified_difference([[[1, 2, 3], [4, 5, 6]]])


def test_the_interval_of_the_difference_covers() -> None:
    rng, n = np.random.default_rng(13), np.array([[40, 25], [15, 60], [30, 30]])
    rates = np.array([[0.8, 0.6], [0.5, 0.3], [0.9, 0.7]])  # a difference of 0.2 in every stratum
    covered = 0
    for _ in range(1_000):
        right = rng.binomial(n, rates)
        interval = stratified_difference(np.stack([right, n - right], axis=2)).interval
        covered += interval is not None and interval.low <= 0.2 <= interval.high
    assert 0.935 <= covered / 1_000 <= 0.975
