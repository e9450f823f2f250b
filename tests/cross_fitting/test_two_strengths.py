"""Two models added: against a regression with an offset, where nothing is gained, and out of fold."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import polars as pl
import pytest
import statsmodels.api as sm

from rightreasons import read_pairs
from rightreasons.cross_fitting.folds import FoldPlan, fold_plan
from rightreasons.cross_fitting.two_strengths import BothStrengths, Together, together

Shares = npt.NDArray[np.float32]


def odds_of(log_odds: npt.NDArray[np.float64]) -> Shares:
    """Return the probabilities of two labels, of which the second has these log odds."""
    second = 1 / (1 + np.exp(-log_odds))
    return np.stack([1 - second, second], axis=1).astype(np.float32)


def drawn(rows: int, seed: int) -> tuple[Shares, Shares, Shares, npt.NDArray[np.int64]]:
    """Return shares, two models and labels: one knows half of the log odds, the other a tenth of them."""
    rng = np.random.default_rng(seed)
    signal, noise = rng.normal(size=rows), rng.normal(size=rows)
    codes = (rng.random(rows) < 1 / (1 + np.exp(-0.5 - 2 * signal))).astype(np.int64)
    prior = np.full(rows, 0.5)
    return odds_of(prior), odds_of(prior + signal + 0.5 * noise), odds_of(prior + 0.1 * signal), codes


def test_the_two_numbers_are_those_of_a_logistic_regression_with_the_shares_as_offset() -> None:
    shares, chosen, strong, codes = drawn(3_000, 1)
    logs = [np.log(each[:, 1] / each[:, 0]) for each in (shares, chosen, strong)]
    design = np.stack([logs[1] - logs[0], logs[2] - logs[0]], axis=1)
    fitted = sm.GLM(codes, design, family=sm.families.Binomial(), offset=logs[0]).fit()
    found = together(shares, chosen, strong, codes)
    assert (found.chosen, found.strong) == pytest.approx(tuple(fitted.params), abs=2e-3, rel=2e-3)


def test_probabilities_of_both_are_those_of_the_added_log_odds() -> None:
    shares, chosen, strong, _ = drawn(50, 2)
    made = Together(0.5, 3.0).probabilities(shares, chosen, strong)
    logs = [np.log(each[:, 1] / each[:, 0]) for each in (shares, chosen, strong)]
    added = logs[0] + 0.5 * (logs[1] - logs[0]) + 3.0 * (logs[2] - logs[0])
    assert made[:, 1] == pytest.approx(1 / (1 + np.exp(-added)), abs=1e-5)


def test_where_labels_are_drawn_from_the_chosen_model_it_stays_as_it_is() -> None:
    rng = np.random.default_rng(3)
    kept = 0
    for _ in range(20):
        shares, chosen, strong, _ = drawn(1_000, int(rng.integers(1_000_000)))
        codes = (rng.random(1_000) < chosen[:, 1]).astype(np.int64)
        kept += together(shares, chosen, strong, codes) == Together()
    assert kept >= 18


def test_models_that_know_the_shares_only_are_left_alone() -> None:
    shares, _, _, codes = drawn(500, 4)
    assert together(shares, shares, shares, codes) == Together()


def row_plan_of(rows: int) -> FoldPlan:
    """Return folds of rows that share no text."""
    table = read_pairs(
        pl.DataFrame(
            {
                "premise": [f"premise {row}" for row in range(rows)],
                "hypothesis": [f"hypothesis {row}" for row in range(rows)],
                "label": ["entailment", "neutral"] * (rows // 2),
            }
        )
    )
    return fold_plan(table, np.arange(rows) % 2, 0)


def test_the_probabilities_of_a_block_do_not_depend_on_its_own_labels() -> None:
    _, chosen, strong, codes = drawn(900, 6)
    plan = row_plan_of(900)
    first = plan.blocks[0]
    strengths = dict.fromkeys(plan.blocks, 0.3)
    both = BothStrengths(plan, codes, strengths, {0.3: chosen}, strong)
    own = plan.held_out(first)
    changed = replace(both, codes=np.where(own, 1 - codes, codes))
    assert np.array_equal(both.probabilities[own], changed.probabilities[own])
    assert not np.array_equal(both.probabilities[~own], changed.probabilities[~own])
    seen = codes[plan.fitted_to(first)]
    assert both.shares[own][0] == pytest.approx(np.bincount(seen) / len(seen))


def test_the_numbers_of_a_block_are_fitted_to_predictions_of_its_own_strength() -> None:
    """Flat predictions of all other blocks at another strength do not change a block."""
    shares, chosen, strong, codes = drawn(900, 7)
    plan = row_plan_of(900)
    first = plan.blocks[0]
    strengths = {block: 1.0 if block == first else 0.3 for block in plan.blocks}
    both = BothStrengths(plan, codes, strengths, {1.0: chosen, 0.3: shares}, strong)
    alone = BothStrengths(plan, codes, dict.fromkeys(plan.blocks, 1.0), {1.0: chosen}, strong)
    own = plan.held_out(first)
    assert np.array_equal(both.probabilities[own], alone.probabilities[own])
