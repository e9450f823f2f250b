"""Resampled intervals, against scipy, explicit resampling, and the closed forms they approximate."""

import numpy as np
import pytest
import scipy.stats

from rightreasons.statistics.resampling import bootstrap, seed_interval, seed_mean


def test_a_percentile_bootstrap_of_the_mean_nears_the_normal_interval() -> None:
    values = np.random.default_rng(1).normal(10, 2, 2000)
    interval = bootstrap(values, seed=3, resamples=4000)
    half = 1.96 * values.std() / np.sqrt(values.size)
    assert interval.low == pytest.approx(values.mean() - half, abs=half / 10)
    assert interval.high == pytest.approx(values.mean() + half, abs=half / 10)
    assert (interval.method, interval.covers) == ("percentile bootstrap", "items")


def test_all_resamples_of_two_values_have_the_binomial_law() -> None:
    # Of 0 and 1, a resample has mean 0, 1/2 or 1 with probability 1/4, 1/2, 1/4.
    wide, narrow = bootstrap([0, 1], seed=0, level=0.6), bootstrap([0, 1], seed=0, level=0.4)
    assert (wide.low, wide.high) == (0, 1)
    assert (narrow.low, narrow.high) == (0.5, 0.5)


def test_any_statistic_can_be_resampled_and_bca_is_that_of_scipy() -> None:
    values = np.random.default_rng(1).exponential(size=80)
    interval = bootstrap(values, seed=3, statistic=np.median, method="BCa")
    expected = scipy.stats.bootstrap(
        (values,), np.median, n_resamples=2000, random_state=np.random.default_rng(3)
    ).confidence_interval
    assert (interval.low, interval.high) == pytest.approx(tuple(expected))
    assert interval.method == "BCa bootstrap"


def test_equal_values_leave_no_doubt_and_bca_says_that_it_gave_way() -> None:
    interval = bootstrap(np.full(30, 7.0), seed=0, method="BCa")
    assert (interval.low, interval.high, interval.method) == (7, 7, "percentile bootstrap")


def test_the_same_seed_gives_the_same_interval_and_another_seed_another() -> None:
    values = np.random.default_rng(5).normal(size=120)
    assert bootstrap(values, seed=1) == bootstrap(values, seed=np.random.default_rng(1))
    assert bootstrap(values, seed=1) != bootstrap(values, seed=2)


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


@pytest.mark.parametrize("values", [[], [1.0], [1.0, np.nan], [[1.0, 2.0]]])
def test_too_few_or_impossible_values_are_refused(values: list[float]) -> None:
    with pytest.raises(ValueError, match="at least two finite numbers"):
        bootstrap(values, seed=0)


@pytest.mark.parametrize("values", [[], [1.0, np.nan], [[1.0, 2.0, 3.0]]])
def test_figures_of_runs_are_one_row_of_numbers(values: list[float]) -> None:
    with pytest.raises(ValueError, match="one row of finite numbers"):
        seed_interval(values)
