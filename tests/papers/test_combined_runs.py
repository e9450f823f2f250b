"""Figures of several runs as one: means over seeds, whose intervals end where such a figure can."""

from collections.abc import Sequence

import pytest
from scipy.stats import ttest_1samp

from rightreasons.papers.answers.figures_of_runs import combined
from rightreasons.statistics.paired import proportion_difference
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate


def bounds(figures: Sequence[Estimate]) -> tuple[float | None, float | None]:
    """Return the interval of what three runs have under one name."""
    (mean,) = combined([{"figure": each} for each in figures]).values()
    assert mean.interval is not None
    assert mean.interval.covers == "seeds"
    return mean.bounds


def t_interval(values: Sequence[float]) -> tuple[float, float]:
    interval = ttest_1samp(values, 0).confidence_interval()
    return interval.low, interval.high


def test_shares_end_at_0_and_1() -> None:
    assert t_interval([0.9, 0.9, 0.1])[1] > 1
    assert bounds([proportion(right, 10) for right in (9, 9, 1)]) == pytest.approx((0, 1), abs=0)


def test_gaps_end_at_1_on_either_side() -> None:
    gaps = [proportion_difference(*counts) for counts in ((9, 10, 1, 10), (9, 10, 1, 10), (2, 10, 9, 10))]
    low, high = t_interval([0.8, 0.8, -0.7])
    assert low < -1
    assert high > 1
    assert bounds(gaps) == pytest.approx((-1, 1), abs=0)


def test_what_is_no_share_has_the_interval_over_seeds_as_it_is() -> None:
    counts = [Estimate(value, "tokens", 10, reason="counted") for value in (3.0, 9.0, 4.0)]
    assert bounds(counts) == pytest.approx(t_interval([3.0, 9.0, 4.0]))
