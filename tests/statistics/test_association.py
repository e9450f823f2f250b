"""Association of events with classes, against statsmodels, scipy, sums over whole tables, and formulas."""

import math

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest, chi2_contingency
from statsmodels.stats.contingency_tables import Table2x2
from statsmodels.stats.proportion import proportion_confint

from rightreasons.statistics.association import (
    clustered_enrichment_p_values,
    enrichment_p_values,
    lift,
    local_mutual_information,
    log_odds,
    smoothed_probability,
    z_against_prior,
)

WORDS_BY_LABEL = np.array([[30, 5, 0], [10, 10, 10], [0, 1, 42], [7, 80, 12]])


@given(st.lists(st.integers(0, 50), min_size=3, max_size=3), st.floats(0.01, 100))
def test_smoothed_probabilities_of_the_classes_sum_to_1(counts: list[int], alpha: float) -> None:
    shares = smoothed_probability(counts, sum(counts), classes=3, alpha=alpha)
    assert shares.sum() == pytest.approx(1)
    assert ((shares > 0) & (shares < 1)).all()


def test_smoothing_is_laplaces_rule_of_succession_and_0_leaves_the_raw_share() -> None:
    np.testing.assert_allclose(smoothed_probability([0, 9], [0, 10], classes=2), [1 / 2, 10 / 12])
    np.testing.assert_allclose(smoothed_probability([9], [10], classes=2, alpha=0), [0.9])


@pytest.mark.parametrize(
    "cells", [(10, 90, 5, 95), (0, 50, 7, 43), (4, 0, 0, 4), (3000, 180_000, 20, 360_000)]
)
@pytest.mark.parametrize("alpha", [0.5, 1.0])
def test_log_odds_are_those_of_statsmodels_on_the_smoothed_table(
    cells: tuple[int, int, int, int], alpha: float
) -> None:
    a, b, c, d = cells
    table = Table2x2(np.array([[a, b], [c, d]]) + alpha)
    found = log_odds([a], [a + b], [c], [c + d], alpha=alpha, level=0.9)
    expected = (table.log_oddsratio, *table.log_oddsratio_confint(alpha=0.1))
    assert tuple(float(array[0]) for array in found) == pytest.approx(expected)


def test_log_odds_turn_round_when_inside_and_outside_are_exchanged() -> None:
    value, low, high = log_odds([3, 0], [10, 10], [1, 5], [30, 30])
    turned, turned_low, turned_high = log_odds([1, 5], [30, 30], [3, 0], [10, 10])
    np.testing.assert_allclose([turned, turned_low, turned_high], [-value, -high, -low])


def test_z_is_the_statistic_of_gardner_et_al() -> None:
    # 25 of 27 with prior 1/3: (25/27 - 1/3) / sqrt(1/3 * 2/3 / 27) = (16/27) * 9 / sqrt(2/3) ... by hand.
    expected = (25 / 27 - 1 / 3) / math.sqrt((1 / 3) * (2 / 3) / 27)
    assert z_against_prior([25], [27], 1 / 3)[0] == pytest.approx(expected)
    assert z_against_prior([9], [27], 1 / 3)[0] == pytest.approx(0, abs=1e-12)


def test_z_has_mean_0_and_variance_1_under_the_prior() -> None:
    counts = np.random.default_rng(0).binomial(40, 0.3, size=50_000)
    z = z_against_prior(counts, np.full(50_000, 40), 0.3)
    assert z.mean() == pytest.approx(0, abs=0.02)
    assert z.std() == pytest.approx(1, abs=0.02)


def test_local_mutual_information_sums_to_the_mutual_information_of_the_table() -> None:
    words, labels, total = WORDS_BY_LABEL.sum(axis=1), WORDS_BY_LABEL.sum(axis=0), WORDS_BY_LABEL.sum()
    found = local_mutual_information(WORDS_BY_LABEL, words[:, np.newaxis], labels, total)
    assert found.shape == WORDS_BY_LABEL.shape
    g = chi2_contingency(WORDS_BY_LABEL, correction=False, lambda_="log-likelihood").statistic
    assert found.sum() == pytest.approx(g / (2 * total))
    assert found[0, 2] == found[2, 0] == 0
    assert found[0, 0] == pytest.approx(30 / 207 * math.log((30 / 35) / (47 / 207)))


