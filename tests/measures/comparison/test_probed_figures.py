"""Figures without items of two trainings: means over seeds whose intervals end where no figure can lie."""

from collections.abc import Sequence

import pytest
from scipy.stats import ttest_1samp

from rightreasons.figures import Figure
from rightreasons.measures.comparison.probed_figures import ProbedFigure, view_of_probes
from rightreasons.statistics.results import Estimate


def probed(quantity: str, unit: str, baseline: Sequence[float], candidate: Sequence[float]) -> ProbedFigure:
    """Return a figure of three seeds of two trainings."""
    figures = (
        tuple(Figure(quantity, Estimate(value, unit, 400, reason="counted")) for value in values)
        for values in (baseline, candidate)
    )
    return ProbedFigure("guard.f1", *figures)


def t_interval(values: Sequence[float]) -> tuple[float, float]:
    interval = ttest_1samp(values, 0).confidence_interval()
    return interval.low, interval.high


def test_a_seed_that_learned_nothing_takes_no_interval_beyond_what_a_share_can_be() -> None:
    baseline, candidate = (0.9, 0.9, 0.9), (0.9, 0.9, 0.0)
    low, high = t_interval([0.0, 0.0, -0.9])
    assert low < -1
    figure = probed("f1", "proportion", baseline, candidate)
    ends = {each.name: each.estimate.bounds for each in figure.figures(("plain", "other"), 0.95)}
    assert ends["guard.f1.second"] == pytest.approx((0, 1), abs=0)
    assert ends["guard.f1.difference"] == pytest.approx((-1, high))
    view = view_of_probes([figure], ("plain", "other"), 0.95)["of probes"]
    line = dict(zip(view.columns, view.lines[0], strict=True))
    assert (line["difference_low"], line["difference_high"]) == pytest.approx((-1, high))
    assert line["candidate_sd"] == pytest.approx(0.9 / 3**0.5)


def test_a_difference_of_shares_ends_at_1_and_that_of_two_of_them_at_2() -> None:
    baseline, candidate = (-0.9, -0.9, 0.9), (0.9, 0.9, -0.9)
    assert t_interval(candidate)[1] > 1
    assert t_interval([1.8, 1.8, -1.8])[1] > 2
    figure = probed("difference", "proportion", baseline, candidate)
    ends = {each.name: each.estimate.bounds for each in figure.figures(("plain", "other"), 0.95)}
    assert ends["guard.f1.second"] == pytest.approx((-1, 1), abs=0)
    assert ends["guard.f1.difference"] == pytest.approx((-2, 2), abs=0)


def test_what_is_no_share_has_the_interval_over_seeds_as_it_is() -> None:
    candidate = (12.0, 30.0, 7.0)
    figure = probed("mean", "tokens", (10.0, 10.0, 10.0), candidate)
    ends = {each.name: each.estimate.bounds for each in figure.figures(("plain", "other"), 0.95)}
    assert ends["guard.f1.second"] == pytest.approx(t_interval(candidate))
    assert ends["guard.f1.difference"] == pytest.approx(t_interval([2.0, 20.0, -3.0]))
