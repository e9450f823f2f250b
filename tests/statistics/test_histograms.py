"""Statistics of counted values are those of the values themselves."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kruskal
from statsmodels.stats.weightstats import DescrStatsW

from rightreasons.statistics.histograms import counted_mean, counted_quantile, kruskal_wallis

VALUES = st.lists(st.integers(0, 12), min_size=2, max_size=60)


@given(values=VALUES, at=st.floats(0, 1))
def test_quantiles_are_those_of_numpy(values: list[int], at: float) -> None:
    assert counted_quantile(np.bincount(values), at) == pytest.approx(float(np.quantile(values, at)))


@given(values=VALUES)
def test_the_mean_and_its_interval_are_those_of_statsmodels(values: list[int]) -> None:
    found = counted_mean(np.bincount(values), "tokens")
    assert found.value == pytest.approx(np.mean(values))
    assert found.interval is not None
    expected = DescrStatsW(np.array(values)).tconfint_mean() if np.ptp(values) else (values[0], values[0])
    assert (found.interval.low, found.interval.high) == pytest.approx(expected)


@given(groups=st.lists(VALUES, min_size=2, max_size=4))
def test_ranks_of_groups_are_compared_as_scipy_does(groups: list[list[int]]) -> None:
    counts = np.column_stack([np.bincount(each, minlength=13) for each in groups])
    found = kruskal_wallis(counts)
    if len({value for each in groups for value in each}) == 1:
        assert found.reason == "all lengths are equal"
        return
    expected = kruskal(*groups)
    assert found.statistic == pytest.approx(max(expected.statistic, 0), abs=1e-9)
    assert found.p_value == pytest.approx(expected.pvalue)
