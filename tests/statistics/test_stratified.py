"""The stratified test, against statsmodels for 2x2, a printed 4x4x2 example, and a permutation."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2
from statsmodels.stats.contingency_tables import StratifiedTable

from rightreasons.statistics.contingency import chi_square
from rightreasons.statistics.stratified import chi_square_tail, stratified_independence

# Agresti (2002), Table 7.8: job satisfaction (columns) by income (rows), for women and for men.
WOMEN = [[1, 3, 11, 2], [2, 3, 17, 3], [0, 1, 8, 5], [0, 2, 4, 2]]
MEN = [[1, 1, 2, 1], [0, 3, 5, 1], [0, 0, 7, 3], [0, 1, 9, 6]]
STRATA = st.lists(
    st.lists(st.integers(1, 60), min_size=4, max_size=4).map(lambda cells: [cells[:2], cells[2:]]),
    min_size=1,
    max_size=5,
)


@given(STRATA)
def test_two_by_two_is_mantel_haenszel_as_statsmodels_has_it(strata: list[list[list[int]]]) -> None:
    expected = StratifiedTable([np.array(table, dtype=float) for table in strata]).test_null_odds()
    found = stratified_independence(strata)
    assert found.statistic == pytest.approx(expected.statistic, abs=1e-8)
    assert found.p_value == pytest.approx(expected.pvalue, abs=1e-8)
    assert found.degrees_of_freedom == 1


def test_general_association_is_what_agresti_prints() -> None:
    # Agresti (2002), Table 7.12: 10.2001 with 9 degrees of freedom, p = 0.3345.
    found = stratified_independence([WOMEN, MEN])
    assert found.statistic == pytest.approx(10.2001, abs=5e-5)
    assert (found.degrees_of_freedom, found.n) == (9, 104)
    assert found.p_value == pytest.approx(0.3345, abs=5e-5)


def test_one_stratum_is_pearson_but_for_the_factor_of_the_sample() -> None:
    table = [[20, 5, 9], [3, 18, 7], [8, 8, 30]]
    pearson = chi_square(table).statistic
    assert pearson is not None
    assert stratified_independence([table]).statistic == pytest.approx(pearson * 107 / 108)


def test_an_empty_row_changes_nothing_and_strata_of_one_item_say_nothing() -> None:
    padded = [[*table, [0, 0, 0, 0]] for table in (WOMEN, MEN)]
    alone = np.zeros((1, 5, 4), dtype=int)
    alone[0, 2, 1] = 1
    found = stratified_independence(np.concatenate([padded, alone]))
    plain = stratified_independence([WOMEN, MEN])
    assert found.statistic == pytest.approx(plain.statistic)
    assert (found.degrees_of_freedom, found.n) == (plain.degrees_of_freedom, 105)


def test_the_tail_agrees_with_labels_permuted_within_strata() -> None:
    random = np.random.default_rng(5)
    rows = random.integers(0, 3, 240)
    strata = np.repeat([0, 1], 120)
    columns = np.where(random.random(240) < 0.15, rows, random.integers(0, 3, 240))

    def tables(permuted: "np.ndarray[tuple[int], np.dtype[np.int64]]") -> object:
        counts = np.zeros((2, 3, 3), dtype=int)
        np.add.at(counts, (strata, rows, permuted), 1)
        return counts

    observed = stratified_independence(tables(columns))  # type: ignore[arg-type]
    null = []
    for _ in range(1500):
        halves = [random.permutation(columns[strata == stratum]) for stratum in (0, 1)]
        null.append(stratified_independence(tables(np.concatenate(halves))).statistic)  # type: ignore[arg-type]
    exceed = np.mean(np.array(null, dtype=float) >= observed.statistic)
    assert 0.001 < exceed < 0.5
    assert observed.p_value == pytest.approx(exceed, abs=4 * np.sqrt(exceed * (1 - exceed) / 1500))


def test_what_goes_through_the_strata_alone_is_no_association() -> None:
    # Rows and columns both follow the stratum; within it, one of them never varies.
    found = stratified_independence([[[30, 0], [0, 0]], [[0, 0], [3, 40]]])
    assert found.p_value is None
    assert "no stratum" in (found.reason or "")
    assert chi_square([[30, 0], [3, 40]]).p_value == pytest.approx(0, abs=1e-6)


def test_the_tail_of_chi_square_is_scipys() -> None:
    for statistic, freedom in ((0.0, 1), (45.0, 1), (101.26, 6), (900.0, 14)):
        assert chi_square_tail(statistic, freedom) == pytest.approx(chi2.sf(statistic, freedom), rel=1e-9)
    with pytest.raises(ValueError, match="chi-square"):
        chi_square_tail(-1.0, 2)


def test_a_table_without_strata_is_refused() -> None:
    with pytest.raises(ValueError, match="three dimensions"):
        stratified_independence(WOMEN)
