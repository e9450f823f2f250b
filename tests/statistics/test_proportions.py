"""Intervals for one proportion, against statsmodels and by their properties."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint

from rightreasons.statistics.proportions import clopper_pearson, proportion, wilson, wilson_bounds
from rightreasons.statistics.results import Interval

LEVELS = [0.8, 0.95, 0.999]
CASES = [(0, 1), (1, 1), (0, 10), (3, 10), (10, 10), (50, 100), (81, 263), (3407, 9824), (549_999, 550_000)]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("successes", "n"), CASES)
@pytest.mark.parametrize(
    ("interval_of", "name", "theirs"),
    [(wilson, "wilson", "wilson"), (clopper_pearson, "clopper-pearson", "beta")],
)
def test_intervals_are_those_of_statsmodels(
    interval_of: Callable[..., Interval], name: str, theirs: str, successes: int, n: int, level: float
) -> None:
    interval = interval_of(successes, n, level)
    expected = proportion_confint(successes, n, alpha=1 - level, method=theirs)
    assert (interval.low, interval.high) == pytest.approx(expected, rel=1e-9, abs=1e-12)
    assert (interval.method, interval.level, interval.covers) == (name, level, "items")


def test_newcombes_printed_intervals_of_a_single_proportion_come_out() -> None:
    # Newcombe (1998), Statistics in Medicine 17:857-872, Table I: method 3 (score) and 5 (exact).
    printed = {
        (81, 263): ((0.2553, 0.3662), (0.2527, 0.3676)),
        (15, 148): ((0.0624, 0.1605), (0.0578, 0.1617)),
        (0, 20): ((0.0000, 0.1611), (0.0000, 0.1684)),
        (1, 29): ((0.0061, 0.1718), (0.0009, 0.1776)),
    }
    for (successes, n), (score, exact) in printed.items():
        for interval, expected in ((wilson(successes, n), score), (clopper_pearson(successes, n), exact)):
            assert (interval.low, interval.high) == pytest.approx(expected, abs=5.1e-5)


@given(st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 10**6)), max_size=20))
def test_many_wilson_intervals_at_once_are_the_single_ones(pairs: list[tuple[int, int]]) -> None:
    successes = [min(pair) for pair in pairs]
    n = [max(pair) for pair in pairs]
    low, high = wilson_bounds(successes, n, 0.9)
    assert low.dtype == high.dtype == np.float64
    singles = [wilson(s, m, 0.9) for s, m in zip(successes, n, strict=True)]
    assert low.tolist() == [single.low for single in singles]
    assert high.tolist() == [single.high for single in singles]


@given(st.integers(1, 10**6), st.data(), st.floats(0.01, 0.999))
def test_an_interval_lies_in_0_to_1_around_the_proportion_and_the_exact_one_mirrors(
    n: int, data: st.DataObject, level: float
) -> None:
    successes = data.draw(st.integers(0, n))
    for make in (wilson, clopper_pearson):
        interval, mirrored = make(successes, n, level), make(n - successes, n, level)
        assert 0 <= interval.low <= successes / n + 1e-12
        assert successes / n - 1e-12 <= interval.high <= 1
        assert (interval.low, interval.high) == pytest.approx((1 - mirrored.high, 1 - mirrored.low), abs=1e-9)


def test_bounds_are_exactly_0_and_1_at_the_ends() -> None:
    assert wilson(0, 7).low == clopper_pearson(0, 7).low == 0
    assert wilson(7, 7).high == clopper_pearson(7, 7).high == 1


def test_no_items_leave_everything_possible_and_the_estimate_without_a_value() -> None:
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0, 1)
    assert (clopper_pearson(0, 0).low, clopper_pearson(0, 0).high) == (0, 1)
    estimate = proportion(0, 0)
    assert (estimate.value, estimate.interval, estimate.n, estimate.reason) == (None, None, 0, "no items")


def test_a_proportion_carries_n_unit_and_the_interval_asked_for() -> None:
    estimate = proportion(3, 12, method="clopper-pearson")
    assert (estimate.value, estimate.n, estimate.unit) == (0.25, 12, "proportion")
    assert estimate.interval == clopper_pearson(3, 12)
    assert proportion(3, 12).interval == wilson(3, 12)


@pytest.mark.parametrize(("successes", "n"), [(-1, 5), (6, 5), (1, -5), (0.5, 5)])
def test_impossible_counts_are_refused(successes: int, n: int) -> None:
    for make in (wilson, clopper_pearson, proportion):
        with pytest.raises(ValueError, match=r"count|cannot|greater"):
            make(successes, n)


@pytest.mark.parametrize("level", [0.0, 1.0, 95, float("nan")])
def test_a_level_outside_0_to_1_is_refused(level: float) -> None:
    for make in (wilson, clopper_pearson, proportion):
        with pytest.raises(ValueError, match="confidence level"):
            make(1, 2, level)


def test_an_unknown_method_is_refused() -> None:
    with pytest.raises(ValueError, match="wilson, clopper-pearson"):
        proportion(1, 2, method="wald")  # type: ignore[arg-type]  # the refusal is what is tested
