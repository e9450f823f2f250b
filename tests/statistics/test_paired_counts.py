"""Four cells of two series on the same items, and what is made of them."""

from dataclasses import astuple

import numpy as np
import pytest

from rightreasons.statistics.paired import mcnemar, paired_difference
from rightreasons.statistics.paired_scores import PairedCounts, SampledCounts
from rightreasons.statistics.power import detectable_paired_difference


def test_the_cells_are_counted_item_by_item() -> None:
    first, second = np.array([1, 1, 1, 0, 0, 0], dtype=bool), np.array([1, 1, 0, 1, 0, 0], dtype=bool)
    counts = PairedCounts.of(first, second)
    assert counts == PairedCounts(2, 1, 1, 2)
    assert (counts.n, counts.first().value, counts.second().value) == (6, 0.5, 0.5)
    assert counts.difference() == paired_difference(2, 1, 1, 2)
    assert counts.test() == mcnemar(1, 1, 6)


def test_series_of_different_length_cannot_be_paired() -> None:
    with pytest.raises(ValueError, match="3 items cannot be paired with 2"):
        PairedCounts.of(np.ones(3, dtype=bool), np.ones(2, dtype=bool))


def test_the_detectable_difference_is_that_of_the_discordant_items() -> None:
    counts = PairedCounts(200, 60, 30, 110)
    assert counts.detectable() == detectable_paired_difference(90, 400)


def sampled(
    rng: np.random.Generator, sizes: tuple[int, ...], each: int, chances: np.ndarray
) -> SampledCounts:
    """Draw so many items of every stratum, whose four cells have these chances, shape (strata, 4)."""
    strata = tuple(PairedCounts(*rng.multinomial(each, chance).tolist()) for chance in chances)
    both, first, second, neither = np.array([astuple(part) for part in strata]).sum(axis=0).tolist()
    return SampledCounts(both, first, second, neither, strata, (each,) * len(sizes), sizes)


@pytest.mark.parametrize("each", [15, 100])
def test_a_weighted_difference_is_unbiased_and_its_interval_covers(each: int) -> None:
    rng, sizes = np.random.default_rng(1), (100, 400, 2_000)
    chances = np.array([[0.2, 0.6, 0.1, 0.1], [0.5, 0.1, 0.3, 0.1], [0.6, 0.1, 0.2, 0.1]])
    truth = np.array(sizes) / sum(sizes) @ (chances[:, 1] - chances[:, 2])
    found = [sampled(rng, sizes, each, chances).difference() for _ in range(2_000)]
    values = np.array([estimate.value for estimate in found])
    assert abs(values.mean() - truth) < 4 * values.std() / np.sqrt(len(values))
    covered = np.mean([e.interval.low <= truth <= e.interval.high for e in found if e.interval])
    assert 0.93 <= covered <= 0.97


@pytest.mark.parametrize("each", [15, 100])
def test_a_weighted_test_rejects_in_one_of_twenty_where_nothing_differs(each: int) -> None:
    rng, sizes = np.random.default_rng(2), (100, 400, 2_000)
    chances = np.array([[0.2, 0.3, 0.3, 0.2], [0.5, 0.1, 0.1, 0.3], [0.6, 0.15, 0.15, 0.1]])
    p_values = [sampled(rng, sizes, each, chances).test().p_value or 0.0 for _ in range(1_000)]
    assert np.mean(np.array(p_values) <= 0.05) <= 0.065


def test_strata_of_equal_weight_differ_as_the_whole_does() -> None:
    strata = (PairedCounts(30, 20, 5, 5), PairedCounts(20, 15, 10, 15))
    counts = SampledCounts(50, 35, 15, 20, strata, (60, 60), (600, 600))
    whole = PairedCounts(50, 35, 15, 20)
    assert counts.difference().value == pytest.approx(whole.difference().value)
    assert counts.first().value == pytest.approx(whole.first().value)
    assert counts.test().statistic == pytest.approx((35 - 15) ** 2 / 50)
    assert counts.fallen().p_value == pytest.approx(1 - (counts.test().p_value or 0.0) / 2)
    assert counts.detectable().value == pytest.approx(whole.detectable().value)
