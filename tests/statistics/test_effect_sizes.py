"""Effect sizes, against statsmodels and scipy, by hand, and by property."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats.contingency import association
from statsmodels.stats.contingency_tables import Table2x2

from rightreasons.statistics.effect_sizes import cramers_v, odds_ratio, phi

INSENSITIVITY = [[155, 31], [8, 100]]  # Sanchez et al. (2018), Table 2
TWO_BY_TWO = st.lists(st.integers(1, 300), min_size=4, max_size=4).map(lambda cells: [cells[:2], cells[2:]])


@given(TWO_BY_TWO)
def test_phi_is_the_correlation_of_two_indicators(table: list[list[int]]) -> None:
    rows = np.repeat([1, 1, 0, 0], np.ravel(table))
    columns = np.repeat([1, 0, 1, 0], np.ravel(table))
    assert phi(table).value == pytest.approx(np.corrcoef(rows, columns)[0, 1], abs=1e-9)
    assert cramers_v(table).value == pytest.approx(abs(phi(table).value or 0), abs=1e-9)


def test_cramers_v_agrees_with_scipy() -> None:
    table = np.array([[20, 5, 9], [3, 18, 7], [8, 8, 30], [4, 1, 0]])
    assert cramers_v(table).value == pytest.approx(association(table, method="cramer"))
    assert cramers_v([[7, 0], [0, 3]]).value == pytest.approx(1.0)


@pytest.mark.parametrize("table", [INSENSITIVITY, [[10, 0], [3, 9]], [[1, 1], [1, 1]]])
@pytest.mark.parametrize("level", [0.95, 0.99])
def test_the_odds_ratio_agrees_with_statsmodels_on_cells_with_a_half_added(
    table: list[list[int]], level: float
) -> None:
    expected = Table2x2(np.array(table) + 0.5)
    found = odds_ratio(table, level)
    assert found.value == pytest.approx(expected.oddsratio)
    assert found.interval is not None
    bounds = expected.oddsratio_confint(1 - level)
    assert (found.interval.low, found.interval.high) == pytest.approx(bounds)
    assert found.n == np.sum(table)


def test_by_hand() -> None:
    assert odds_ratio([[1, 0], [0, 1]]).value == pytest.approx(9.0)  # (1.5 * 1.5) / (0.5 * 0.5)
    assert phi([[30, 10], [10, 30]]).value == pytest.approx(0.5)


@pytest.mark.parametrize("table", [[[0, 0], [3, 4]], [[0, 3], [0, 4]], [[0, 0], [0, 0]]])
def test_an_empty_row_or_column_has_no_effect_and_says_why(table: list[list[int]]) -> None:
    for found in (phi(table), cramers_v(table), odds_ratio(table)):
        assert found.value is None
        assert "empty" in (found.reason or "")


def test_other_shapes_and_other_numbers_are_refused() -> None:
    for effect in (phi, odds_ratio):
        with pytest.raises(ValueError, match="2x2"):
            effect([[1, 2, 3], [3, 4, 5]])
        with pytest.raises(ValueError, match="counts"):
            effect([[1, -2], [3, 4]])
    with pytest.raises(ValueError, match="level"):
        odds_ratio(INSENSITIVITY, 1.0)
