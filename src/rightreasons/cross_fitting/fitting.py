"""The fits behind one baseline: of each block of rows, of all rows, and of shuffled labels as a control."""

import os
from collections.abc import Callable, Hashable, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from rightreasons.cross_fitting.folds import LARGE, FoldPlan, row_plan
from rightreasons.cross_fitting.regression import Matrix
from rightreasons.cross_fitting.strength import (
    Codes,
    Labelled,
    Rows,
    Strengths,
    Task,
    selection_tasks,
    strengths_of,
)
from rightreasons.engine.progress import Progress, silent

CONTROL_ROWS = 100_000
MOST_THREADS = 4
Key = TypeVar("Key", bound=Hashable)
Result = TypeVar("Result")


@dataclass(frozen=True)
class TrainingSet:
    """What the fits are made from, and how.

    Parameters
    ----------
    texts
        The labelled rows, followed by those of the test if there are any.
    plan
        Which rows each model is fitted to, and which it predicts.
    seed
        For the control's sample and shuffle, and for the rows by which strengths are chosen.
    """

    texts: Labelled
    plan: FoldPlan
    seed: int

    @property
    def tested(self) -> Rows:
        """Positions of the test rows."""
        return np.arange(len(self.texts.codes), self.texts.n_rows)


@dataclass(frozen=True)
class CrossFit:
    """What models predicted of rows that they were not fitted to.

    Parameters
    ----------
    probabilities
        For every row, shape (rows, labels); 0 in rows that no model predicted.
    guess
        The most frequent label of the rows that the model of a row was fitted to, shape (rows,).
    predicted
        Which rows were predicted, shape (rows,).
    strengths
        Inverse strength of regularisation by block; 0: the shares of the labels were predicted.
    """

    probabilities: Matrix
    guess: Codes
    predicted: npt.NDArray[np.bool_]
    strengths: Mapping[int, float]


@dataclass(frozen=True)
class Fits:
    """What came of the fits.

    Parameters
    ----------
    whole
        The model of all training rows, as `Labelled.fitted` returns it.
    strength
        Inverse strength of regularisation of `whole`.
    cross_fitted
        Of every training row.
    memorised
        The same with rows assigned one by one, so that the texts of a row are known from other rows; of more
        than 100,000 rows only one fold is predicted. None where no two rows share a text.
    tested
        Probabilities for every test row by `whole`, shape (test rows, labels).
    control
        Probabilities for the rows at `control_rows` by a model whose training labels were shuffled.
    control_rows
        The test rows, or those of the first block where there is no test, as positions in `Features`.
    control_training_rows
        How many rows the control was trained on.
    """

    whole: Any
    strength: float
    cross_fitted: CrossFit
    memorised: CrossFit | None
    tested: Matrix
    control: Matrix
    control_rows: Rows
    control_training_rows: int


def fit_all(data: TrainingSet, what: str, progress: Progress = silent, *, memory: bool = True) -> Fits:
    """Make every fit, several at a time; the result does not depend on how many.

    Parameters
    ----------
    data
        Texts with gold labels, the folds, and the rows to be scored.
    what
        What to call the fits while they go on.
    progress
        Hears of every fit.
    memory
        Whether fits that share texts are made too.

    Returns
    -------
    Fits
        The model of all rows with its inverse strength, the cross-fitted probabilities, shape (rows, labels),
        those of the rows to be scored, and the control of shuffled labels with its rows.
    """
    crossings = _crossings(data, memory=memory)
    work = _Work(what, sum(each.steps for each in crossings) + 2, progress)
    chosen = [each.chosen(work) for each in crossings]
    crossed = [each.fitted(strengths, work) for each, strengths in zip(crossings, chosen, strict=True)]
    control_rows, sample, shuffled = _control(data)
    everything, strength = np.arange(len(data.texts.codes)), chosen[0].whole
    models = work.run(
        {
            "whole": lambda: data.texts.fitted(everything, strength),
            "control": lambda: data.texts.with_codes(shuffled).fitted(sample, strength),
        }
    )
    return Fits(
        models["whole"],
        strength,
        crossed[0],
        crossed[1] if len(crossed) > 1 else None,
        data.texts.predicted(models["whole"], data.tested),
        data.texts.predicted(models["control"], control_rows),
        control_rows,
        len(sample),
    )