@given(st.integers(1, 2000), st.data(), st.sampled_from([0.0, 0.01, 1 / 3, 0.343, 0.99, 1.0]))
def test_enrichment_is_the_exact_one_sided_binomial_test(n: int, data: st.DataObject, prior: float) -> None:
    count_in = data.draw(st.integers(0, n))
    expected = binomtest(count_in, n, prior, alternative="greater").pvalue
    assert enrichment_p_values([count_in], [n], prior)[0] == pytest.approx(expected, rel=1e-9, abs=1e-300)


def test_enrichment_is_exact_far_out_in_the_tail_and_1_for_an_event_that_never_comes() -> None:
    p = enrichment_p_values([0, 0, 52, 5], [0, 9, 52, 8], [0.5, 0.5, 1 / 3, 0.5])
    exact = [1, 1, (1 / 3) ** 52, sum(math.comb(8, k) for k in range(5, 9)) / 2**8]
    np.testing.assert_allclose(p, exact, rtol=1e-12)


@pytest.mark.parametrize("counts", [([5], [4]), ([-1], [4]), ([0.5], [4]), ([np.nan], [4])])
def test_impossible_counts_are_refused(counts: tuple[npt.ArrayLike, npt.ArrayLike]) -> None:
    part, whole = counts
    with pytest.raises(ValueError, match="count_in"):
        smoothed_probability(part, whole, classes=3)
    with pytest.raises(ValueError, match="count_in"):
        enrichment_p_values(part, whole, 0.5)
    with pytest.raises(ValueError, match="joint"):
        local_mutual_information(part, whole, 10, 100)


@pytest.mark.parametrize("amounts", [([5], [4]), ([-1], [4]), ([np.nan], [4]), ([1], [np.inf])])
def test_impossible_amounts_are_refused(amounts: tuple[npt.ArrayLike, npt.ArrayLike]) -> None:
    part, whole = amounts
    with pytest.raises(ValueError, match="count"):
        z_against_prior(part, whole, 0.5)
    with pytest.raises(ValueError, match="inside"):
        log_odds(part, whole, [1], [2])
    with pytest.raises(ValueError, match=r"share_in|clusters"):
        clustered_enrichment_p_values(part, whole, 0.5)


def test_clusters_of_one_item_give_the_exact_binomial_test() -> None:
    found = clustered_enrichment_p_values([0, 3, 8], [8, 8, 8], 0.3)
    expected = [binomtest(count, 8, 0.3, alternative="greater").pvalue for count in (0, 3, 8)]
    assert found.tolist() == pytest.approx(expected)


def test_shares_of_clusters_that_add_up_to_a_whole_count_as_it() -> None:
    thirds = sum([1 / 3] * 3 + [1 / 7] * 7 + [1.0])  # a hair below 3 in floating point
    (found,) = clustered_enrichment_p_values([thirds], [5], 0.4)
    assert found == pytest.approx(binomtest(3, 5, 0.4, alternative="greater").pvalue)


@pytest.mark.parametrize("mixed", [0.05, 0.5, 5.0])
def test_the_test_of_clusters_keeps_its_level_however_mixed_they_are(mixed: float) -> None:
    """2,000 events in 25 clusters each, whose shares are drawn around .35: at most 5 % below .05."""
    rng = np.random.default_rng(4)
    shares = rng.beta(0.35 * mixed, 0.65 * mixed, size=(2_000, 25)).sum(axis=1)
    rejected = float(np.mean(clustered_enrichment_p_values(shares, np.full(2_000, 25), 0.35) <= 0.05))
    assert rejected <= 0.05 + 3 * (0.05 * 0.95 / 2_000) ** 0.5


