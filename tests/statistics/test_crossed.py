"""Means over items and seeds: each interval is the known one where only one of the two varies."""

import numpy as np
import pytest
from scipy.stats import t, ttest_1samp

from rightreasons.statistics.crossed import crossed_mean
from rightreasons.statistics.seeds import seed_interval


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(1)


def test_seeds_alone_give_the_t_interval_of_their_means(rng: np.random.Generator) -> None:
    values = rng.normal(size=(40, 5))
    found = crossed_mean(values, np.arange(40))
    expected = seed_interval(values.mean(axis=0))
    assert found.seeds is not None
    assert expected is not None
    assert (found.seeds.low, found.seeds.high) == pytest.approx((expected.low, expected.high))
    assert found.seeds.covers == "seeds"
    assert found.by_seed == pytest.approx(values.mean(axis=0))


def test_items_that_are_independent_give_the_t_interval_of_one_sample(rng: np.random.Generator) -> None:
    values = rng.normal(size=(40, 1))
    found = crossed_mean(values, np.arange(40))
    expected = ttest_1samp(values[:, 0], 0).confidence_interval()
    assert found.items is not None
    assert (found.items.low, found.items.high) == pytest.approx((expected.low, expected.high))
    assert (found.seeds, found.both, found.widest) == (None, None, found.items)


def test_items_said_twice_in_one_cluster_count_once(rng: np.random.Generator) -> None:
    values = rng.normal(size=(40, 3))
    once = crossed_mean(values, np.arange(40)).items
    twice = crossed_mean(np.repeat(values, 2, axis=0), np.repeat(np.arange(40), 2)).items
    assert once is not None
    assert twice is not None
    assert (twice.low, twice.high) == pytest.approx((once.low, once.high))


def test_a_difference_of_two_sides_is_that_of_two_samples(rng: np.random.Generator) -> None:
    """The jackknife of both means by hand; effective items are 30 times the evenness of 1/100 and 1/400."""
    values = rng.normal(size=(30, 1))
    signs = np.repeat([1, -1], [10, 20])
    found = crossed_mean(values, np.arange(30), signs)
    first, second = values[:10, 0], values[10:, 0]
    assert found.value == pytest.approx(first.mean() - second.mean())
    variance = (first.var() * 10 / 9**2 + second.var() * 20 / 19**2) * 29 / 30
    effective = (1 / 10 + 1 / 20) ** 2 / (1 / 10**3 + 1 / 20**3)
    assert found.items is not None
    assert found.items.high - found.value == pytest.approx(t.ppf(0.975, effective - 1) * variance**0.5)


def test_both_adds_the_variances_with_the_freedom_of_welch(rng: np.random.Generator) -> None:
    values = rng.normal(size=(50, 4)) + rng.normal(size=(1, 4))
    found = crossed_mean(values, np.arange(50))
    seeds = values.mean(axis=0).var(ddof=1) / 4
    items = values.mean(axis=1).var(ddof=1) / 50
    freedom = (seeds + items) ** 2 / (seeds**2 / 3 + items**2 / 49)
    assert found.both is not None
    assert found.both.high - found.value == pytest.approx(t.ppf(0.975, freedom) * (seeds + items) ** 0.5)
    assert found.both.covers == "both"
    assert found.widest == found.both


def test_the_interval_of_both_covers_the_mean_of_new_items_and_new_seeds(rng: np.random.Generator) -> None:
    held = 0
    for _ in range(400):
        values = rng.normal(size=(60, 1)) + 0.2 * rng.normal(size=(1, 5)) + rng.normal(size=(60, 5))
        both = crossed_mean(values, np.arange(60)).both
        assert both is not None
        held += both.low <= 0 <= both.high
    assert held / 400 > 0.93


def test_two_seeds_or_five_clusters_are_too_few_and_the_reason_says_so(rng: np.random.Generator) -> None:
    two = crossed_mean(rng.normal(size=(40, 2)), np.arange(40))
    assert (two.seeds, two.both, two.widest) == (None, None, two.items)
    assert two.reason is not None
    assert "fewer than 3 seeds" in two.reason
    five = crossed_mean(rng.normal(size=(40, 3)), np.arange(40) % 5)
    assert (five.items, five.both, five.widest) == (None, None, five.seeds)
    assert five.reason is not None
    assert "fewer than 6 clusters" in five.reason


def test_no_variation_gives_an_interval_of_no_width() -> None:
    found = crossed_mean(np.full((6, 3), 0.5), np.arange(6))
    assert found.both is not None
    assert (found.both.low, found.both.high) == pytest.approx((0.5, 0.5))


@pytest.mark.parametrize(("signed", "ends"), [(False, (-1, 1)), (True, (-2, 2))])
def test_intervals_end_where_no_mean_of_such_values_can_lie(
    rng: np.random.Generator, *, signed: bool, ends: tuple[int, int]
) -> None:
    """Differences of two models of which one seed in three gets everything wrong."""
    side = np.repeat([1, -1 if signed else 1], 20)
    values = np.tile([-0.1, -0.1, -1.0], (40, 1)) * rng.integers(0, 2, size=(40, 1)) * side[:, None]
    whole, ended = (
        crossed_mean(values, np.arange(40), side, 0.999, between=each) for each in (None, (-1, 1))
    )
    for wide, narrow in ((whole.seeds, ended.seeds), (whole.both, ended.both)):
        assert wide is not None
        assert narrow is not None
        assert (narrow.low, narrow.high) == (max(wide.low, ends[0]), min(wide.high, ends[1]))
    assert whole.seeds is not None
    assert whole.seeds.high - whole.seeds.low > 2
    assert (whole.value, whole.items) == (ended.value, ended.items)


@pytest.mark.parametrize(
    ("values", "clusters", "signs"),
    [
        (np.zeros((0, 2)), [], None),
        (np.zeros(3), [0, 1, 2], None),
        ([[0.0], [np.nan]], [0, 1], None),
        ([[0.0], [1.0]], [0], None),
        ([[0.0], [1.0]], [0, 1], [1, 0]),
    ],
)
def test_what_does_not_fit_is_refused(values: object, clusters: object, signs: object) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - two messages, both ours
        crossed_mean(values, clusters, signs)  # type: ignore[arg-type]  # that is the point
