"""The p-value of a permutation test."""

import numpy as np
import pytest

from rightreasons.statistics.permutation_p_values import permutation_p_value


def test_the_observed_arrangement_counts_as_one_of_the_permutations() -> None:
    assert permutation_p_value(5.0, [1, 2, 3]) == 1 / 4
    assert permutation_p_value(2.0, [1, 2, 3]) == 3 / 4
    assert permutation_p_value(5.0, []) == 1


def test_under_the_null_each_p_value_that_can_come_is_equally_likely() -> None:
    # Under the null each of the 20 arrangements is the observed one equally often: go through them all.
    statistics = np.random.default_rng(0).normal(size=20)
    p = [permutation_p_value(statistics[i], np.delete(statistics, i)) for i in range(20)]
    np.testing.assert_allclose(sorted(p), np.arange(1, 21) / 20)


def test_statistics_that_are_not_finite_are_refused() -> None:
    for observed, permuted in ((float("nan"), [1.0]), (1.0, [float("inf")])):
        with pytest.raises(ValueError, match="finite"):
            permutation_p_value(observed, permuted)
