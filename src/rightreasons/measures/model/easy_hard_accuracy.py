"""The measure `easy_hard_accuracy`: a model where artifacts of training help it, and where they mislead."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.difficulty.marks import pattern_marks
from rightreasons.figures import WRONG_FIRST, Figure, where
from rightreasons.findings import Finding
from rightreasons.pairs import PairTable
from rightreasons.sentences.templates import fill
from rightreasons.statistics.paired import proportion_difference
from rightreasons.statistics.power import detectable_difference
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate
from rightreasons.statistics.stratified_proportion import StratifiedSample

ADDS = {"model_measure": ["easy_hard_accuracy"]}
MEASURE = "easy_hard_accuracy"
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


def subset_accuracy(correct: Any, marks: Any, sample: StratifiedSample | None = None) -> SubsetAccuracy:
    """Return accuracy on all, easy and hard instances, and the gap with its interval.

    Parameters
    ----------
    correct
        Whether each prediction is right, shape (n,): an array, a series of polars or pandas, an Arrow
        array or a list.
    marks
        Mark of each instance (``InstanceMarks.frame["mark"]``), shape (n,), in one of these forms; rows
        without one are in `full` only.
    sample
        The strata that the instances were drawn from; None: each counts once.

    Examples
    --------
    >>> subset_accuracy([True, False, True], ["easy", "hard", "easy"]).hard.value
    0.0
    """
    if len(correct) != len(marks):
        raise ValueError(f"{len(correct)} predictions, but {len(marks)} marks")
    correct = np.asarray(correct).astype(np.bool_)
    if not isinstance(marks, pl.Series):
        given = np.asarray(marks, dtype=object)
        marks = pl.Series([each if isinstance(each, str) else None for each in given], dtype=pl.String)
    names = marks.cast(pl.String)
    parts = [(names == mark).fill_null(value=False).to_numpy() for mark in ("easy", "hard")]
    if sample is not None:
        return _of_sample(correct, parts, sample)
    (easy, n_easy), (hard, n_hard) = ((int(correct[part].sum()), int(part.sum())) for part in parts)
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


def _warnings(gap: Estimate, detectable: Estimate, n_easy: int, n_hard: int) -> tuple[str, ...]:
    sizes = {"easy": n_easy, "hard": n_hard}
    if detectable.value is None:
        return (fill("easy_hard_accuracy.too_few", **sizes, reason=detectable.reason),)
    interval = gap.interval
    if interval is None or interval.low > 0 or interval.high < 0:
        return ()
    return (fill("easy_hard_accuracy.unseen", **sizes, least=detectable),)


def easy_hard_accuracy(
    pairs: PairTable,
    answered: pl.DataFrame,
    train: PairTable,
    train_patterns: PatternSet,
    model: str = "the model",
    sample: StratifiedSample | None = None,
) -> Finding:
    """Compare accuracy on easy and on hard instances, by the patterns of training data.

    Parameters
    ----------
    pairs
        The instances that were predicted.
    answered
        Columns ``id`` and ``correct`` (boolean), of the ids with an answer.
    train, train_patterns
        Labelled data, and the patterns mined from them.
    model
        What to call the model.
    sample
        The strata that `answered` was drawn from; None: no sample.
    """
    marks = pattern_marks(pairs, train_patterns).frame
    items = answered.select("id", "correct").join(marks, on="id", how="left", maintain_order="left")
    found = subset_accuracy(items["correct"].to_numpy(), items["mark"], sample)
    origin = train_patterns.origin
    return Finding(
        measure=MEASURE,
        subject=f"{model} on {pairs.name}, patterns of {train.name}",
        definition=fill("easy_hard_accuracy.definition"),
        headline=_headline(found.easy, found.hard, model),
        figures=_figures(found, pairs.name),
        settings={
            "lambda": origin.threshold,
            "max_words": origin.settings.max_words,
            "max_gap": origin.settings.max_gap,
            "min_count": origin.settings.min_count,
            "tokenisation": origin.tokenisation,
            "patterns": len(train_patterns.table()),
        },
        notes=found.notes,
        on=pairs.name,
        items=items.select("id", easy_hard="mark", easy_hard_patterns="causes"),
        tests_shortcuts=found.gap.value is not None,
    )


def _figures(found: SubsetAccuracy, name: str) -> Iterator[Figure]:
    """Return the figures with their rows: easy and hard ones by the column that this measure adds."""
    rows = where(set=name).ordered_by(*WRONG_FIRST)
    for mark, share in (("full", found.full), ("easy", found.easy), ("hard", found.hard)):
        group = {} if mark == "full" else {"easy_hard": mark}
        of_mark = where(set=name, **group).ordered_by(*WRONG_FIRST)
        yield Figure("accuracy", share, group, rows=of_mark, what="" if group else mark)
    yield Figure("gap", found.gap, rows=rows)
    yield Figure("detectable_difference", found.detectable, what="detectable")


def _headline(easy: Estimate, hard: Estimate, model: str) -> str:
    if easy.value is None or hard.value is None:
        return fill("easy_hard_accuracy.not_both", reason=easy.reason or hard.reason)
    return fill("easy_hard_accuracy.headline", model=model, easy=easy, hard=hard)
