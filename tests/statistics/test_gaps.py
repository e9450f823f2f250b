"""Gaps of two series beside each other: by their definition, for many items, and how often bounds hold."""

import math

import numpy as np
import pytest

from rightreasons.statistics.gaps import gaps_beside
from rightreasons.statistics.paired_scores import PairedCounts
from rightreasons.statistics.standardised import standardised_shares

Strata = list[tuple[PairedCounts, PairedCounts]]


def drawn(rng: np.random.Generator, items: int, cells: tuple[float, ...]) -> PairedCounts:
    """Return items drawn with the probabilities of the four cells."""
    return PairedCounts(*(int(each) for each in rng.multinomial(items, cells)))


def gap_of(strata: Strata, sizes: list[int], series: str) -> float:
    """Return a gap by its definition: shares within strata, weighted by what these weigh."""
    cell = {"first": "only_first", "second": "only_second"}[series]
    shares = [[(group.both + int(getattr(group, cell))) / group.n for group in each] for each in strata]
    return sum(size * (one - other) for size, (one, other) in zip(sizes, shares, strict=True)) / sum(sizes)


@pytest.mark.parametrize("seed", range(5))
def test_gaps_and_their_difference_are_those_of_the_definition(seed: int) -> None:
    rng = np.random.default_rng(seed)
    strata = [(drawn(rng, 40, (0.5, 0.2, 0.2, 0.1)), drawn(rng, 25, (0.3, 0.3, 0.1, 0.3))) for _ in range(3)]
    sizes = [10, 20, 30]
    found = gaps_beside(strata, sizes)
    first, second = (gap_of(strata, sizes, series) for series in ("first", "second"))
    assert (found.first.value, found.second.value) == pytest.approx((first, second))
    assert found.difference.value == pytest.approx(first - second)
    assert found.difference.n == 3 * 65


def test_each_gap_is_that_of_a_single_run() -> None:
    strata = [(PairedCounts(20, 5, 3, 2), PairedCounts(4, 6, 1, 9))]
    tables = np.array([[[25, 5], [10, 10]]])
    assert gaps_beside(strata, [50]).first == standardised_shares(tables, [50])[2]


def test_with_many_items_the_interval_is_that_of_the_normal_distribution() -> None:
    cells = ((6000, 1500, 500, 2000), (3000, 3000, 1000, 3000))
    found = gaps_beside([(PairedCounts(*cells[0]), PairedCounts(*cells[1]))], [1])
    variance = sum(
        (gained + lost - (gained - lost) ** 2 / 10_000) / 10_000**2 for _, gained, lost, _ in cells
    )
    assert found.difference.bounds == pytest.approx(
        [-0.1 + side * 1.959964 * math.sqrt(variance) for side in (-1, 1)], abs=2e-4
    )


def test_nineteen_of_twenty_intervals_hold_the_true_difference() -> None:
    rng = np.random.default_rng(3)
    helped, elsewhere = (0.6, 0.15, 0.15, 0.1), (0.25, 0.35, 0.05, 0.35)
    true = (0.15 - 0.15) - (0.35 - 0.05)
    held = 0
    for _ in range(600):
        found = gaps_beside([(drawn(rng, 60, helped), drawn(rng, 24, elsewhere))], [1]).difference
        held += found.bounds[0] <= true <= found.bounds[1]  # type: ignore[operator]
    assert 0.93 <= held / 600 <= 0.985


def test_opposite_series_differ_by_two_and_no_bound_goes_beyond() -> None:
    found = gaps_beside([(PairedCounts(0, 30, 0, 0), PairedCounts(0, 0, 30, 0))], [1]).difference
    assert found.value == 2
    assert found.bounds[1] == 2


def test_without_items_of_both_groups_there_is_no_gap() -> None:
    none = gaps_beside([(PairedCounts(3, 0, 0, 1), PairedCounts(0, 0, 0, 0))], [4])
    assert none.difference.value is None
    assert none.difference.reason
