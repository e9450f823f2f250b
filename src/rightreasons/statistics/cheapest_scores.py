"""Of several scores of the same items the one whose errors cost least, measured where it was not chosen."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

import numpy as np
import numpy.typing as npt

from rightreasons.statistics.checks import FloatArray
from rightreasons.statistics.chosen_thresholds import ChosenAcross, cheapest, chosen_across
from rightreasons.statistics.clustered import clustered_mean
from rightreasons.statistics.results import Estimate

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class ErrorCosts:
    """What the errors of decisions cost.

    Parameters
    ----------
    miss, block
        A negative item that passes, a positive one that does not.
    """

    miss: float
    block: float

    @classmethod
    def balanced(cls, positive: Flags) -> "ErrorCosts":
        """Return costs whose mean is one minus balanced accuracy; there are items of both classes."""
        return cls(float(0.5 / (~positive).mean()), float(0.5 / positive.mean()))

    def of(self, positive: Flags, passed: Flags) -> FloatArray:
        """Return what each decision costs, shape (n,)."""
        return np.asarray(self.miss * (~positive & passed) + self.block * (positive & ~passed))


@dataclass(frozen=True)
class CheapestScore:
    """Several scores, each with its cheapest threshold of either half, and which costs least.

    Parameters
    ----------
    chosen
        The score that costs least on the half that it and its threshold are chosen on, by half: the first,
        the second.
    across
        Decisions of each half by the thresholds of the other, a score each.
    costs
        What these decisions cost, shape (scores, n).
    """

    chosen: tuple[int, int]
    across: tuple[ChosenAcross, ...]
    costs: FloatArray

    @property
    def agreed(self) -> int | None:
        """The score that both halves choose; None where they choose different ones."""
        first, second = self.chosen
        return first if first == second else None

    def level(self, of_all: float) -> float:
        """Return the level of one difference at which those of all pairs hold at once (Bonferroni)."""
        return 1 - (1 - of_all) / comb(len(self.across), 2)

    def differences(self, score: int, clusters: npt.ArrayLike, level: float = 0.95) -> dict[int, Estimate]:
        """Return what an item costs more by every other score than by this, all intervals holding at once.

        Parameters
        ----------
        score
            Its place.
        clusters
            Cluster of each item, shape (n,).
        level
            Nominal coverage of all.
        """
        return {
            place: clustered_mean(other - self.costs[score], clusters, "cost", level=self.level(level))
            for place, other in enumerate(self.costs)
            if place != score
        }

    def leader(self, clusters: npt.ArrayLike, level: float = 0.95) -> int | None:
        """Return the score that both halves choose and that costs less than every other; None: none does."""
        if self.agreed is None:
            return None
        lows = [each.bounds[0] for each in self.differences(self.agreed, clusters, level).values()]
        return self.agreed if all(low is not None and low > 0 for low in lows) else None


def cheapest_score(
    scores: Sequence[FloatArray], positive: Flags, first: Flags, costs: ErrorCosts
) -> CheapestScore:
    """Choose score and threshold on one half, and measure the choice on the other, in both directions.

    Parameters
    ----------
    scores
        Two or more, each of shape (n,).
    positive
        Whether each item is positive, shape (n,).
    first
        Which items stand in the first half; both classes stand in both halves.
    costs
        What the errors cost.
    """
    choice = cheapest(costs.miss, costs.block)
    across = tuple(chosen_across(each, positive, first, choice) for each in scores)
    chosen = tuple(
        int(np.argmin([_least(each[half], positive[half], costs) for each in scores]))
        for half in (first, ~first)
    )
    measured = np.array([costs.of(positive, each.passed) for each in across])
    return CheapestScore((chosen[0], chosen[1]), across, measured)


def _least(scores: FloatArray, positive: Flags, costs: ErrorCosts) -> float:
    """Return the mean cost at the cheapest threshold, on the items that it is chosen on."""
    threshold = cheapest(costs.miss, costs.block)(scores, positive)
    return float(costs.of(positive, scores >= threshold).mean())
