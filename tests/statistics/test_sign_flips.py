"""Tests by clusters keep their level where items of one cluster go together, and find what is there."""

import numpy as np
import pytest
from scipy.stats import chi2

from rightreasons.statistics.contingency import chi_square
from rightreasons.statistics.sign_flips import clustered_independence, sign_flips
from rightreasons.statistics.stratified import stratified_independence


def test_the_level_is_kept_where_pearsons_test_loses_it() -> None:
    """60 clusters of geometric sizes, a property of the cluster, answers that go together in a cluster."""
    random = np.random.default_rng(0)
    by_items, by_clusters, trials = 0, 0, 150
    for trial in range(trials):
        clusters = np.repeat(np.arange(60), random.geometric(0.15, 60))
        has = (random.random(60) < 0.2)[clusters]
        right = random.random(len(clusters)) < random.beta(1.5, 1, 60)[clusters]
        table = np.array([[np.sum((has == a) & (right == b)) for b in (0, 1)] for a in (0, 1)])
        pearson = chi_square(table, "never").p_value
        clustered = clustered_independence(has, right, clusters, trial, resamples=199).p_value
        by_items += pearson is not None and pearson < 0.05
        by_clusters += clustered is not None and clustered < 0.05
    assert by_items > 0.15 * trials
    assert by_clusters < 0.1 * trials  # of 150 trials at .05 more than 14 have probability .01


def test_with_an_item_a_cluster_the_statistic_is_nearly_pearsons() -> None:
    random = np.random.default_rng(1)
    first, second = random.integers(0, 3, 800), random.integers(0, 4, 800)
    table = np.zeros((3, 4))
    np.add.at(table, (first, second), 1)
    found = clustered_independence(first, second, np.arange(800), 0)
    pearson = chi_square(table, "never")
    assert found.degrees_of_freedom == pearson.degrees_of_freedom == 6
    assert found.statistic == pytest.approx(pearson.statistic, rel=0.1)
    assert found.statistic is not None
    assert found.p_value == pytest.approx(chi2.sf(found.statistic, 6), abs=0.02)


def test_within_strata_it_is_nearly_the_generalised_test() -> None:
    random = np.random.default_rng(2)
    stratum = random.integers(0, 3, 800)
    first, second = (random.random(800) < 0.2 + 0.3 * stratum for _ in range(2))
    tables = [
        [[np.sum((first == a) & (second == b) & (stratum == c)) for b in (0, 1)] for a in (0, 1)]
        for c in range(3)
    ]
    within = clustered_independence(first, second, np.arange(800), 0, strata=stratum)
    assert within.statistic == pytest.approx(stratified_independence(tables).statistic, rel=0.1, abs=0.05)
    without = clustered_independence(first, second, np.arange(800), 0, resamples=199)
    assert without.p_value == 1 / 200  # both go with the stratum


def test_signs_of_all_eight_clusters_are_counted_by_hand() -> None:
    """Eight differences of 1: of 256 signs two give as large a sum."""
    found = sign_flips(np.ones(16), np.repeat(np.arange(8), 2), 0, resamples=20_000)
    assert found.p_value == pytest.approx(2 / 256, abs=0.002)


def test_few_clusters_and_nothing_that_varies_have_a_reason() -> None:
    few = sign_flips(np.ones(50), np.arange(50) % 5, 0)
    assert (few.p_value, few.reason) == (
        None,
        "fewer than 6 clusters: too few for an interval that covers them",
    )
    alike = clustered_independence(np.ones(9), np.arange(9), np.arange(9), 0)
    assert alike.p_value is None
    assert alike.reason
