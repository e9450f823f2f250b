"""What a baseline, and the shares of the labels alone, give to the gold label of every row that is scored."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from rightreasons.cross_fitting.features import Features
from rightreasons.cross_fitting.folds import FoldPlan
from rightreasons.cross_fitting.regression import Matrix
from rightreasons.engine.memory import remembered
from rightreasons.measures.data.hypothesis_only.answers import Answered, fitted
from rightreasons.measures.data.hypothesis_only.question import Baseline, Question
from rightreasons.measures.data.hypothesis_only.scoring import Sample, scored

_INPUTS = 8


@dataclass(frozen=True)
class GoldProbabilities:
    """Of the rows that a baseline scored.

    Parameters
    ----------
    sample
        The rows with gold; ``sample.scored.probability`` is what the baseline gives to it.
    shares
        What the shares of the labels give to it, shape (rows,): where a row was cross-fitted, those of the
        rows that its model was fitted to.
    plan
        The folds of the training rows.
    """

    sample: Sample
    shares: npt.NDArray[np.float32]
    plan: FoldPlan


def gold_probabilities(
    baseline: Baseline, question: Question, features: Callable[[], Features]
) -> GoldProbabilities:
    """Return the probabilities of gold, from models that are fitted once in an audit.

    Parameters
    ----------
    baseline, question
        What sees the rows, and which rows.
    features
        Makes the features of the training rows, then of the test rows.

    Raises
    ------
    MeasureInputError
        As of `baseline.measured`.
    """
    return remembered(
        "gold probabilities",
        _key(baseline, question),
        lambda: _made(question, fitted(baseline, question, features(), memory=False)),
        _INPUTS,
    )


def keep(baseline: Baseline, question: Question, found: Answered) -> None:
    """Remember the probabilities of what was fitted for `gold_probabilities`."""
    remembered("gold probabilities", _key(baseline, question), lambda: _made(question, found), _INPUTS)


def _key(baseline: Baseline, question: Question) -> tuple[object, ...]:
    return baseline.measure, baseline.tokenisation, replace(question, group_by=()).key


def _made(question: Question, found: Answered) -> GoldProbabilities:
    table = question.train if question.test is None else question.test
    return GoldProbabilities(
        found.final,
        scored(table, question.train, _shares(question, found)).probability,
        found.data.plan,
    )


def _shares(question: Question, found: Answered) -> Matrix:
    """Return for every row the shares of the labels among the rows that its model was fitted to."""
    codes, n_labels = found.data.texts.codes, found.data.texts.n_labels
    if question.test is not None:
        shares = np.bincount(codes, minlength=n_labels) / len(codes)
        return np.tile(shares.astype(np.float32), (len(question.test), 1))
    plan = found.data.plan
    shares_of_rows = np.zeros((len(codes), n_labels), dtype=np.float32)
    for block in plan.blocks:
        seen = codes[plan.fitted_to(block)]
        shares_of_rows[plan.held_out(block)] = np.bincount(seen, minlength=n_labels) / max(len(seen), 1)
    return shares_of_rows
