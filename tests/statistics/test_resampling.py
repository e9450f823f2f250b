"""Resampled intervals, against scipy, explicit resampling, and the closed forms they approximate."""

import numpy as np
import numpy.typing as npt
import pytest
import scipy.stats

from rightreasons.statistics.resampling import bootstrap, cluster_bootstrap, seed_interval, seed_mean


def explicit_cluster_means(
    values: npt.NDArray[np.float64], clusters: npt.NDArray[np.int64], resamples: int
) -> npt.NDArray[np.float64]:
    """Draw whole clusters and gather their items, one resample after the other."""
    rng = np.random.default_rng(99)
    items = [values[clusters == cluster] for cluster in np.unique(clusters)]
    return np.array(
        [
            np.concatenate([items[i] for i in rng.integers(0, len(items), len(items))]).mean()
            for _ in range(resamples)
        ]
    )


def clustered(kind: str) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
    """Make 120 clusters of items that share much: few kinds of cluster, or each a kind of its own."""
    rng = np.random.default_rng(5)
    sizes = rng.integers(1, 4 if kind == "right or wrong" else 10, 120)
    clusters = np.repeat(np.arange(120), sizes)
    shared = rng.random(120)[clusters]
    if kind == "right or wrong":
        return (rng.random(clusters.size) < shared).astype(float), clusters
    return shared + rng.normal(size=clusters.size), clusters


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


@pytest.mark.parametrize("kind", ["right or wrong", "continuous"])
def test_the_cluster_bootstrap_has_the_law_of_explicit_resampling(kind: str) -> None:
    values, clusters = clustered(kind)
    means = explicit_cluster_means(values, clusters, 3000)
    for level in (0.5, 0.95):
        interval = cluster_bootstrap(values, clusters, seed=8, resamples=8000, level=level)
        expected = np.quantile(means, [(1 - level) / 2, (1 + level) / 2])
        assert (interval.low, interval.high) == pytest.approx(expected, abs=0.12 * means.std())


def test_correlated_items_widen_the_interval() -> None:
    values, clusters = np.repeat(np.arange(50.0), 20), np.repeat(np.arange(50), 20)
    by_cluster = cluster_bootstrap(values, clusters, seed=1)
    by_item = bootstrap(values, seed=1)
    # Twenty copies of each value: the standard error is sqrt(20) times that of independent items.
    ratio = (by_cluster.high - by_cluster.low) / (by_item.high - by_item.low)
    assert ratio == pytest.approx(np.sqrt(20), rel=0.1)


def test_clusters_may_have_names_and_come_in_any_order() -> None:
    values, clusters = clustered("right or wrong")
    order = np.random.default_rng(2).permutation(values.size)
    names = np.array([f"caption {cluster:03d}" for cluster in clusters])
    assert cluster_bootstrap(values[order], names[order], seed=4) == cluster_bootstrap(
        values, clusters, seed=4
    )


def test_the_same_seed_gives_the_same_interval_and_another_seed_another() -> None:
    values, clusters = clustered("continuous")
    assert bootstrap(values, seed=1) == bootstrap(values, seed=np.random.default_rng(1))
    assert bootstrap(values, seed=1) != bootstrap(values, seed=2)
    assert cluster_bootstrap(values, clusters, 1) == cluster_bootstrap(values, clusters, 1)
    assert cluster_bootstrap(values, clusters, 1) != cluster_bootstrap(values, clusters, 2)


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
    with pytest.raises(ValueError, match="at least two finite numbers"):
        cluster_bootstrap(values, values, seed=0)


@pytest.mark.parametrize("values", [[], [1.0, np.nan], [[1.0, 2.0, 3.0]]])
def test_figures_of_runs_are_one_row_of_numbers(values: list[float]) -> None:
    with pytest.raises(ValueError, match="one row of finite numbers"):
        seed_interval(values)


def test_clusters_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="2 clusters were given for 3 values"):
        cluster_bootstrap([1, 2, 3], [0, 1], seed=0)
    with pytest.raises(ValueError, match="at least two clusters"):
        cluster_bootstrap([1, 2, 3], [0, 0, 0], seed=0)
    with pytest.raises(ValueError, match="at least one resample"):
        cluster_bootstrap([1, 2, 3], [0, 1, 1], seed=0, resamples=0)
