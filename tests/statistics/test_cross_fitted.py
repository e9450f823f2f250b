"""Means of dependent rows: the spread of clusters, what refitting adds, and what is never certain."""

import numpy as np
import pytest
from scipy import stats

from rightreasons.statistics.clustered import cluster_spread
from rightreasons.statistics.cross_fitted import Dependence, dependent_mean, dependent_mean_test
from rightreasons.statistics.results import Interval

RNG = np.random.default_rng(0)
CLUSTERS = np.repeat(np.arange(40), 5)
VALUES = RNG.choice([-1.0, 0.0, 1.0], 200) + np.repeat(RNG.normal(0, 0.3, 40), 5)


def interval_of(values: np.ndarray, dependence: Dependence) -> Interval:
    found = dependent_mean(values, dependence, (-9.0, 9.0)).interval
    assert found is not None
    return found


def test_of_equal_clusters_it_is_the_t_interval_of_their_means() -> None:
    means = VALUES.reshape(40, 5).mean(axis=1)
    low, high = stats.t.interval(0.95, 39, means.mean(), stats.sem(means))
    found = interval_of(VALUES, Dependence((CLUSTERS,)))
    # the remainder is one part in 41 of one whole cluster
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.004)
    expected = stats.ttest_1samp(means, 0)
    test = dependent_mean_test(VALUES, Dependence((CLUSTERS,)))
    assert test.p_value == pytest.approx(expected.pvalue, abs=0.02)


def test_models_fitted_to_four_fifths_of_the_rows_make_it_half_as_wide_again() -> None:
    once, refitted = (interval_of(VALUES, Dependence((CLUSTERS,), share)) for share in (None, 0.8))
    assert refitted.high - refitted.low == pytest.approx(1.5 * (once.high - once.low))
    assert "refitting" in refitted.method


def test_two_clusterings_that_are_the_same_are_one_and_crossed_ones_add_up() -> None:
    one, same = (interval_of(VALUES, Dependence(each)) for each in ((CLUSTERS,), (CLUSTERS, CLUSTERS)))
    assert (one.low, one.high) == pytest.approx((same.low, same.high))
    rows, columns = np.divmod(np.arange(400), 20)
    effects = np.random.default_rng(1).normal(size=(2, 20))
    crossed = effects[0][rows] + effects[1][columns]
    both = interval_of(crossed, Dependence((rows, columns)))
    variance = sum(cluster_spread(crossed, each, np.ones(400)).variance or 0 for each in (rows, columns))
    variance -= cluster_spread(crossed, np.arange(400), np.ones(400)).variance or 0
    half = stats.t.ppf(0.975, 19) * variance**0.5
    assert (both.high - both.low) / 2 == pytest.approx(half, rel=1e-6)


def test_covers_the_mean_of_crossed_groups_where_clusters_of_one_kind_do_not() -> None:
    rng = np.random.default_rng(2)
    rows, columns = np.divmod(np.arange(400), 20)
    covered = {1: 0, 2: 0}
    for _ in range(200):
        values = rng.normal(size=20)[rows] + rng.normal(size=20)[columns] + rng.normal(size=400)
        for kinds, clusterings in ((1, (rows,)), (2, (rows, columns))):
            found = interval_of(values, Dependence(clusterings))
            covered[kinds] += found.low <= 0 <= found.high
    assert covered[2] >= 180
    assert covered[1] <= 180


def test_what_did_not_vary_is_not_certain() -> None:
    found = interval_of(np.zeros(200), Dependence((CLUSTERS,)))
    assert found.high == pytest.approx(stats.t.ppf(0.975, 39) / 40)
    assert dependent_mean_test(np.zeros(200), Dependence((CLUSTERS,))).p_value == 1


def test_few_clusters_give_no_interval_and_say_why() -> None:
    five = Dependence((np.arange(200) % 5,))
    for found in (dependent_mean(VALUES, five), dependent_mean_test(VALUES, five)):
        assert "fewer than 6 clusters" in (found.reason or "")


def test_bounds_hold_and_bad_input_is_refused() -> None:
    right = dependent_mean(np.ones(60), Dependence((np.arange(60),), 0.8), (0.0, 1.0))
    assert right.interval is not None
    assert (right.value, right.interval.high) == (1.0, 1.0)
    for values, dependence in (
        ([], Dependence((np.zeros(0, dtype=np.int64),))),
        ([1.0, np.nan], Dependence((np.arange(2),))),
        ([1.0, 2.0], Dependence((np.arange(3),))),
        ([1.0, 2.0], Dependence(())),
        ([1.0, 2.0], Dependence((np.arange(2),), 0.0)),
    ):
        with pytest.raises(ValueError, match=r"values|clusterings|share"):
            dependent_mean(values, dependence)
