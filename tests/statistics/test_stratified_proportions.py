"""A stratified proportion is unbiased, its interval covers, and one stratum is plain Wilson."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.stratified_proportions import METHOD, stratified_proportion

SIZES = np.array([1_000, 3_000, 500, 5_500])


def test_every_stratum_weighs_as_many_items_as_it_has() -> None:
    found = stratified_proportion([10, 5], [20, 20], [20, 20], [300, 100])
    assert found.value == pytest.approx(0.75 * 0.5 + 0.25 * 0.25)
    assert found.n == 40
    assert found.interval is not None
    assert found.interval.method == METHOD


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
