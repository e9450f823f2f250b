"""Thresholds of a guard: chosen on one half, measured on the other, documents whole; the cheapest by cost."""

import numpy as np
import pytest
from tests.measures.model.test_guard import CHALLENGE, scored

from rightreasons.challenges.costs import Costs
from rightreasons.errors import OptionError
from rightreasons.labels import TWO_WAY
from rightreasons.measures.model.guard import guard
from rightreasons.measures.model.guard_thresholds import GuardScores
from rightreasons.reports.charts import charts_of
from rightreasons.statistics.chosen_thresholds import (
    blocking,
    cheapest,
    chosen_across,
    halves_by_cluster,
)


def test_a_document_stands_in_one_half_and_halves_are_about_equal() -> None:
    documents = np.repeat(np.arange(50), np.arange(50) % 7 + 1)
    first = halves_by_cluster(documents, seed=1)
    assert all(len(set(first[documents == each])) == 1 for each in range(50))
    assert abs(int(first.sum()) - int((~first).sum())) <= 7


def test_the_lowest_threshold_that_blocks_enough() -> None:
    scores = np.array([0.1, 0.2, 0.3, 0.4, 0.9, 0.25])
    positive = np.array([False, False, False, False, True, True])
    # of four negative items the third greatest, .3, has to be blocked: between it and .4
    assert blocking(0.75)(scores, positive) == pytest.approx(0.35)


def test_the_cheapest_threshold_is_that_of_trying_all() -> None:
    rng = np.random.default_rng(3)
    positive = rng.random(400) < 0.6
    scores = np.round(rng.normal(positive.astype(float), 1.0), 1)
    costs = Costs(3.0, 1.0)
    tried = [costs.of(positive, scores >= cut).sum() for cut in (*np.unique(scores), np.inf)]
    chosen = cheapest(3.0, 1.0)(scores, positive)
    assert costs.of(positive, scores >= chosen).sum() == pytest.approx(min(tried))


def test_a_half_is_decided_by_the_threshold_of_the_other() -> None:
    scores = np.array([0.1, 0.2, 0.6, 0.7])
    positive = np.array([False, True, False, True])
    first = np.array([True, True, False, False])
    found = chosen_across(scores, positive, first, lambda of, _: float(of.max()))
    assert found.passed.tolist() == [False, False, True, True]
    assert found.threshold == pytest.approx(0.45)


def test_the_threshold_used_is_the_smallest_score_that_passed_where_scores_decided() -> None:
    scores = np.array([0.1, 0.5, 0.6, 0.9])
    clusters = np.arange(4)

    def used(*passed: int) -> float | None:
        return GuardScores(scores, scores > 0.5, np.array(passed, dtype=bool), clusters, 0).used_threshold

    assert used(0, 0, 1, 1) == 0.6
    assert used(1, 1, 1, 1) == 0.1
    assert used(0, 1, 0, 1) is None  # .5 passed and .6 did not
    assert used(0, 0, 0, 0) is None


def test_costs_are_stated_whole() -> None:
    assert Costs.read("block=1, miss=10") == Costs(10.0, 1.0)
    for text in (
        "miss=1e308,block=1e308",
        "miss=1e-320,block=1",
        "",
        "miss=1",
        "miss=1,block=0",
        "miss=a,block=1",
        "miss=1,miss=2,block=1",
        "miss=nan,block=1",
    ):
        with pytest.raises(OptionError):
            Costs.read(text)


def test_what_is_saved_is_the_difference_of_both_costs() -> None:
    found = guard(CHALLENGE, scored(labels=TWO_WAY), cost="miss=10,block=1")
    cost, least, saved = (found.figures[name].value for name in ("cost", "cheapest_cost", "saved"))
    assert saved is not None
    assert saved == pytest.approx((cost or 0) - (least or 0))
    assert saved > 0  # an error that costs ten times as much asks for another threshold
    assert len(found.notes) == 1
    used, *others = found.views["blocked"].records()
    blocked = [each["ungrounded_blocked"] for each in others[:4]]
    assert blocked == sorted(blocked, key=lambda cell: float(cell or 0))
    assert 0.5 <= float(used["threshold"] or 0) < 0.51  # the larger of two probabilities decides


def test_three_gold_labels_have_a_curve_in_words_of_entailment_and_two_in_those_of_guards() -> None:
    names = {chart.name for chart in charts_of(guard(CHALLENGE, scored()))}
    assert names == {"roc_of_entailment", "reliability"}
