"""Means and shares of clusters: equal to known intervals where those hold, covering where they are few."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pytest
from scipy.stats import t, ttest_1samp

from rightreasons.statistics.clustered import (
    LEAST_CLUSTERS,
    cluster_spread,
    clustered_mean,
    clustered_proportion,
    proportion_of_clusters,
)
from rightreasons.statistics.results import Estimate

Array = npt.NDArray[np.float64]


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(1)


def leave_one_out(values: Array, clusters: npt.NDArray[np.int64], weights: Array) -> float:
    """The jackknife variance of a weighted mean by taking every cluster away in turn."""
    means = [np.average(values[clusters != c], weights=weights[clusters != c]) for c in np.unique(clusters)]
    mean, count = np.average(values, weights=weights), len(means)
    return float((count - 1) / count * sum((each - mean) ** 2 for each in means))


def test_the_variance_is_that_of_leaving_out_one_cluster_at_a_time(rng: np.random.Generator) -> None:
    clusters = np.repeat(np.arange(9), rng.integers(1, 12, size=9))
    values, weights = rng.normal(size=len(clusters)), rng.uniform(0.5, 3, size=len(clusters))
    spread = cluster_spread(values, clusters, weights)
    assert spread.variance == pytest.approx(leave_one_out(values, clusters, weights))


def test_the_variance_of_a_difference_leaves_out_clusters_that_are_on_both_sides(
    rng: np.random.Generator,
) -> None:
    clusters, signs = rng.integers(0, 8, size=60), rng.choice([1.0, -1.0], size=60)
    values = rng.normal(size=60) + signs

    def difference(kept: npt.NDArray[np.bool_]) -> float:
        return float(values[kept & (signs > 0)].mean() - values[kept & (signs < 0)].mean())

    whole = difference(np.ones(60, dtype=np.bool_))
    expected = 7 / 8 * sum((difference(clusters != c) - whole) ** 2 for c in range(8))
    assert cluster_spread(values, clusters, np.ones(60), signs).variance == pytest.approx(expected)


def test_clusters_of_one_item_give_the_t_interval_of_a_sample(rng: np.random.Generator) -> None:
    values = rng.normal(size=12)
    found = clustered_mean(values, np.arange(12), "tokens")
    expected = ttest_1samp(values, 0).confidence_interval()
    assert found.interval is not None
    assert (found.interval.low, found.interval.high) == pytest.approx(tuple(expected))
    assert found.value == pytest.approx(values.mean())
    assert (found.unit, found.n) == ("tokens", 12)


def test_equal_clusters_give_the_t_interval_of_their_means(rng: np.random.Generator) -> None:
    values = rng.normal(size=(10, 4))
    found = clustered_mean(values.ravel(), np.repeat(np.arange(10), 4)).interval
    expected = ttest_1samp(values.mean(axis=1), 0).confidence_interval()
    assert found is not None
    assert (found.low, found.high) == pytest.approx(tuple(expected))


def test_effective_clusters_are_all_where_equal_and_fewer_where_one_is_large() -> None:
    equal = cluster_spread(np.zeros(20), np.repeat(np.arange(10), 2), np.ones(20))
    unequal = cluster_spread(np.zeros(20), np.repeat([0, *range(1, 11)], [10, *[1] * 10]), np.ones(20))
    assert equal.effective == pytest.approx(10)
    assert unequal.effective == pytest.approx(20**2 / (10**2 + 10))


def test_weights_count_as_so_many_items(rng: np.random.Generator) -> None:
    clusters, values = np.repeat(np.arange(8), 3), rng.normal(size=24)
    weights = rng.integers(1, 4, size=24)
    weighted = clustered_mean(values, clusters, weights=weights)
    written_out = clustered_mean(np.repeat(values, weights), np.repeat(clusters, weights))
    assert weighted.value == pytest.approx(written_out.value)
    assert weighted.interval is not None
    assert written_out.interval is not None
    assert weighted.interval.high == pytest.approx(written_out.interval.high)


@pytest.mark.parametrize("estimate", [clustered_mean, clustered_proportion])
def test_few_or_dominated_clusters_have_a_value_and_a_reason_instead_of_an_interval(
    estimate: Callable[..., Estimate],
) -> None:
    right = np.array([1.0, 0.0] * 20)
    few = estimate(right, np.arange(40) % (LEAST_CLUSTERS - 1))
    dominated = estimate(right, np.minimum(np.arange(40) * 10 // 36, 9) * (np.arange(40) >= 34))
    assert (few.value, few.interval) == (0.5, None)
    assert few.reason is not None
    assert "fewer than 6 clusters" in few.reason
    assert dominated.interval is None
    assert estimate(right, np.arange(40) % LEAST_CLUSTERS).interval is not None


def test_all_right_has_the_interval_of_as_many_items_as_clusters() -> None:
    """Wilson's with 10 of 10 and Student's quantile: what ten clusters that are all right can tell."""
    found = clustered_proportion(np.ones(300), np.repeat(np.arange(10), 30)).interval
    z = t.ppf(0.975, 9)
    assert found is not None
    assert found.low == pytest.approx(10 / (10 + z**2))
    assert found.high == 1.0


@pytest.mark.parametrize("clusters", [6, 10, 20, 50])
@pytest.mark.parametrize("shared", [0.1, 0.4])
def test_the_interval_of_a_mean_covers_with_few_unequal_clusters(clusters: int, shared: float) -> None:
    """Three standard errors of 600 draws below the 93 % that are asked for: 90.1 %."""
    rng = np.random.default_rng([clusters, int(10 * shared)])
    held = 0
    for _ in range(600):
        sizes = np.maximum(1, np.exp(rng.normal(1.5, 0.7, clusters)).round()).astype(np.int64)
        cluster = np.repeat(np.arange(clusters), sizes)
        noise = rng.normal(0, (1 - shared) ** 0.5, len(cluster))
        found = clustered_mean(rng.normal(0, shared**0.5, clusters)[cluster] + noise, cluster).interval
        held += found is None or found.low <= 0 <= found.high
    assert held / 600 > 0.93 - 3 * (0.93 * 0.07 / 600) ** 0.5


@pytest.mark.parametrize("share", [0.6, 0.97])
@pytest.mark.parametrize("clusters", [6, 20, 50])
def test_the_interval_of_a_share_covers_with_few_unequal_clusters(clusters: int, share: float) -> None:
    rng = np.random.default_rng([clusters, int(100 * share)])
    held = 0
    for _ in range(400):
        sizes = np.maximum(1, np.exp(rng.normal(1.5, 0.7, clusters)).round()).astype(np.int64)
        cluster = np.repeat(np.arange(clusters), sizes)
        own = rng.beta(1.5 * share, 1.5 * (1 - share), clusters)
        right = rng.random(len(cluster)) < own[cluster]
        found = clustered_proportion(right, cluster).interval
        held += found is None or found.low <= share <= found.high
    assert held / 400 > 0.93 - 3 * (0.93 * 0.07 / 400) ** 0.5


@pytest.mark.parametrize(
    ("values", "clusters", "weights"),
    [([], [], None), ([0.0, np.nan], [0, 1], None), ([0, 1], [0], None), ([0, 1], [0, 1], [1, 0])],
)
def test_what_does_not_fit_is_refused(values: object, clusters: object, weights: object) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - two messages, both ours
        clustered_mean(values, clusters, weights=weights)  # type: ignore[arg-type]  # that is the point


def test_a_success_is_yes_or_no() -> None:
    with pytest.raises(ValueError, match="0 or 1"):
        clustered_proportion([0.5, 1.0], [0, 1])


@pytest.mark.parametrize("seed", range(6))
def test_clusters_counted_by_what_they_hold_give_the_interval_of_their_items(seed: int) -> None:
    rng = np.random.default_rng(seed)
    cluster = np.unique(rng.zipf(1.6, 300) % 60, return_inverse=True)[1]
    success = rng.random(300) < (0.3, 0.97, 0.0, 1.0, 0.5, 0.1)[seed]
    right, sizes = np.bincount(cluster, success).astype(int), np.bincount(cluster)
    (held, of), times = np.unique([right, sizes], axis=1, return_counts=True)
    found, expected = proportion_of_clusters(held, of, times), clustered_proportion(success, cluster)
    assert (found.n, found.reason) == (expected.n, expected.reason)
    assert found.value == pytest.approx(expected.value)
    assert found.bounds == pytest.approx(expected.bounds)
    order = rng.permutation(len(times))
    assert proportion_of_clusters(held[order], of[order], times[order]) == found
