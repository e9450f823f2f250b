"""What the form of the hypothesis gives away: case, spaces, punctuation, digits, scripts."""

from collections.abc import Iterator
from dataclasses import replace
from typing import cast

import numpy as np
import polars as pl

from rightreasons.artifacts.form import form_marks
from rightreasons.cross_fitting.features import Features, listed_features
from rightreasons.cross_fitting.regression import Matrix
from rightreasons.engine.progress import Progress, silent
from rightreasons.figures import Figure, Figures
from rightreasons.findings import Finding
from rightreasons.measures.data.hypothesis_only.answers import Answered, fitted
from rightreasons.measures.data.hypothesis_only.baseline import finding_of
from rightreasons.measures.data.hypothesis_only.measures import told_by_words
from rightreasons.measures.data.hypothesis_only.question import Baseline, Question
from rightreasons.measures.data.hypothesis_only.scoring import (
    Sample,
    accuracy,
    gain_over,
    scored,
    scored_rows,
)
from rightreasons.pairs import PairTable
from rightreasons.sentences.templates import fill
from rightreasons.text.tokens import Tokens

ADDS = {"measure": ["form_only"]}
BLOCKS = "Rows that share a text go into one fold, and a model is fitted to all other folds."

MEASURE = "form_only"
BEYOND = "beyond_words"
_FEATURES = (
    "white space, upper case, digits, punctuation and scripts, each counted up to 3, and the kind of the "
    "first and of the last character"
)
_LEAST = 1e-7  # of a probability, so that its logarithm is a number


def form_only(
    train: PairTable,
    hypothesis_tokens: Tokens,
    test: PairTable | None = None,
    test_hypothesis_tokens: Tokens | None = None,
    group_by: tuple[str, ...] = (),
    seed: int = 0,
    progress: Progress = silent,
) -> Finding:
    """Measure the accuracy of a linear model from the form of the hypothesis, and what it adds to words.

    Parameters
    ----------
    train, hypothesis_tokens, test, test_hypothesis_tokens, group_by, seed, progress
        As of `rightreasons.measures.data.hypothesis_only.measures.hypothesis_only`; the tokens are for the
        model of words that it is held against.

    Returns
    -------
    Finding
        Figures, tests, views and items as of `hypothesis_only`, without what memory gives; figures
        ``words_and_characters`` (accuracy of words with the part of form that they may show), ``with_form``
        (with all of it) and ``beyond_words`` (the difference).

    Raises
    ------
    MeasureInputError
        As of `hypothesis_only`.
    """
    question = Question(train, test, group_by, seed, progress)
    baseline = form_baseline()
    hypotheses = pl.concat([table.hypotheses for table in (train, test) if table is not None])
    every, shown = (form_features(hypotheses, seen_by_words=each) for each in (False, True))
    found, characters = (fitted(baseline, question, each, memory=False) for each in (every, shown))
    own = replace(question, group_by=())  # the same model of words, whatever is grouped
    given = [each for each in (hypothesis_tokens, test_hypothesis_tokens) if each is not None]
    words = told_by_words(own, given).probabilities
    finding = finding_of(baseline, question, every, found)
    beside = Figures([*finding.figures.values(), *_beside_words(question, found, characters, words)])
    return replace(finding, figures=beside)


def form_baseline() -> Baseline:
    """Return what sees the form of hypotheses."""
    definition = fill(
        "form_only.definition",
        baseline=fill("baseline.definition", model=fill("form_only.model")),
    )
    return Baseline(MEASURE, fill("form_only.seen"), "hypothesis", definition, _FEATURES, "characters")


def form_features(hypotheses: pl.Series, *, seen_by_words: bool = False) -> Features:
    """Return the marks of form of each hypothesis as features, as of `form_marks`."""
    marks = form_marks(hypotheses, seen_by_words=seen_by_words)
    return listed_features(marks.numbers, marks.offsets, marks.names, "form")


def _beside_words(
    question: Question, every: Answered, characters: Answered, words: Matrix
) -> Iterator[Figure]:
    rows = scored_rows(MEASURE, question.scored_set)
    table = question.train if question.test is None else question.test

    def sample(found: Answered) -> Sample:
        product = _product(found, words)
        return Sample(scored(table, question.train, product), every.final.dependence)

    without, both = sample(characters), sample(every)
    yield Figure("accuracy", accuracy(without), rows=rows, what="words_and_characters")
    yield Figure("accuracy", accuracy(both), rows=rows, what="with_form")
    yield Figure("difference", gain_over(both, without.scored.right), rows=rows, what=BEYOND)


def _product(found: Answered, words: Matrix) -> Matrix:
    """Return probabilities from form and words, as if they were independent given the label."""
    codes, n_labels = found.data.texts.codes, found.data.texts.n_labels
    shares = np.bincount(codes, minlength=n_labels) / len(codes)
    logs = [np.log(np.maximum(each, _LEAST)) for each in (found.probabilities, words, shares)]
    powers = np.exp(logs[0] + logs[1] - logs[2])
    return cast("Matrix", (powers / powers.sum(axis=1, keepdims=True)).astype(np.float32))
