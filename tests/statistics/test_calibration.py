"""Bins and expected calibration error by plain loops; the interval covers, also where it is 0."""

import numpy as np
import numpy.typing as npt
import pytest
from sklearn.calibration import calibration_curve

from rightreasons.statistics.calibration import calibration_bins, expected_calibration_error

Numbers = npt.NDArray[np.float64]


def drawn(n: int, seed: int, bend: float = 0.0) -> tuple[Numbers, npt.NDArray[np.bool_]]:
    rng = np.random.default_rng(seed)
    stated = rng.beta(0.5, 0.5, n)
    return stated, rng.random(n) < np.clip(stated + bend * (stated - 0.5), 0, 1)


def by_loops(stated: Numbers, happened: npt.NDArray[np.bool_], bins: int) -> float:
    total = 0.0
    for place in range(bins):
        inside = (stated >= place / bins) & ((stated < (place + 1) / bins) | (place == bins - 1))
        if inside.any():
            total += inside.mean() * abs(stated[inside].mean() - happened[inside].mean())
    return total


@pytest.mark.parametrize("bins", [1, 4, 10])
def test_the_error_is_the_mean_gap_between_probability_and_share(bins: int) -> None:
    stated, happened = drawn(500, seed=1, bend=0.5)
    found = expected_calibration_error(calibration_bins(stated, happened, bins), seed=0)
    assert found.value == pytest.approx(by_loops(stated, happened, bins))
    assert found.n == 500


def test_bins_are_those_of_scikit_learns_calibration_curve() -> None:
    stated, happened = drawn(400, seed=2)
    counted = calibration_bins(stated, happened, 10)
    filled = counted.n > 0
    share, mean = calibration_curve(happened, stated, n_bins=10)
    assert counted.events[filled] / counted.n[filled] == pytest.approx(share)
    assert counted.probability[filled] / counted.n[filled] == pytest.approx(mean)


def test_a_bin_holds_its_lower_edge_and_the_last_one_both() -> None:
    counted = calibration_bins([0.0, 0.25, 0.5, 0.75, 1.0], [False] * 5, 4)
    assert counted.n.tolist() == [1, 1, 1, 2]
    assert counted.edges.tolist() == [0, 0.25, 0.5, 0.75, 1]


@pytest.mark.parametrize("bend", [0.0, 0.1, 0.5])
def test_the_interval_covers_the_true_error(bend: float) -> None:
    rng = np.random.default_rng(0)
    many = rng.beta(0.5, 0.5, 1_000_000)
    gaps = np.clip(many + bend * (many - 0.5), 0, 1) - many
    truth = np.abs(np.bincount((many * 10).astype(int), gaps)).sum() / len(many)
    hits = 0
    for seed in range(200):
        found = expected_calibration_error(calibration_bins(*drawn(300, seed, bend), 10), seed)
        assert found.interval is not None
        hits += found.interval.low <= truth <= found.interval.high
    assert hits >= 184  # 190 are promised; fewer than 184 come once in two hundred times


def test_the_same_seed_gives_the_same_interval() -> None:
    counted = calibration_bins(*drawn(80, seed=4), 10)
    assert expected_calibration_error(counted, 5) == expected_calibration_error(counted, 5)
    assert expected_calibration_error(counted, 5) != expected_calibration_error(counted, 6)


def test_what_cannot_be_measured_says_so() -> None:
    assert expected_calibration_error(calibration_bins([], [], 10), 0).value is None
    certain = expected_calibration_error(calibration_bins([1.0, 0.0], [True, False], 10), 0)
    assert (certain.value, certain.interval) == (0, None)
    with pytest.raises(ValueError, match="0 to 1"):
        calibration_bins([1.2], [True], 10)
    with pytest.raises(ValueError, match="one event"):
        calibration_bins([0.2, 0.3], [True], 10)
