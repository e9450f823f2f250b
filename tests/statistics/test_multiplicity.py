"""Adjusted p-values, against statsmodels, scipy and their definitions."""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import false_discovery_control
from statsmodels.stats.multitest import multipletests

from rightreasons.statistics.multiplicity import benjamini_hochberg, bonferroni, holm

p_values = st.lists(st.floats(0, 1) | st.sampled_from([0.0, 0.01, 0.05, 1.0]), min_size=1, max_size=40)


def test_holms_p_values_are_those_of_statsmodels() -> None:
    p = np.random.default_rng(0).random(300).round(2) ** 3  # rounded, so that there are ties
    np.testing.assert_allclose(holm(p), multipletests(p, method="holm")[1], atol=1e-12)


@given(p_values)
def test_holm_rejects_step_by_step_as_defined(p: list[float]) -> None:
    # An adjusted p-value is the smallest level at which stepping down still reaches the test.
    for value, adjusted in zip(p, holm(p), strict=True):
        steps = [min(q * sum(other >= q for other in p), 1) for q in p if q <= value]
        assert adjusted == pytest.approx(max(steps))


@given(p_values)
def test_benjamini_and_hochbergs_p_values_are_those_of_statsmodels_and_scipy(p: list[float]) -> None:
    adjusted = benjamini_hochberg(p)
    np.testing.assert_allclose(adjusted, multipletests(p, method="fdr_bh")[1], atol=1e-12)
    np.testing.assert_allclose(adjusted, false_discovery_control(p), atol=1e-12)


@given(p_values, st.randoms(use_true_random=False))
def test_the_order_of_the_tests_does_not_matter(p: list[float], random: Random) -> None:
    order = random.sample(range(len(p)), len(p))
    for adjust in (holm, benjamini_hochberg):
        np.testing.assert_array_equal(adjust(np.array(p)[order]), adjust(p)[order])


def test_benjamini_and_hochbergs_own_example_rejects_what_they_reject() -> None:
    # Benjamini and Hochberg (1995), section 3.2: 15 tests at 0.05; Bonferroni rejects 3, theirs rejects 4.
    p = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344]
    p += [0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0]
    assert (holm(p) <= 0.05).sum() == 3
    assert (benjamini_hochberg(p) <= 0.05).sum() == 4


def test_a_rank_is_not_where_sorting_takes_a_value_from() -> None:
    # With argsort taken for ranks, 0.04 would be multiplied by 3/1 and 0.01 by 3/3.
    np.testing.assert_allclose(benjamini_hochberg([0.04, 0.9, 0.01]), [0.06, 0.9, 0.03])


def test_no_tests_give_no_p_values_and_nothing_is_mutated() -> None:
    for adjust in (holm, benjamini_hochberg):
        empty = adjust([])
        assert empty.shape == (0,)
        assert empty.dtype == np.float64
        given_values = np.array([0.5, 0.01])
        adjust(given_values)
        assert given_values.tolist() == [0.5, 0.01]


@pytest.mark.parametrize("p", [[-0.1], [1.1], [float("nan")], [[0.1, 0.2]]])
def test_what_is_no_row_of_p_values_is_refused(p: list[float]) -> None:
    for adjust in (holm, benjamini_hochberg):
        with pytest.raises(ValueError, match=r"probabilities|one row"):
            adjust(p)


def test_bonferroni_multiplies_by_the_number_of_tests_and_agrees_with_statsmodels() -> None:
    p = [0.04, 0.001, 0.7, 0.011]
    assert bonferroni(p) == pytest.approx([0.16, 0.004, 1.0, 0.044])
    assert bonferroni(p) == pytest.approx(multipletests(p, method="bonferroni")[1])
    assert (bonferroni(p) >= holm(p)).all()
    assert bonferroni([]).size == 0
