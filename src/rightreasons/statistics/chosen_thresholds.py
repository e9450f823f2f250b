"""Thresholds of a score chosen on one half of the items and measured on the other."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rightreasons.statistics.checks import FloatArray

Flags = npt.NDArray[np.bool_]
Choice = Callable[[FloatArray, Flags], float]
"""From scores and which items are positive to the threshold from which on an item passes."""


@dataclass(frozen=True)
class ChosenAcross:
    """Decisions of each half by the threshold that was chosen on the other.

    Parameters
    ----------
    passed
        Which items pass, shape (n,).
    thresholds
        That of the first half, which decides the second, and that of the second.
    """

    passed: Flags
    thresholds: tuple[float, float]

    @property
    def threshold(self) -> float:
        """The mean of both thresholds."""
        return sum(self.thresholds) / 2


def halves_by_cluster(clusters: npt.ArrayLike, seed: int) -> Flags:
    """Return which items stand in the first half, shape (n,); all items of a cluster stand in the same.

    Parameters
    ----------
    clusters
        What items of a cluster share, shape (n,): an id of the document.
    seed
        Deals the clusters; each goes to the half that has fewer items so far.
    """
    _, place, sizes = np.unique(np.asarray(clusters), return_inverse=True, return_counts=True)
    first = np.zeros(len(sizes), dtype=np.bool_)
    filled = [0, 0]
    for cluster in np.random.default_rng(seed).permutation(len(sizes)):
        half = int(filled[1] < filled[0])
        filled[half] += int(sizes[cluster])
        first[cluster] = half == 0
    return np.asarray(first[place])


def blocking(share: float) -> Choice:
    """Return the choice of the lowest threshold that blocks so large a share of the negative items."""

    def chosen(scores: FloatArray, positive: Flags) -> float:
        negative = np.sort(scores[~positive])
        last = negative[int(np.ceil(share * len(negative))) - 1]
        return _above(scores, float(last))

    return chosen


def cheapest(miss: float, block: float) -> Choice:
    """Return the choice of the threshold whose errors cost least.

    Parameters
    ----------
    miss, block
        What a negative item that passes costs, and a positive one that does not.
    """

    def chosen(scores: FloatArray, positive: Flags) -> float:
        distinct, place = np.unique(scores, return_inverse=True)
        size = len(distinct)
        blocked = np.cumsum(np.bincount(place[positive], minlength=size))
        below = np.cumsum(np.bincount(place[~positive], minlength=size))
        passed = int((~positive).sum()) - below
        # The first cut lets everything pass; cut i blocks scores up to the i-th.
        costs = np.concatenate([[miss * int((~positive).sum())], miss * passed + block * blocked])
        cut = int(costs.argmin())
        return float(distinct[0]) if cut == 0 else _above(scores, float(distinct[cut - 1]))

    return chosen


def chosen_across(scores: FloatArray, positive: Flags, first: Flags, choice: Choice) -> ChosenAcross:
    """Return the decisions of each half by the threshold that the other half gives.

    Parameters
    ----------
    scores, positive
        Shape (n,).
    first
        Which items stand in the first half; both classes stand in both halves.
    choice
        How a threshold is chosen.
    """
    of_first, of_second = (choice(scores[half], positive[half]) for half in (first, ~first))
    passed = np.where(first, scores >= of_second, scores >= of_first)
    return ChosenAcross(np.asarray(passed), (of_first, of_second))


def _above(scores: FloatArray, score: float) -> float:
    """Return the middle between a score and the next greater one; just above it where there is none."""
    greater = scores[scores > score]
    upper = float(greater.min()) if len(greater) else float(np.nextafter(score, np.inf))
    middle = score + (upper - score) / 2
    return middle if middle > score else upper
