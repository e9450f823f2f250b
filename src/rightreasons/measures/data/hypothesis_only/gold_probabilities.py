"""What a baseline, and the shares of the labels alone, give to the gold label of every row that is scored."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from rightreasons.cross_fitting.features import Features
from rightreasons.cross_fitting.fitting import drawn_rows
from rightreasons.cross_fitting.folds import FoldPlan
from rightreasons.cross_fitting.regression import Matrix
from rightreasons.cross_fitting.two_strengths import STRONG, STRONG_ROWS, BothStrengths, shares_of_training
from rightreasons.engine.memory import is_expected, remembered
from rightreasons.measures.data.hypothesis_only.answers import Answered, fitted
from rightreasons.measures.data.hypothesis_only.question import Baseline, Question
from rightreasons.measures.data.hypothesis_only.scoring import Sample, scored

_INPUTS = 8
_ASKS = "usable_information"
_INFORMATIVE = ("hypothesis_only", "premise_only", "length_only", "overlap_only")
"""Baselines whose probabilities it asks for, when their features are no longer there."""


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
    """Remember the probabilities with which bits are counted, where they will be asked for."""
    if baseline.measure in _INFORMATIVE and is_expected(_ASKS):
        key, make = _key(baseline, question), lambda: _informative(question, found)
        remembered("informative probabilities", key, make, _INPUTS)


def informative_probabilities(
    baseline: Baseline, question: Question, features: Callable[[], Features]
) -> GoldProbabilities:
    """Return the probabilities of gold where bits are counted: of two strengths of regularisation together.

    What each row is predicted to be, and so whether that is right, stays as the baseline says. Parameters and
    errors as of `gold_probabilities`.
    """
    return remembered(
        "informative probabilities",
        _key(baseline, question),
        lambda: _informative(question, fitted(baseline, question, features(), memory=False)),
        _INPUTS,
    )


def _key(baseline: Baseline, question: Question) -> tuple[object, ...]:
    return baseline.measure, baseline.tokenisation, replace(question, group_by=()).key


def _made(question: Question, found: Answered) -> GoldProbabilities:
    return _with_shares(question, found, found.final)


def _with_shares(question: Question, found: Answered, sample: Sample) -> GoldProbabilities:
    table = question.train if question.test is None else question.test
    shares = scored(table, question.train, _shares(question, found)).probability
    return GoldProbabilities(sample, shares, found.data.plan)


def _informative(question: Question, found: Answered) -> GoldProbabilities:
    """Return the probabilities of gold of both strengths together, of the set that is scored."""
    data, fits = found.data, found.fits
    if question.test is None:
        table, given = question.train, BothStrengths.of(data, fits.cross_fitted).probabilities
    else:
        table, both = question.test, BothStrengths.of(data, fits.cross_fitted, (fits.strength,))
        rows = drawn_rows(np.arange(len(data.texts.codes)), STRONG_ROWS)
        whole = data.texts.fitted(rows, STRONG)
        strong = data.texts.predicted(whole, data.tested)
        given = both.numbers(fits.strength).probabilities(_shares(question, found), fits.tested, strong)
    probability = scored(table, question.train, given).probability
    sample = replace(found.final, scored=replace(found.final.scored, probability=probability))
    return _with_shares(question, found, sample)


def _shares(question: Question, found: Answered) -> Matrix:
    """Return for every row the shares of the labels among the rows that its model was fitted to."""
    codes, n_labels = found.data.texts.codes, found.data.texts.n_labels
    if question.test is None:
        return shares_of_training(found.data.plan, codes, n_labels)
    shares = np.bincount(codes, minlength=n_labels) / len(codes)
    return np.tile(shares.astype(np.float32), (len(question.test), 1))
