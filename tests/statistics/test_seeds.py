"""Intervals over seeds, against the closed form, and the reason where there is none."""

from dataclasses import replace

import numpy as np
import pytest
import scipy.stats

from rightreasons.statistics.results import DIFFERENCES, SHARES, Bounds, Interval
from rightreasons.statistics.seeds import seed_interval, seed_mean


def test_the_interval_over_seeds_is_the_t_interval() -> None:
    runs = [0.71, 0.74, 0.69, 0.75, 0.72]
    interval = seed_interval(runs, level=0.9)
    expected = scipy.stats.ttest_1samp(runs, 0).confidence_interval(0.9)
    assert interval is not None
    assert (interval.low, interval.high) == pytest.approx(tuple(expected))
    assert (interval.covers, interval.method) == ("seeds", "t over 5 runs")


def test_two_seeds_have_a_mean_and_a_reason_instead_of_an_interval() -> None:
    assert seed_interval([0.7, 0.8]) is None
    mean = seed_mean([0.7, 0.8], "proportion", 500)
    assert mean.value == pytest.approx(0.75)
    assert (mean.n, mean.interval) == (500, None)
    assert mean.reason is not None
    assert "fewer than 3 seeds" in mean.reason
    assert seed_mean([0.7, 0.8, 0.9], "proportion", 500).reason is None


@pytest.mark.parametrize(
    ("low", "high", "bounds"), [(-0.01, 0.26, (0, 0.26)), (0.76, 1.001, (0.76, 1)), (-0.2, 1.2, (0, 1))]
)
def test_no_share_lies_outside_of_0_and_1(low: float, high: float, bounds: tuple[float, float]) -> None:
    whole = Interval(low, high, 0.95, "t over 3 runs", covers="seeds")
    assert (whole.within(SHARES).low, whole.within(SHARES).high) == bounds
    assert replace(whole.within(SHARES), low=low, high=high) == whole


@pytest.mark.parametrize(("between", "high"), [(SHARES, 1), (DIFFERENCES, 1), ((-1.0, 1.001), 1.001)])
def test_the_interval_of_a_mean_ends_where_no_figure_can_lie(between: Bounds, high: float) -> None:
    values = [0.97, 1.0, 0.99]
    ended, free = (seed_mean(values, "proportion", 500, between=each).interval for each in (between, None))
    assert ended is not None
    assert free is not None
    assert free.high > ended.high == high
    assert ended.low == free.low


@pytest.mark.parametrize("values", [[], [1.0, np.nan], [[1.0, 2.0, 3.0]]])
def test_figures_of_runs_are_one_row_of_numbers(values: list[float]) -> None:
    with pytest.raises(ValueError, match="one row of finite numbers"):
        seed_interval(values)
