"""Comparisons of two proportions: statsmodels, printed values, and properties."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest
from statsmodels.stats.contingency_tables import mcnemar as statsmodels_mcnemar
from statsmodels.stats.proportion import confint_proportions_2indep

from rightreasons.statistics.paired import (
    mcnemar,
    mcnemar_one_sided,
    paired_difference,
    proportion_difference,
)
from rightreasons.statistics.proportions import wilson
from rightreasons.statistics.results import Estimate

cells = st.integers(0, 300)


def bounds(estimate: Estimate) -> tuple[float, float]:
    assert estimate.interval is not None
    return estimate.interval.low, estimate.interval.high


@pytest.mark.parametrize(("first", "second"), [(1, 0), (0, 6), (5, 5), (12, 12), (3, 21), (20, 4)])
def test_few_discordant_items_are_tested_exactly(first: int, second: int) -> None:
    found = mcnemar(first, second, n=100)
    expected = statsmodels_mcnemar([[0, first], [second, 0]], exact=True)
    assert found.p_value == pytest.approx(expected.pvalue, abs=1e-12)
    assert (found.method, found.statistic, found.n) == ("McNemar exact", None, 100)


@pytest.mark.parametrize(("first", "second"), [(25, 0), (10, 15), (144, 256), (3000, 2000), (12, 13)])
def test_many_discordant_items_are_tested_by_corrected_chi_square(first: int, second: int) -> None:
    found = mcnemar(first, second, n=10_000)
    expected = statsmodels_mcnemar([[0, first], [second, 0]], exact=False, correction=True)
    assert found.statistic == pytest.approx(expected.statistic)
    assert found.p_value == pytest.approx(expected.pvalue)
    assert (found.method, found.degrees_of_freedom) == ("McNemar chi-square with continuity correction", 1)


def test_mcnemar_is_defined_when_nothing_is_discordant() -> None:
    assert mcnemar(0, 0, n=50).p_value == 1


def test_an_even_split_is_no_evidence_however_many_items_are_discordant() -> None:
    assert mcnemar(200, 200, n=400).p_value == 1


def test_mcnemar_without_items_gives_a_reason() -> None:
    assert (mcnemar(0, 0, 0).p_value, mcnemar(0, 0, 0).reason) == (None, "no items")


@pytest.mark.parametrize(("first", "second", "n"), [(-1, 2, 10), (6, 5, 10), (0, 0, -1)])
def test_mcnemar_refuses_impossible_counts(first: int, second: int, n: int) -> None:
    with pytest.raises(ValueError, match="cannot"):
        mcnemar(first, second, n)


@pytest.mark.parametrize(
    ("table", "printed", "digits"),
    [
        # Newcombe (1998), Statistics in Medicine 17:2635-2650, method 10.
        ((36, 12, 2, 0), (0.0569, 0.3404), 4),
        # Altman et al. (2000), "Statistics with confidence", chapter 6, Table 6.2.
        ((14, 5, 0, 22), (0.011, 0.226), 3),
        # Fagerland, Lydersen and Laake (2017), "Statistical analysis of contingency tables", chapter 8.
        ((59, 6, 16, 80), (-0.1186, -0.0046), 4),
        ((1, 1, 7, 12), (-0.507, -0.026), 3),
    ],
)
def test_printed_intervals_of_paired_differences_come_out(
    table: tuple[int, int, int, int], printed: tuple[float, float], digits: int
) -> None:
    assert bounds(paired_difference(*table)) == pytest.approx(printed, abs=0.51 * 10**-digits)


@given(cells, cells, cells, cells, st.floats(0.5, 0.999))
def test_a_paired_interval_holds_its_estimate_and_turns_round_with_it(
    both: int, first: int, second: int, neither: int, level: float
) -> None:
    if both + first + second + neither == 0:
        return
    estimate = paired_difference(both, first, second, neither, level)
    turned = paired_difference(both, second, first, neither, level)
    low, high = bounds(estimate)
    assert estimate.value is not None
    assert turned.value == -estimate.value
    assert bounds(turned) == pytest.approx((-high, -low))
    assert -1 <= low <= estimate.value + 1e-12
    assert estimate.value - 1e-12 <= high <= 1


@given(st.integers(1, 300), st.integers(1, 300))
def test_with_one_proportion_at_its_end_the_lengths_add_in_squares(first: int, neither: int) -> None:
    # The second never succeeds, so phi is 0 and method 10 is the square-and-add of two Wilson intervals.
    n = first + neither
    low, high = bounds(paired_difference(0, first, 0, neither))
    mine, none = wilson(first, n), wilson(0, n)
    share = first / n
    assert low == pytest.approx(share - np.hypot(share - mine.low, none.high))
    assert high == pytest.approx(min(share + (mine.high - share), 1))


def test_agreement_of_the_two_narrows_the_interval() -> None:
    low, high = bounds(paired_difference(40, 10, 10, 40))
    wide_low, wide_high = bounds(proportion_difference(50, 100, 50, 100))
    assert high - low < wide_high - wide_low


def test_large_counts_of_numpy_integers_do_not_overflow() -> None:
    table = (200_000, 50_000, 40_000, 260_000)
    assert paired_difference(*(np.int64(cell) for cell in table)) == paired_difference(*table)  # type: ignore[arg-type]  # numpy integers are what counting gives


@pytest.mark.parametrize(("first", "second"), [(0, 0), (0, 7), (7, 0), (12, 5), (5, 12), (60, 31)])
def test_the_one_sided_test_is_the_binomial_test_of_the_discordant_items(first: int, second: int) -> None:
    found = mcnemar_one_sided(first, second, first + second + 40)
    discordant = first + second
    expected = binomtest(first, discordant, alternative="greater").pvalue if discordant else 1.0
    assert found.p_value == pytest.approx(expected, rel=1e-12)


def test_the_one_sided_test_without_items_has_a_reason_and_refuses_what_cannot_be() -> None:
    assert mcnemar_one_sided(0, 0, 0).p_value is None
    with pytest.raises(ValueError, match="cannot come out"):
        mcnemar_one_sided(3, 3, 5)
    with pytest.raises(ValueError, match="only_second"):
        mcnemar_one_sided(3, -1, 5)


@pytest.mark.parametrize(
    ("s1", "n1", "s2", "n2"),
    [(56, 70, 48, 80), (9, 10, 3, 10), (0, 10, 0, 20), (10, 10, 0, 10), (7, 34, 1, 34)],
)
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_the_interval_of_two_samples_is_that_of_statsmodels(
    s1: int, n1: int, s2: int, n2: int, level: float
) -> None:
    estimate = proportion_difference(s1, n1, s2, n2, level)
    expected = confint_proportions_2indep(
        s1, n1, s2, n2, method="newcomb", compare="diff", alpha=1 - level, correction=False
    )
    assert bounds(estimate) == pytest.approx(expected, abs=1e-9)
    assert estimate.value == pytest.approx(s1 / n1 - s2 / n2)
    assert estimate.n == n1 + n2


def test_newcombes_printed_interval_of_two_samples_comes_out() -> None:
    # Newcombe (1998), Statistics in Medicine 17:873-890, Table II: 56/70 - 48/80, method 10.
    assert bounds(proportion_difference(56, 70, 48, 80)) == pytest.approx((0.0524, 0.3339), abs=5.1e-5)


def test_without_items_a_difference_has_a_reason_and_no_value() -> None:
    assert paired_difference(0, 0, 0, 0).reason == "no items"
    empty = proportion_difference(3, 5, 0, 0)
    assert (empty.value, empty.interval, empty.n) == (None, None, 5)
    assert empty.reason


def test_differences_refuse_impossible_counts_and_levels() -> None:
    with pytest.raises(ValueError, match="only_second"):
        paired_difference(1, 2, -1, 4)
    with pytest.raises(ValueError, match="cannot come out"):
        proportion_difference(1, 2, 4, 3)
    with pytest.raises(ValueError, match="level"):
        paired_difference(1, 2, 1, 4, level=1.5)
