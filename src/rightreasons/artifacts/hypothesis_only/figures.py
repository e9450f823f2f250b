"""Figures and tests of a baseline: accuracy, both majorities, and what is gained over them."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from rightreasons.artifacts.hypothesis_only.folds import premise_groups
from rightreasons.artifacts.hypothesis_only.scoring import Flags, Scored
from rightreasons.figures import Figure, Rows, where
from rightreasons.statistics.paired import mcnemar, paired_difference
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.resampling import cluster_bootstrap
from rightreasons.statistics.results import Estimate, Interval, TestResult


def clusters_of(scored: Scored) -> npt.NDArray[np.int64] | None:
    """Return the premise of every row as a number, or None if no two rows share one."""
    groups = premise_groups(scored.frame["premise"])
    n_groups = int(groups.max(initial=-1)) + 1
    return groups if 2 <= n_groups < len(groups) else None


def accuracy(scored: Scored, seed: int) -> Estimate:
    """Return the accuracy: Wilson's interval, or a bootstrap over premises where rows share them."""
    estimate = proportion(int(scored.right.sum()), len(scored.gold))
    clusters = clusters_of(scored)
    if clusters is None:
        return estimate
    return replace(estimate, interval=cluster_bootstrap(scored.right, clusters, seed))


def scored_rows(measure: str, name: str) -> Rows:
    """Return the rows of a set that a baseline scored, those first of which it gives gold most."""
    scored = where(set=name, **{f"{measure}_correct": ("true", "false")})
    return scored.ordered_by(f"-{measure}_probability")


def majority_figures(scored: Scored, seed: int, rows: Rows) -> Iterator[Figure]:
    """Return majority, majority_own, and gain and gain_percent over each (Table 2: delta and delta %).

    Parameters
    ----------
    scored
        What the baseline predicted.
    seed
        For intervals that resample premises.
    rows
        The rows that it scored.
    """
    for suffix, code in (("", scored.majority), ("_own", int(scored.counts.argmax()))):
        guessed, label = scored.gold == code, scored.labels[code]
        share = proportion(int(guessed.sum()), len(guessed))
        gain = _gain(scored, guessed, seed)
        of_label = rows.also(*where(label=label).where)
        yield Figure("majority_accuracy", share, label=label, rows=of_label, form=f"majority{suffix}")
        yield Figure("gain", gain, rows=rows, form=f"gain{suffix}")
        yield Figure("relative_gain", _percent(gain, share), rows=rows, form=f"gain_percent{suffix}")


def majority_tests(scored: Scored) -> dict[str, TestResult]:
    """Return McNemar's test of the predictions against either majority."""
    tests = {}
    for name, label in (("majority", scored.majority), ("majority_own", int(scored.counts.argmax()))):
        guessed = scored.gold == label
        only_model = int((scored.right & ~guessed).sum())
        only_majority = int((guessed & ~scored.right).sum())
        tests[name] = mcnemar(only_model, only_majority, len(guessed))
    return tests


def _gain(scored: Scored, guessed: Flags, seed: int) -> Estimate:
    right = scored.right
    cells = [right & guessed, right & ~guessed, ~right & guessed, ~right & ~guessed]
    estimate = paired_difference(*(int(cell.sum()) for cell in cells))
    clusters = clusters_of(scored)
    if clusters is None:
        return estimate
    differences = right.astype(np.float64) - guessed
    return replace(estimate, interval=cluster_bootstrap(differences, clusters, seed))


def _percent(gain: Estimate, share: Estimate) -> Estimate:
    if gain.value is None or not share.value:
        return Estimate(None, "percent", gain.n, reason="the majority label gets nothing right")
    factor = 100 / share.value
    interval = gain.interval and Interval(
        gain.interval.low * factor,
        gain.interval.high * factor,
        gain.interval.level,
        f"{gain.interval.method}, the majority taken as fixed",
    )
    return Estimate(gain.value * factor, "percent", gain.n, interval)