def test_what_has_no_answer_is_refused() -> None:
    with pytest.raises(ValueError, match="without smoothing"):
        smoothed_probability([0], [0], classes=3, alpha=0)
    with pytest.raises(ValueError, match="alpha"):
        log_odds([1], [2], [1], [2], alpha=0)
    for count, prior in (([0], 0.5), ([3], 0.0), ([3], 1.0)):
        with pytest.raises(ValueError, match="strictly between"):
            z_against_prior([0], count, prior)
    with pytest.raises(ValueError, match="probabilities"):
        enrichment_p_values([1], [2], 1.2)
    with pytest.raises(ValueError, match="class_total"):
        local_mutual_information([3], [4], [2], [100])


def test_no_events_give_empty_arrays() -> None:
    assert smoothed_probability([], [], classes=3).shape == (0,)
    assert z_against_prior([], [], 0.5).shape == (0,)
    assert enrichment_p_values([], [], 0.5).shape == (0,)
    assert local_mutual_information([], [], 3, 9).shape == (0,)
    assert [array.shape for array in log_odds([], [], [], [])] == [(0,)] * 3


def test_the_same_sum_in_another_order_is_no_impossible_amount() -> None:
    thirds = np.full(150_000, 1 / 3)
    part, whole = (
        np.cumsum(thirds)[-1],
        thirds.sum(),
    )  # one word is in every text: the same thirds, added twice
    assert part > whole
    odds = log_odds([part], [whole], [part], [whole])[0]
    assert np.isfinite(odds).all()
    with pytest.raises(ValueError, match="cannot be greater"):
        log_odds([whole + 1], [whole], [1.0], [whole])


def test_lift_is_1_where_the_event_says_nothing_and_more_where_it_says_something() -> None:
    value, low, high = lift([20, 30], [60, 40], 100, 300)
    np.testing.assert_allclose(value, [1.0, (30 / 40) / (100 / 300)])
    assert low[0] < 1 < high[0]
    assert low[1] > 1


@pytest.mark.parametrize("total", [100, 1_000, 10_000])
@pytest.mark.parametrize("covered", [0.05, 0.3, 0.8])
@pytest.mark.parametrize("shares", [(0.33, 0.33), (0.9, 0.3), (0.99, 0.1), (1.0, 0.3), (0.5, 0.05)])
def test_intervals_of_lift_cover_what_was_simulated(
    total: int, covered: float, shares: tuple[float, float]
) -> None:
    with_event, without = shares
    cells = [
        covered * with_event,
        covered * (1 - with_event),
        (1 - covered) * without,
        (1 - covered) * (1 - without),
    ]
    drawn = np.random.default_rng(total).multinomial(total, cells, 4_000)
    joint, events, members = drawn[:, 0], drawn[:, :2].sum(axis=1), drawn[:, [0, 2]].sum(axis=1)
    some = (events > 0) & (members > 0)
    value, low, high = lift(joint[some], events[some], members[some], total)
    truth = with_event / (covered * with_event + (1 - covered) * without)
    assert ((low <= value) & (value <= high)).all()
    assert ((low <= truth) & (truth <= high)).mean() > 0.93


def test_bounds_of_a_lift_tend_to_those_of_independent_counts() -> None:
    """With many rows beside few that hold the event, all that varies is the share among those few."""
    value, low, high = lift([8], [10], [10**6], 2 * 10**6)
    shares = proportion_confint(8, 10, method="wilson")
    np.testing.assert_allclose([low[0], high[0]], np.array(shares) / 0.5, rtol=5e-3)
    assert value[0] == 1.6


@pytest.mark.parametrize("counts", [(0, 0, 5, 10), (0, 5, 0, 10), (3, 2, 5, 10), (5, 9, 5, 6)])
def test_a_lift_of_impossible_counts_is_refused(counts: tuple[int, int, int, int]) -> None:
    with pytest.raises(ValueError, match=r"event|cannot"):
        lift(*counts)
