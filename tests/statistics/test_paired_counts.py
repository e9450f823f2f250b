"""Four cells of two series on the same items, and what is made of them."""

import numpy as np
import pytest

from rightreasons.statistics.paired import mcnemar, paired_difference
from rightreasons.statistics.paired_counts import PairedCounts
from rightreasons.statistics.power import detectable_paired_difference


def test_the_cells_are_counted_item_by_item() -> None:
    first, second = np.array([1, 1, 1, 0, 0, 0], dtype=bool), np.array([1, 1, 0, 1, 0, 0], dtype=bool)
    counts = PairedCounts.of(first, second)
    assert counts == PairedCounts(2, 1, 1, 2)
    assert (counts.n, counts.first, counts.second) == (6, 3, 3)
    assert counts.difference() == paired_difference(2, 1, 1, 2)
    assert counts.test() == mcnemar(1, 1, 6)


def test_series_of_different_length_cannot_be_paired() -> None:
    with pytest.raises(ValueError, match="3 items cannot be paired with 2"):
        PairedCounts.of(np.ones(3, dtype=bool), np.ones(2, dtype=bool))


def test_the_detectable_difference_is_that_of_the_discordant_items() -> None:
    counts = PairedCounts(200, 60, 30, 110)
    assert counts.detectable() == detectable_paired_difference(90, 400)
