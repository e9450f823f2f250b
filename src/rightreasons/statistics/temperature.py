"""Probabilities made flatter or sharper by one number, so that they lose least on other items."""

from typing import cast

import numpy as np
import numpy.typing as npt

FOLDS = 5
_STEEPEST, _FLATTEST = 0.05, 20.0
_LEAST = 2.0**-60  # of a probability, so that its logarithm is a number

Shares = npt.NDArray[np.float64]


def calibrated(probabilities: Shares, allowed: npt.NDArray[np.bool_], seed: int) -> Shares:
    """Return probabilities with a temperature that was fitted to the other four fifths of the items.

    Parameters
    ----------
    probabilities
        Shape (items, labels), each row summing to 1.
    allowed
        The labels that are gold for each item, same shape; one at least.
    seed
        Of the fifths.

    Returns
    -------
    numpy.ndarray
        Same shape. Fewer items than fifths stay as they are.

    References
    ----------
    Guo et al. (2017), "On calibration of modern neural networks", section 4.2.
    """
    items = len(probabilities)
    if items < FOLDS:
        return probabilities
    fold = np.random.default_rng(seed).permutation(items) % FOLDS
    logs = np.log(np.maximum(probabilities, _LEAST))
    found = np.empty_like(probabilities)
    for held_out in range(FOLDS):
        others = fold != held_out
        temperature = _fitted(logs[others], allowed[others])
        found[~others] = _at(logs[~others], temperature)
    return found


def _fitted(logs: Shares, allowed: npt.NDArray[np.bool_]) -> float:
    """Return the temperature of the least log loss, found by its logarithm."""
    from scipy.optimize import minimize_scalar

    def loss(log_temperature: float) -> float:
        of_gold = (_at(logs, float(np.exp(log_temperature))) * allowed).sum(axis=1)
        return float(-np.log(np.maximum(of_gold, _LEAST)).mean())

    bounds = (np.log(_STEEPEST), np.log(_FLATTEST))
    return float(np.exp(minimize_scalar(loss, bounds=bounds, method="bounded").x))


def _at(logs: Shares, temperature: float) -> Shares:
    scaled = logs / temperature
    powers = np.exp(scaled - scaled.max(axis=1, keepdims=True))
    return cast("Shares", powers / powers.sum(axis=1, keepdims=True))
