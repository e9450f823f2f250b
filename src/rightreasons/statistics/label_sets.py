"""Scores of answers to items that have several right labels, with thresholds fitted to other items."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

THRESHOLDS = np.linspace(0.02, 0.5, 49)

Shares = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class LabelSetScores:
    """What came of every item.

    Parameters
    ----------
    any_of
        Whether the most probable label is one of the right ones, shape (items,).
    predicted
        The set of labels predicted, shape (items, labels): the most probable one, and all others whose
        probability is at least a threshold fitted to the other half of the items.
    exact
        Whether that set is the right one, shape (items,).
    most_frequent
        Whether the most frequent set of the other half is the right one, shape (items,).
    thresholds
        One a half.
    """

    any_of: Flags
    predicted: Flags
    exact: Flags
    most_frequent: Flags
    thresholds: tuple[float, float]


def label_set_scores(probabilities: Shares, right: Flags, seed: int = 0) -> LabelSetScores:
    """Return any-of and exact-set scores of every item.

    Parameters
    ----------
    probabilities
        Shape (items, labels), each row summing to 1.
    right
        The labels that are right, same shape, one at least in each row.
    seed
        Of the halves.

    Raises
    ------
    ValueError
        For other shapes, fewer than four items, or an item without a right label.
    """
    if probabilities.shape != right.shape or len(right) < 4 or not right.any(axis=1).all():
        raise ValueError("four items at least, each with a right label and a probability for every label")
    most = probabilities.argmax(axis=1)
    half = np.random.default_rng(seed).permutation(len(right)) % 2
    predicted, frequent = np.zeros_like(right), np.zeros(len(right), dtype=np.bool_)
    thresholds = []
    for own in (0, 1):
        others = half != own
        threshold = _fitted(probabilities[others], right[others])
        predicted[~others] = _sets(probabilities[~others], threshold)
        sets, counts = np.unique(right[others], axis=0, return_counts=True)
        frequent[~others] = (right[~others] == sets[counts.argmax()]).all(axis=1)
        thresholds.append(threshold)
    exact = np.asarray((predicted == right).all(axis=1))
    any_of = right[np.arange(len(right)), most]
    return LabelSetScores(any_of, predicted, exact, frequent, (thresholds[0], thresholds[1]))


def _sets(probabilities: Shares, threshold: float) -> Flags:
    chosen: Flags = probabilities >= threshold
    chosen[np.arange(len(probabilities)), probabilities.argmax(axis=1)] = True
    return chosen


def _fitted(probabilities: Shares, right: Flags) -> float:
    """Return the threshold with the most sets that are right; of equals the highest."""
    found = [(_sets(probabilities, each) == right).all(axis=1).mean() for each in THRESHOLDS]
    return float(THRESHOLDS[len(found) - 1 - int(np.argmax(found[::-1]))])
