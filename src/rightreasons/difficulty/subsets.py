"""How accurate a model is on easy and on hard instances, and whether the subsets are large enough to tell."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.statistics.paired import proportion_difference
from rightreasons.statistics.power import detectable_difference
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate
from rightreasons.statistics.stratified import StratifiedSample

LEVEL = 0.95


@dataclass(frozen=True)
class SubsetAccuracy:
    """Accuracy of one model on a set and on its easy and hard instances.

    Parameters
    ----------
    full, easy, hard
        Accuracy on all instances, on the easy, and on the hard ones.
    gap
        Easy minus hard; a model that does without the artifacts has none (Liu et al. 2020, section 2.3).
    detectable
        The smallest difference of accuracy that subsets of these sizes show in four cases of five, so that
        the interval of the gap leaves 0 out.
    notes
        A warning where the subsets are too small to tell.
    """

    full: Estimate
    easy: Estimate
    hard: Estimate
    gap: Estimate
    detectable: Estimate
    notes: tuple[str, ...] = ()

    def figures(self) -> dict[str, Estimate]:
        """Return the estimates by name."""
        return {
            "full": self.full,
            "easy": self.easy,
            "hard": self.hard,
            "gap": self.gap,
            "detectable": self.detectable,
        }


def subset_accuracy(
    correct: npt.NDArray[np.bool_], marks: pl.Series, sample: StratifiedSample | None = None
) -> SubsetAccuracy:
    """Return accuracy on all, easy and hard instances, and the gap with its interval.

    Parameters
    ----------
    correct
        Whether each prediction is right, shape (n,).
    marks
        Mark of each instance (``InstanceMarks.frame["mark"]``), shape (n,); rows without one are in `full`
        only.
    sample
        The strata that the instances were drawn from; None: each counts once.
    """
    if len(correct) != len(marks):
        raise ValueError(f"{len(correct)} predictions, but {len(marks)} marks")
    names = marks.cast(pl.String)
    parts = [(names == mark).fill_null(value=False).to_numpy() for mark in ("easy", "hard")]
    if sample is not None:
        return _of_sample(correct, parts, sample)
    (easy, n_easy), (hard, n_hard) = (_cell(correct, part) for part in parts)
    gap = proportion_difference(easy, n_easy, hard, n_hard, LEVEL)
    detectable = detectable_difference(easy + hard, n_easy, n_hard, level=LEVEL)
    return SubsetAccuracy(
        full=proportion(int(correct.sum()), len(correct)),
        easy=proportion(easy, n_easy),
        hard=proportion(hard, n_hard),
        gap=gap,
        detectable=detectable,
        notes=_warnings(gap, detectable, n_easy, n_hard),
    )


def _of_sample(
    correct: npt.NDArray[np.bool_], parts: list[npt.NDArray[np.bool_]], sample: StratifiedSample
) -> SubsetAccuracy:
    is_easy, is_hard = parts
    easy, hard = (sample.share(correct, part, LEVEL) for part in parts)
    gap = sample.difference(correct, is_easy, is_hard, LEVEL)
    n_easy, n_hard = (sample.effective(part) for part in parts)
    both = sample.share(correct, is_easy | is_hard, LEVEL).value or 0.0
    detectable = detectable_difference(round(both * (n_easy + n_hard)), n_easy, n_hard, level=LEVEL)
    return SubsetAccuracy(
        full=sample.share(correct, None, LEVEL),
        easy=easy,
        hard=hard,
        gap=gap,
        detectable=detectable,
        notes=_warnings(gap, detectable, easy.n, hard.n),
    )


def _cell(correct: npt.NDArray[np.bool_], chosen: npt.NDArray[np.bool_]) -> tuple[int, int]:
    return int(correct[chosen].sum()), int(chosen.sum())


def _warnings(gap: Estimate, detectable: Estimate, n_easy: int, n_hard: int) -> tuple[str, ...]:
    sizes = f"{n_easy:,} easy and {n_hard:,} hard instances"
    if detectable.value is None:
        return (f"{sizes} are too few to tell whether accuracy differs: {detectable.reason}.",)
    interval = gap.interval
    if interval is None or interval.low > 0 or interval.high < 0:
        return ()
    return (
        f"{sizes} are too few to tell whether accuracy differs: a difference below "
        f"{100 * detectable.value:.1f} points goes unseen more often than one time in five.",
    )
