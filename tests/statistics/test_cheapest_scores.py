"""Of several scores the one that costs least is found by trying all; equal ones are seldom told apart."""

from itertools import product

import numpy as np
import pytest
from sklearn.metrics import balanced_accuracy_score

from rightreasons.statistics.cheapest_scores import ErrorCosts, cheapest_score
from rightreasons.statistics.chosen_thresholds import Flags, halves_by_cluster


def drawn(rng: np.random.Generator, n: int, *strengths: float) -> tuple[list[np.ndarray], Flags, Flags]:
    """Return scores that lean to gold by so much, gold, and halves."""
    positive = np.asarray(rng.random(n) < 0.7)
    scores = [rng.normal(strength * positive, 1.0) for strength in strengths]
    return scores, positive, halves_by_cluster(np.arange(n), 1)


def test_the_choice_of_a_half_is_that_of_trying_every_score_and_threshold() -> None:
    scores, positive, first = drawn(np.random.default_rng(4), 300, 0.8, 1.0, 1.2)
    scores = [np.round(each, 1) for each in scores]
    costs = ErrorCosts(4.0, 1.0)
    found = cheapest_score(scores, positive, first, costs)
    for half, chosen in zip((first, ~first), found.chosen, strict=True):
        tried = {
            (place, float(cut)): costs.of(positive[half], scores[place][half] >= cut).mean()
            for place in range(3)
            for cut in (*np.unique(scores[place]), np.inf)
        }
        assert tried[min(tried, key=lambda each: tried[each])] == pytest.approx(
            min(cost for (place, _), cost in tried.items() if place == chosen)
        )


def test_costs_that_count_both_error_rates_the_same_are_one_minus_balanced_accuracy() -> None:
    scores, positive, _ = drawn(np.random.default_rng(5), 200, 1.0)
    passed = scores[0] >= 0.5
    costs = ErrorCosts.balanced(positive).of(positive, passed)
    assert costs.mean() == pytest.approx(1 - balanced_accuracy_score(positive, passed))


def test_a_much_better_score_is_the_leader_wherever_it_stands() -> None:
    for place in range(3):
        strengths = [0.3, 0.3, 0.3]
        strengths[place] = 3.0
        scores, positive, first = drawn(np.random.default_rng(6), 1_500, *strengths)
        found = cheapest_score(scores, positive, first, ErrorCosts(10.0, 1.0))
        assert found.chosen == (place, place)
        assert found.leader(np.arange(1_500)) == place


def test_the_same_score_twice_has_no_leader() -> None:
    scores, positive, first = drawn(np.random.default_rng(7), 400, 1.0)
    found = cheapest_score([scores[0], scores[0].copy()], positive, first, ErrorCosts(1.0, 1.0))
    assert found.leader(np.arange(400)) is None


def test_of_equal_scores_one_is_named_in_at_most_one_draw_of_twenty_clusters_or_not() -> None:
    named, draws = {1: 0, 4: 0}, 150
    for size, seed in product(named, range(draws)):
        rng = np.random.default_rng([seed, size])
        documents = 600 // size
        clusters = np.repeat(np.arange(documents), size)
        positive = np.repeat(rng.random(documents) < 0.6, size)
        shared = np.repeat(rng.normal(size=(3, documents)), size, axis=1)  # a document moves all of its items
        scores = [positive + each + 0.3 * rng.normal(size=len(positive)) for each in shared]
        first = halves_by_cluster(clusters, seed)
        found = cheapest_score(scores, positive, first, ErrorCosts(5.0, 1.0))
        named[size] += found.leader(clusters) is not None
    # 150 draws at 5 %: at most 14 in 99 of 100 tries
    assert max(named.values()) <= 14


def test_intervals_of_differences_cover_what_a_large_sample_shows() -> None:
    costs, n, draws, covered = ErrorCosts(6.0, 1.0), 800, 200, 0
    for seed in range(draws):
        rng = np.random.default_rng([9, seed])
        scores, positive, first = drawn(rng, n, 1.0, 1.6)
        found = cheapest_score(scores, positive, first, costs)
        more = found.differences(1, np.arange(n))[0]
        fresh, gold, _ = drawn(rng, 20_000, 1.0, 1.6)
        truth = [_fresh_cost(found, place, fresh[place], gold, first, costs) for place in (0, 1)]
        low, high = more.bounds
        assert low is not None
        assert high is not None
        covered += low <= truth[0] - truth[1] <= high
    assert covered / draws > 0.90


def _fresh_cost(found, place, scores, gold, first, costs) -> float:  # type: ignore[no-untyped-def]
    """Return the cost on new items of both rules, each weighed by the items that it decided."""
    of_halves = [costs.of(gold, scores >= cut).mean() for cut in found.across[place].thresholds]
    weights = [(~first).mean(), first.mean()]
    return float(np.dot(of_halves, weights))
