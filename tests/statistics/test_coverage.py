"""A small part of the coverage benchmark, with fixed seeds: nothing is far from what it says."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))

from coverage_base import EXACT_TEST, TEST, Simulation
from coverage_designs import simulations
from coverage_exact import exact_lines
from coverage_levels import levels

RUNS = 200
SLOW = ("n = 5,000", "n = 1,000", "n = 10,000", "random tables", "words")
SMALL = [
    pytest.param(each, marks=pytest.mark.long if "permutations" in each.kind else ())
    for each in (*simulations(), *levels())
    if each.asked != "none" and not any(word in f"{each.kind} {each.setting}" for word in SLOW)
]


@pytest.mark.parametrize("design", SMALL, ids=lambda design: f"{design.kind}, {design.setting}")
def test_what_is_simulated_is_near_what_is_nominal(design: Simulation) -> None:
    """Four standard errors of 200 runs around the bounds asked for: below 86 % or above 15 % is no chance."""
    found = design.line(RUNS, seed=1)
    if design.asked in (TEST, EXACT_TEST):
        assert found.found <= 6.5 + 4 * 100 * (0.065 * 0.935 / RUNS) ** 0.5
    else:
        assert found.found >= 93 - 4 * 100 * (0.93 * 0.07 / RUNS) ** 0.5


@pytest.mark.parametrize("design", [each for each in simulations() if each.asked == "none"])
def test_too_few_clusters_or_seeds_have_no_interval(design: Simulation) -> None:
    assert design.line(20, seed=1).none == 20


def test_intervals_of_one_share_and_of_two_cover_on_average_and_are_nowhere_far_below() -> None:
    for line in exact_lines(largest=100):
        if line.kind == "Clopper-Pearson":
            assert (line.lowest or 0.0) >= 95
        else:
            assert 94 <= line.found <= 96.05
            assert (line.lowest or 0.0) >= 91.5
