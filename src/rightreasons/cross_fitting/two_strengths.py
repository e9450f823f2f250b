"""Two strengths of regularisation together: probabilities that lose less than those of either one.

A penalty that keeps the weights of rare words small keeps the weight of a strong one too small as well. The
same regression under a far stronger penalty is nearly the direction of the first step: it has hardly any
noise, and no scale. So the log odds of both are added, each times one number.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from rightreasons.cross_fitting.fitting import CrossFit, TrainingSet, cross_fitted_at
from rightreasons.cross_fitting.folds import FoldPlan
from rightreasons.cross_fitting.regression import Matrix
from rightreasons.cross_fitting.strength import Codes

STRONG = 0.001
"""Inverse strength of the regularisation of the second model."""
STRONG_ROWS = 100_000
"""Rows that it is fitted to at most: its direction hardly changes beyond that."""
_LEAST = 1e-7  # of a probability, as where strengths are chosen
_PARAMETERS = 2
_MOST_STEPS, _NO_GAIN = 40, 1e-4
MOST_ROWS = 10_000
"""Rows that the two numbers are fitted to, drawn from those there are."""

Logs = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Together:
    """How the log odds of two models are added.

    Parameters
    ----------
    chosen, strong
        What those of the model of the chosen strength and of the strongly regularised one are multiplied by.
    """

    chosen: float = 1.0
    strong: float = 0.0

    def probabilities(self, shares: Matrix, chosen: Matrix, strong: Matrix) -> Matrix:
        """Return the probability of each label, shape (rows, labels).

        Parameters
        ----------
        shares
            Shares of the labels in training, shape (rows, labels) or (labels,).
        chosen, strong
            What the two models predict, shape (rows, labels).
        """
        if self == Together():
            return chosen
        base = _logs(shares)
        scores = base + self.chosen * (_logs(chosen) - base) + self.strong * (_logs(strong) - base)
        powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
        return np.asarray(powers / powers.sum(axis=-1, keepdims=True), dtype=np.float32)


def together(shares: Matrix, chosen: Matrix, strong: Matrix, codes: Codes) -> Together:
    """Return the two numbers that lose least on rows that neither model was fitted to.

    Where they gain no more than Schwarz's criterion asks for two parameters, the chosen model stays as it is.

    Parameters
    ----------
    shares, chosen, strong
        Of these rows, shape (rows, labels).
    codes
        The label of each row, shape (rows,).

    References
    ----------
    Schwarz (1978), "Estimating the dimension of a model".
    """
    if len(codes) <= _PARAMETERS:
        return Together()
    rows = np.random.default_rng(0).permutation(len(codes))[:MOST_ROWS]
    base, gold = _logs(shares[rows]), codes[rows]
    odds = np.stack([_logs(chosen[rows]) - base, _logs(strong[rows]) - base])
    start = np.array([1.0, 0.0])
    at, lost = _least(base, odds, gold, start)
    gained = _slopes(base, odds, gold, start)[0] - lost
    if not gained > _PARAMETERS / 2 * np.log(len(gold)):
        return Together()
    return Together(float(at[0]), float(at[1]))


def _least(base: Logs, odds: Logs, gold: Codes, start: Logs) -> tuple[Logs, float]:
    """Return where the log loss is least, by Newton's method with halved steps, and how much it is."""
    at = start
    lost, slope, curvature = _slopes(base, odds, gold, at)
    for _ in range(_MOST_STEPS):
        step = np.linalg.lstsq(curvature, slope, rcond=1e-12)[0]
        for half in range(_MOST_STEPS):
            tried = _slopes(base, odds, gold, at - step / 2**half)
            if tried[0] <= lost:
                break
        else:
            break
        gained, at = lost - tried[0], at - step / 2**half
        lost, slope, curvature = tried
        if gained < _NO_GAIN:
            break
    return at, lost


def _slopes(base: Logs, odds: Logs, gold: Codes, at: Logs) -> tuple[float, Logs, Logs]:
    """Return the log loss in nats over all rows, its slope and its curvature by both numbers."""
    rows = np.arange(len(gold))
    scores = base + at[0] * odds[0] + at[1] * odds[1]
    scores -= scores.max(axis=1, keepdims=True)
    powers = np.exp(scores)
    sums = powers.sum(axis=1)
    shares = powers / sums[:, None]
    lost = float((np.log(sums) - scores[rows, gold]).sum())
    means = (odds * shares).sum(axis=2)
    slope = (means - odds[:, rows, gold]).sum(axis=1)
    curvature = np.einsum("air,bir,ir->ab", odds, odds, shares) - means @ means.T
    return lost, slope, curvature


@dataclass(frozen=True)
class BothStrengths:
    """What cross-fitted models of two strengths predict of every row.

    Parameters
    ----------
    plan, codes
        The folds, and the label of every row.
    strengths
        The inverse strength chosen for each block, without its rows.
    chosen
        By each of these strengths, what models of it predict of every row, shape (rows, labels). So the
        numbers for a block are fitted to predictions of the strength that is chosen for it.
    strong
        What strongly regularised models predict, same shape.
    """

    plan: FoldPlan
    codes: Codes
    strengths: Mapping[int, float]
    chosen: Mapping[float, Matrix]
    strong: Matrix

    @classmethod
    def of(cls, data: TrainingSet, found: CrossFit, further: tuple[float, ...] = ()) -> "BothStrengths":
        """Fit what is not there yet.

        Parameters
        ----------
        data, found
            The labelled rows, and what models of the chosen strengths predict of them.
        further
            Other strengths that are wanted, such as that of the model of all rows.
        """
        wanted = {*found.strengths.values(), *further}
        chosen = {each: cross_fitted_at(data, each, found) for each in sorted(wanted)}
        strong = cross_fitted_at(data, STRONG, most_rows=STRONG_ROWS)
        return cls(data.plan, data.texts.codes, found.strengths, chosen, strong)

    @cached_property
    def shares(self) -> Matrix:
        """For every row, the shares of the labels among the rows that its model was fitted to."""
        return shares_of_training(self.plan, self.codes, self.strong.shape[1])

    def numbers(self, strength: float, rows: npt.NDArray[np.bool_] | None = None) -> Together:
        """Return how a model of this strength and the strong one are added, fitted to some or to all rows."""
        part = slice(None) if rows is None else rows
        return together(self.shares[part], self.chosen[strength][part], self.strong[part], self.codes[part])

    @cached_property
    def probabilities(self) -> Matrix:
        """What both predict together, each block by numbers fitted to other blocks; shape (rows, labels)."""
        made = np.zeros_like(self.strong)
        for block in self.plan.blocks:
            own, strength = self.plan.held_out(block), self.strengths[block]
            numbers = self.numbers(strength, self.plan.fitted_to(block))
            chosen = self.chosen[strength]
            made[own] = numbers.probabilities(self.shares[own], chosen[own], self.strong[own])
        return made


def shares_of_training(plan: FoldPlan, codes: Codes, n_labels: int) -> Matrix:
    """Return for every row the shares of the labels among the rows that its model was fitted to."""
    shares = np.zeros((len(codes), n_labels), dtype=np.float32)
    for block in plan.blocks:
        seen = codes[plan.fitted_to(block)]
        shares[plan.held_out(block)] = np.bincount(seen, minlength=n_labels) / max(len(seen), 1)
    return shares


def _logs(probabilities: Matrix) -> Logs:
    return np.log(np.maximum(probabilities, _LEAST), dtype=np.float64)
