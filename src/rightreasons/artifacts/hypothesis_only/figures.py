"""Figures and tests of a baseline: accuracy, both majorities, what is gained over them and by memory."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from rightreasons.artifacts.hypothesis_only.scoring import Flags, Scored
from rightreasons.artifacts.shared_texts import clusterings
from rightreasons.figures import Figure, Rows, where
from rightreasons.labels import Label
from rightreasons.pairs import PairTable
from rightreasons.statistics.clustered import clustered_proportion
from rightreasons.statistics.cross_fitted import Dependence, dependent_mean, dependent_mean_test
from rightreasons.statistics.paired import mcnemar, paired_difference
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate, Interval, TestResult

NOT_REPEATED = "no two rows share a text: there is nothing to remember"


@dataclass(frozen=True)
class Sample:
    """Scored rows, with what makes them dependent.

    Parameters
    ----------
    scored
        The rows.
    dependence
        None where rows are independent and one model predicted them all.
    """

    scored: Scored
    dependence: Dependence | None

    def where(self, rows: Flags) -> "Sample":
        """Return some of the rows."""
        return Sample(self.scored.where(rows), self.dependence and self.dependence.where(rows))


def scored_rows(measure: str, name: str) -> Rows:
    """Return the rows of a set that a baseline scored, those first of which it gives gold most."""
    scored = where(set=name, **{f"{measure}_correct": ("true", "false")})
    return scored.ordered_by(f"-{measure}_probability")


def sample_of_test(scored: Scored, table: PairTable) -> Sample:
    """Return the rows of a test set, which depend on each other where they share texts."""
    found = clusterings(table.with_gold())
    return Sample(scored, Dependence(found) if found else None)


def accuracy(sample: Sample) -> Estimate:
    """Return the accuracy with the interval that the dependence of the rows asks for."""
    return _share(sample.scored.right, sample.dependence)


def majority_figures(sample: Sample, rows: Rows) -> Iterator[Figure]:
    """Return majority, majority_own, and gain and gain_percent over each (Table 2: delta and delta %).

    Parameters
    ----------
    sample
        What the baseline predicted.
    rows
        The rows that it scored.
    """
    for suffix, guessed in _guesses(sample.scored).items():
        share, gain = _share(guessed, sample.dependence), gain_over(sample, guessed)
        label = _only_label(sample.scored, guessed)
        of_label = rows if label is None else rows.also(*where(label=label).where)
        yield Figure("majority_accuracy", share, label=label, rows=of_label, form=f"majority{suffix}")
        yield Figure("gain", gain, rows=rows, form=f"gain{suffix}")
        yield Figure("relative_gain", _percent(gain, share), rows=rows, form=f"gain_percent{suffix}")


def _only_label(scored: Scored, guessed: Flags) -> Label | None:
    """Return the label that guessing gets right; None where folds have different majorities."""
    codes = np.unique(scored.gold[guessed])
    return scored.labels[int(codes[0])] if len(codes) == 1 else None


def majority_tests(sample: Sample) -> dict[str, TestResult]:
    """Return the test of the predictions against either majority: McNemar's where rows are independent."""
    right, tests = sample.scored.right, {}
    for suffix, guessed in _guesses(sample.scored).items():
        if sample.dependence is None:
            only_model, only_majority = int((right & ~guessed).sum()), int((guessed & ~right).sum())
            found = mcnemar(only_model, only_majority, len(guessed))
        else:
            found = dependent_mean_test(_difference(right, guessed), sample.dependence)
        tests[f"majority{suffix}"] = found
    return tests


def gain_over(sample: Sample, other: Flags) -> Estimate:
    """Return the accuracy minus that of other predictions of the rows, given as whether each is right."""
    right = sample.scored.right
    if sample.dependence is not None and len(right):
        return dependent_mean(_difference(right, other), sample.dependence)
    cells = [right & other, right & ~other, ~right & other, ~right & ~other]
    return paired_difference(*(int(cell.sum()) for cell in cells))


def memory_figures(
    sample: Sample, memorised: Scored | None, known: Flags | None, rows: Rows
) -> Iterator[Figure]:
    """Return accuracy_memorised, where texts of a row may be known from others, and its gain.

    Parameters
    ----------
    sample
        Cross-fitted without shared texts.
    memorised
        Some of the same rows, cross-fitted with shared texts; None where no two rows share one.
    known
        Which of the rows of `sample` they are.
    rows
        The rows of `sample`.
    """
    if memorised is None or known is None:
        share = gain = Estimate(None, "proportion", len(sample.scored.gold), reason=NOT_REPEATED)
    else:
        both = Sample(memorised, sample.dependence and sample.dependence.where(known))
        share, gain = accuracy(both), gain_over(both, sample.scored.right[known])
    yield Figure("accuracy", share, rows=rows, form="accuracy_memorised")
    yield Figure("difference", gain, rows=rows, form="memorised_gain")


def _guesses(scored: Scored) -> dict[str, Flags]:
    return {"": scored.guessed, "_own": scored.guessed_own}


def _share(flags: Flags, dependence: Dependence | None) -> Estimate:
    if dependence is None or not len(flags):
        return proportion(int(flags.sum()), len(flags))
    if dependence.fitted_share is None and len(dependence.clusterings) == 1:
        return clustered_proportion(flags, dependence.clusterings[0])
    return dependent_mean(flags, dependence, (0.0, 1.0))


def _difference(right: Flags, other: Flags) -> npt.NDArray[np.float64]:
    return right.astype(np.float64) - other


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
    return replace(gain, value=gain.value * factor, unit="percent", interval=interval)
