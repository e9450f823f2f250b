"""Four cells of two series on the same items, and the smallest difference that a paired test can tell."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.statistics.paired import mcnemar, paired_difference
from rightreasons.statistics.paired_counts import PairedCounts, detectable_paired_difference


def power(n: int, share: float, difference: float) -> float:
    """How often McNemar's test without correction is significant, by drawing tables."""
    rng = np.random.default_rng(5)
    one, other = (share + difference) / 2, (share - difference) / 2
    drawn = rng.multinomial(n, [one, other, 1 - share], size=20_000)
    b, c = drawn[:, 0], drawn[:, 1]
    z = np.abs(b - c) / np.sqrt(np.maximum(b + c, 1))
    return float((z > 1.959964).mean())


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


@pytest.mark.parametrize(("n", "discordant"), [(400, 80), (1_000, 300), (5_000, 400)])
def test_the_detectable_difference_is_found_in_four_cases_of_five(n: int, discordant: int) -> None:
    found = detectable_paired_difference(discordant, n).value
    assert found is not None
    assert power(n, (discordant + 1) / (n + 2), found) == pytest.approx(0.8, abs=0.02)


def test_without_discordant_items_the_difference_needs_all_that_it_brings() -> None:
    """With s = d the definition reads n d = (z_a + z_b sqrt(1 - d))^2."""
    found = detectable_paired_difference(0, 500).value
    assert found is not None
    assert 500 * found == pytest.approx((1.959964 + 0.841621 * math.sqrt(1 - found)) ** 2, rel=1e-5)


@given(st.integers(0, 3_000), st.integers(0, 3_000))
def test_more_items_tell_smaller_differences_and_it_is_a_proportion(discordant: int, more: int) -> None:
    n = discordant + more
    found, later = (detectable_paired_difference(discordant * k, n * k).value for k in (1, 2))
    if found is None:
        assert n < 8  # (1.96 + 0.84)^2 = 7.85
    else:
        assert 0 < found <= 1
        assert later is not None
        assert later < found


def test_no_items_tell_nothing_and_say_so() -> None:
    assert detectable_paired_difference(0, 0).reason == "no difference, however large, could be told"
    with pytest.raises(ValueError, match="cannot come out"):
        detectable_paired_difference(3, 2)
