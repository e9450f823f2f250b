"""The fits behind one baseline: five folds, the whole training set, and a control with shuffled labels."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rightreasons.artifacts.hypothesis_only.features import Features
from rightreasons.artifacts.hypothesis_only.folds import FOLDS
from rightreasons.artifacts.hypothesis_only.regression import Matrix, Regression, fit, probabilities
from rightreasons.engine.progress import Progress, silent

CONTROL_ROWS = 100_000
MOST_THREADS = 4

Rows = npt.NDArray[np.int64]
Codes = npt.NDArray[np.int64]


@dataclass(frozen=True)
class TrainingSet:
    """What the fits are made from.

    Parameters
    ----------
    features
        Features of the training rows, followed by those of the test rows if there are any.
    codes
        Label of every training row, from 0, shape (training rows,).
    n_labels
        How many labels there are.
    folds
        Fold of every training row, shape (training rows,).
    seed
        For the control's sample and shuffle.
    """

    features: Features
    codes: Codes
    n_labels: int
    folds: npt.NDArray[np.int8]
    seed: int

    @property
    def tested(self) -> Rows:
        """Positions of the test rows."""
        return np.arange(len(self.codes), len(self.features.text_of_row))


@dataclass(frozen=True)
class Fits:
    """What came of the fits.

    Parameters
    ----------
    whole
        The model of all training rows.
    cross_fitted
        Probabilities for every training row by the model that did not see its fold, shape (rows, labels).
    tested
        Probabilities for every test row by `whole`, shape (test rows, labels).
    control
        Probabilities for the rows at `control_rows` by a model whose training labels were shuffled.
    control_rows
        The test rows, or those of the first fold where there is no test, as positions in `Features`.
    control_training_rows
        How many rows the control was trained on.
    """

    whole: Regression
    cross_fitted: Matrix
    tested: Matrix
    control: Matrix
    control_rows: Rows
    control_training_rows: int


def fit_all(data: TrainingSet, what: str, progress: Progress = silent) -> Fits:
    """Make every fit, several at a time; the result does not depend on how many."""
    control_rows, sample, shuffled = _control(data)
    tasks: dict[str, Callable[[], tuple[Regression, Matrix]]] = {
        "whole": lambda: _fitted(data, np.arange(len(data.codes)), data.codes, data.tested),
        "control": lambda: _fitted(data, sample, shuffled, control_rows),
    }
    for fold in range(FOLDS):
        tasks[f"fold {fold}"] = lambda fold=fold: _fold(data, fold)  # type: ignore[misc]  # a bound default
    done = _run(tasks, what, progress)
    cross_fitted = np.zeros((len(data.codes), data.n_labels), dtype=np.float32)
    for fold in range(FOLDS):
        cross_fitted[data.folds == fold] = done[f"fold {fold}"][1]
    whole, tested = done["whole"]
    return Fits(whole, cross_fitted, tested, done["control"][1], control_rows, len(sample))


def _run(
    tasks: dict[str, Callable[[], tuple[Regression, Matrix]]], what: str, progress: Progress
) -> dict[str, tuple[Regression, Matrix]]:
    done: dict[str, tuple[Regression, Matrix]] = {}
    progress(what, 0, len(tasks))
    with ThreadPoolExecutor(min(MOST_THREADS, os.cpu_count() or 1)) as pool:
        running = {pool.submit(task): name for name, task in tasks.items()}
        for future in as_completed(running):
            done[running[future]] = future.result()
            progress(what, len(done), len(tasks))
    return done


def _fold(data: TrainingSet, fold: int) -> tuple[Regression, Matrix]:
    seen = np.flatnonzero(data.folds != fold)
    return _fitted(data, seen, data.codes[seen], np.flatnonzero(data.folds == fold))


def _fitted(data: TrainingSet, rows: Rows, codes: Codes, scored: Rows) -> tuple[Regression, Matrix]:
    """Fit to `codes` of `rows`, and return the model with its probabilities for the rows `scored`."""
    features = data.features
    cells = features.text_of_row[rows].astype(np.int64) * data.n_labels + codes
    counts = np.bincount(cells, minlength=features.n_texts * data.n_labels).astype(np.float32)
    model = fit(features, counts.reshape(features.n_texts, data.n_labels))
    return model, probabilities(features, model, features.text_of_row[scored].astype(np.int64))


def _control(data: TrainingSet) -> tuple[Rows, Rows, Codes]:
    """Return the rows that the control is scored on, those it is trained on, and their shuffled labels."""
    rng = np.random.default_rng([data.seed, 1])
    has_test = len(data.tested) > 0
    scored = data.tested if has_test else np.flatnonzero(data.folds == 0)
    allowed = np.arange(len(data.codes)) if has_test else np.flatnonzero(data.folds != 0)
    sample = rng.permutation(allowed)[:CONTROL_ROWS]
    return scored, sample, rng.permutation(data.codes[sample])
