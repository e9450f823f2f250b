"""Rows that a model of the hypothesis alone takes for alike: what rules have to explain more than."""

import numpy as np
import numpy.typing as npt

from rightreasons.cross_fitting.features import ngram_features
from rightreasons.cross_fitting.regression import Matrix
from rightreasons.engine.progress import silent
from rightreasons.measures.data.hypothesis_only.answers import fitted
from rightreasons.measures.data.hypothesis_only.measures import hypothesis_baseline
from rightreasons.measures.data.hypothesis_only.question import Question
from rightreasons.pairs import PairTable
from rightreasons.text.tokens import Tokens

BANDS = 10


def hypothesis_strata(pairs: PairTable, hypothesis_tokens: Tokens, seed: int = 0) -> npt.NDArray[np.int64]:
    """Return rows numbered by the label that the hypothesis alone predicts, and by how probable it is.

    Parameters
    ----------
    pairs
        The pairs, every one with gold.
    hypothesis_tokens
        Tokens of their hypotheses.
    seed
        Of the folds. No row is predicted by a model that was fitted to a text of it.

    Returns
    -------
    numpy.ndarray
        Shape (pairs,), from 0: of each predicted label `BANDS` numbers, the least probable rows first.

    Raises
    ------
    MeasureInputError
        As of `rightreasons.measures.data.hypothesis_only.measures.hypothesis_only`.
    """
    question = Question(pairs, None, (), seed, silent)
    found = fitted(
        hypothesis_baseline(hypothesis_tokens), question, ngram_features([hypothesis_tokens]), memory=False
    )
    return strata_of(found.probabilities)


def strata_of(probabilities: Matrix) -> npt.NDArray[np.int64]:
    """Return numbers of rows by their most probable label, and by tenths of its probability.

    Parameters
    ----------
    probabilities
        Of each label, shape (rows, labels).

    Returns
    -------
    numpy.ndarray
        Shape (rows,), from 0 to labels * `BANDS` - 1.
    """
    predicted, highest = probabilities.argmax(axis=1), probabilities.max(axis=1)
    strata: npt.NDArray[np.int64] = predicted.astype(np.int64) * BANDS
    for label in np.unique(predicted):
        rows = np.flatnonzero(predicted == label)
        bounds = np.quantile(highest[rows], np.arange(1, BANDS) / BANDS)
        strata[rows] += np.searchsorted(bounds, highest[rows], side="right")
    return strata
