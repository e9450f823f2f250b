"""Tests of independence, against scipy, statsmodels and the values of Sanchez et al. (2018)."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2, hypergeom
from statsmodels.stats.contingency_tables import Table

from rightreasons.statistics.contingency import (
    Yates,
    chi_square,
    expected_counts,
    fisher,
    g_test,
    simulated_chi_square,
)
from rightreasons.statistics.results import TestResult

SEEN_BY_CORRECT_ESIM = [[555, 24], [25, 16]]
SEEN_BY_CORRECT_ENCODER = [[438, 16], [142, 24]]
THREE_BY_THREE = [[20, 5, 9], [3, 18, 7], [8, 8, 30]]


@pytest.mark.parametrize(
    ("table", "pearson", "pearson_yates", "g", "g_yates"),
    [
        # Sanchez et al. (2018) print the last column, truncated: 39.33 and 19.46.
        (SEEN_BY_CORRECT_ESIM, 77.18, 71.51, 42.00, 39.33),
        (SEEN_BY_CORRECT_ENCODER, 24.08, 22.30, 20.97, 19.46),
    ],
)
def test_printed_statistics_come_out(
    table: list[list[int]], pearson: float, pearson_yates: float, g: float, g_yates: float
) -> None:
    expected = {"never": (pearson, g), "auto": (pearson_yates, g_yates), "always": (pearson_yates, g_yates)}
    choices: tuple[Yates, ...] = ("never", "auto", "always")
    for yates in choices:
        found = chi_square(table, yates), g_test(table, yates)
        assert [result.statistic for result in found] == pytest.approx(expected[yates], abs=0.01)
        assert [result.degrees_of_freedom for result in found] == [1, 1]
        assert ["Yates" in result.method for result in found] == [yates != "never"] * 2


def test_the_p_value_is_that_of_the_statistic() -> None:
    for result in (chi_square(SEEN_BY_CORRECT_ENCODER), g_test(THREE_BY_THREE)):
        assert result.p_value == pytest.approx(chi2.sf(result.statistic, result.degrees_of_freedom))


def test_a_larger_table_is_never_corrected_and_agrees_with_statsmodels() -> None:
    expected = Table(np.array(THREE_BY_THREE), shift_zeros=False).test_nominal_association()
    found = chi_square(THREE_BY_THREE)
    assert found.statistic == pytest.approx(expected.statistic)
    assert found.p_value == pytest.approx(expected.pvalue)
    assert (found.degrees_of_freedom, found.n, found.method) == (4, 108, "Pearson chi-square")
    with pytest.raises(ValueError, match="2x2"):
        chi_square(THREE_BY_THREE, "always")


def test_g_is_twice_the_sum_of_observed_times_log_of_observed_over_expected() -> None:
    table = np.array(THREE_BY_THREE, dtype=float)
    expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()
    assert g_test(THREE_BY_THREE).statistic == pytest.approx(2 * np.sum(table * np.log(table / expected)))


@given(st.lists(st.integers(0, 40), min_size=4, max_size=4))
def test_fisher_sums_the_tables_that_are_no_more_likely(cells: list[int]) -> None:
    a, b, c, d = cells
    if 0 in (a + b, c + d, a + c, b + d):
        assert fisher([[a, b], [c, d]]).p_value is None
        return
    law = hypergeom(a + b + c + d, a + b, a + c).pmf(np.arange(min(a + b, a + c) + 1))
    expected = law[law <= law[a] * (1 + 1e-9)].sum()
    assert fisher([[a, b], [c, d]]).p_value == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("test", [chi_square, g_test, fisher])
@pytest.mark.parametrize(
    ("table", "named"),
    [([[0, 0], [3, 4]], "row 1"), ([[3, 0], [4, 0]], "column 2"), ([[0, 0], [0, 0]], "row 1")],
)
def test_an_empty_row_or_column_gives_a_reason_instead_of_a_p_value(
    test: object, table: list[list[int]], named: str
) -> None:
    assert callable(test)
    result = test(table)
    assert isinstance(result, TestResult)
    assert (result.p_value, result.statistic, result.n) == (None, None, sum(map(sum, table)))
    assert result.reason is not None
    assert named in result.reason


def test_one_row_or_no_row_cannot_be_tested() -> None:
    for table in ([[3, 4, 5]], [[3], [4]], np.zeros((0, 2))):
        assert chi_square(table).p_value is None


@given(st.lists(st.integers(0, 30), min_size=6, max_size=6))
def test_a_result_never_depends_on_which_side_is_called_rows(cells: list[int]) -> None:
    table = np.array(cells).reshape(2, 3)
    for test in (chi_square, g_test):
        found, transposed = test(table), test(table.T)
        if found.p_value is None:
            assert transposed.p_value is None
        else:
            assert 0 <= found.p_value <= 1
            assert found.p_value == pytest.approx(transposed.p_value)


@pytest.mark.parametrize("table", [[[1, -1], [2, 2]], [[1.5, 1], [2, 2]], [1, 2, 3], [[np.nan, 1], [2, 2]]])
def test_what_is_no_table_of_counts_is_refused(table: object) -> None:
    with pytest.raises(ValueError, match=r"counts|rows and columns"):
        chi_square(np.array(table))


def test_fisher_refuses_other_shapes_and_yates_other_words() -> None:
    with pytest.raises(ValueError, match="2x2"):
        fisher(THREE_BY_THREE)
    with pytest.raises(ValueError, match="'auto', 'always' or 'never'"):
        g_test(SEEN_BY_CORRECT_ESIM, "yes")  # type: ignore[arg-type]  # the refusal is what is tested


def test_random_tables_agree_with_fisher_on_two_by_two_and_with_chi_square_on_large_ones() -> None:
    small = [[8, 2], [1, 5]]
    exact = fisher(small).p_value
    assert exact is not None
    # Pearson orders these tables as their probabilities do.
    assert simulated_chi_square(small, 3).p_value == pytest.approx(exact, abs=0.006)
    large = [[60, 41, 50], [45, 58, 52], [49, 47, 61]]
    assert simulated_chi_square(large, 3).p_value == pytest.approx(chi_square(large).p_value, abs=0.02)
    assert simulated_chi_square(large, 3).statistic == pytest.approx(chi_square(large).statistic)


def test_random_tables_are_those_of_the_seed_and_never_give_zero() -> None:
    table = [[30, 0, 0], [0, 30, 0], [0, 0, 30]]
    assert simulated_chi_square(table, 1, 99).p_value == pytest.approx(0.01)
    assert simulated_chi_square(THREE_BY_THREE, 1) == simulated_chi_square(THREE_BY_THREE, 1)
    assert "empty" in (simulated_chi_square([[1, 0], [2, 0]], 1).reason or "")
    with pytest.raises(ValueError, match="resample"):
        simulated_chi_square(table, 1, 0)


def test_expected_counts_are_products_of_margins() -> None:
    assert expected_counts([[567, 20], [13, 20]])[1, 1] == pytest.approx(33 * 40 / 620)
    with pytest.raises(ValueError, match="empty"):
        expected_counts([[0, 0], [0, 0]])