def cross_fitted_at(
    data: TrainingSet, strength: float, found: CrossFit | None = None, most_rows: int | None = None
) -> Matrix:
    """Return what models of one stated inverse strength predict of every row, by the folds of the set.

    Parameters
    ----------
    data
        The labelled rows.
    strength
        Of every block's model.
    found
        Predictions that are there: those of blocks with this strength are taken from it.
    most_rows
        Rows that a model is fitted to at most, drawn from those of its block; None: all.
    """
    there = {} if found is None else found.strengths
    blocks = tuple(block for block in data.plan.blocks if there.get(block) != strength)
    same = Strengths(dict.fromkeys(blocks, strength), strength)
    crossing = _Crossing(data.texts, data.plan, blocks, {}, most_rows)
    made = crossing.fitted(same, _Work("", len(blocks), silent))
    if found is None:
        return made.probabilities
    return np.where(made.predicted[:, None], made.probabilities, found.probabilities)


class _Work:
    """Runs tasks on several threads, and says after each how many are done."""

    def __init__(self, what: str, total: int, progress: Progress) -> None:
        self.what, self.total, self.progress, self.done = what, total, progress, 0
        progress(what, 0, total)

    def run(self, tasks: Mapping[Key, Callable[[], Result]]) -> dict[Key, Result]:
        """Return what each task returned, by its name, in the order in which they ended."""
        found: dict[Key, Result] = {}
        with ThreadPoolExecutor(min(MOST_THREADS, os.cpu_count() or 1)) as pool:
            running = {pool.submit(task): name for name, task in tasks.items()}
            for future in as_completed(running):
                found[running[future]] = future.result()
                self.done += 1
                self.progress(self.what, self.done, self.total)
        return found


@dataclass(frozen=True)
class _Crossing:
    """The fits of one plan, of all its blocks or of some."""

    texts: Labelled
    plan: FoldPlan
    blocks: tuple[int, ...]
    selection: Mapping[tuple[int, int], Task]
    most_rows: int | None = None

    @property
    def steps(self) -> int:
        """How many models are fitted, for choosing the strengths and with them."""
        return len(self.selection) + len(self.blocks)

    def chosen(self, work: _Work) -> Strengths:
        """Return the strength of each block that has the least loss within the other blocks."""
        losses = work.run(self.selection).values()
        return strengths_of(
            {key: loss for each in losses for key, loss in each.items()}, self.plan, self.blocks
        )

    def fitted(self, strengths: Strengths, work: _Work) -> CrossFit:
        """Return probabilities of every row from a model fitted to blocks that share no fold with its own."""
        found = work.run({block: self._task(block, strengths.by_block[block]) for block in self.blocks})
        codes, n_labels = self.texts.codes, self.texts.n_labels
        probabilities = np.zeros((len(codes), n_labels), dtype=np.float32)
        guess = np.zeros(len(codes), dtype=np.int64)
        predicted = np.zeros(len(codes), dtype=bool)
        for block, shares in found.items():
            held_out = self.plan.held_out(block)
            probabilities[held_out], predicted[held_out] = shares, True
            guess[held_out] = np.bincount(codes[self.plan.fitted_to(block)], minlength=n_labels).argmax()
        return CrossFit(probabilities, guess, predicted, strengths.by_block)

    def _task(self, block: int, strength: float) -> Callable[[], Matrix]:
        def predicted() -> Matrix:
            rows = drawn_rows(np.flatnonzero(self.plan.fitted_to(block)), self.most_rows)
            model = self.texts.fitted(rows, strength)
            return self.texts.predicted(model, np.flatnonzero(self.plan.held_out(block)))

        return predicted


def _crossings(data: TrainingSet, *, memory: bool) -> list[_Crossing]:
    """Return the fits without shared texts, then, where rows do share texts, those that share them."""
    plans = [(data.plan, data.plan.blocks)]
    if memory and data.plan.repeats:
        sharing = row_plan(data.plan, data.texts.codes, data.seed)
        plans.append((sharing, sharing.blocks[: 1 if len(data.texts.codes) > LARGE else None]))
    return [
        _Crossing(data.texts, plan, blocks, selection_tasks(data.texts, plan, blocks, data.seed))
        for plan, blocks in plans
    ]


def drawn_rows(rows: Rows, most: int | None) -> Rows:
    """Return rows, or as many of them as there may be at most, drawn and in their order."""
    if most is None or len(rows) <= most:
        return rows
    return np.sort(np.random.default_rng(0).permutation(rows)[:most])


def _control(data: TrainingSet) -> tuple[Rows, Rows, Codes]:
    """Return the rows the control is scored on, those it is fitted to, and labels with theirs shuffled."""
    rng = np.random.default_rng([data.seed, 1])
    codes, plan = data.texts.codes, data.plan
    has_test, first = len(data.tested) > 0, plan.blocks[0]
    scored = data.tested if has_test else np.flatnonzero(plan.held_out(first))
    allowed = np.arange(len(codes)) if has_test else np.flatnonzero(plan.fitted_to(first))
    sample = rng.permutation(allowed)[:CONTROL_ROWS]
    shuffled = codes.copy()
    shuffled[sample] = rng.permutation(codes[sample])
    return scored, sample, shuffled
