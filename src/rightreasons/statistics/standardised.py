"""Proportions over strata, each stratum with the same weight in every group: standardised shares."""

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from rightreasons.statistics.paired import proportion_difference
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate, Interval

_NONE_HAS_BOTH = "no stratum has items of both groups"


def standardised_shares(
    tables: npt.NDArray[np.int64], sizes: Sequence[int], level: float = 0.95
) -> tuple[Estimate, Estimate, Estimate]:
    """Return a share in two groups, and the first minus the second, as if both had the same strata.

    Strata that one group lacks are left out of both. The bounds of the strata (Wilson's of a share,
    Newcombe's of a difference) are put together by their weights (MOVER).

    Parameters
    ----------
    tables
        Successes and failures of the first and of the second group in each stratum, shape (strata, 2, 2).
    sizes
        What each stratum weighs, as items of the population.
    level
        Nominal coverage.

    Returns
    -------
    tuple of Estimate
        Of the first group, of the second, and the difference; without value where no stratum has both.

    References
    ----------
    Direct standardisation: Rothman, Greenland and Lash (2008), "Modern epidemiology", chapter 3. Zou and
    Donner (2008), Statistics in Medicine 27:1693-1702.
    """
    counts = tables.sum(axis=2)
    both = (counts > 0).all(axis=1)
    n = int(counts[both].sum())
    if not both.any():
        none = Estimate(None, "proportion", int(counts.sum()), reason=_NONE_HAS_BOTH)
        return none, none, none
    weights = np.asarray(sizes, dtype=np.float64)[both]
    weights /= weights.sum()
    first, second = (
        [proportion(int(right), int(right + wrong), level) for right, wrong in tables[both, group]]
        for group in (0, 1)
    )
    differences = [
        proportion_difference(int(a), int(a + b), int(c), int(c + d), level)
        for (a, b), (c, d) in tables[both]
    ]
    ns = (int(counts[both, 0].sum()), int(counts[both, 1].sum()), n)
    parts = ((first, 0.0, "Wilson"), (second, 0.0, "Wilson"), (differences, -1.0, "Newcombe"))
    one, other, difference = (
        _weighted(each, weights, size, (least, 1.0), f"{method} by stratum, combined", level)
        for (each, least, method), size in zip(parts, ns, strict=True)
    )
    return one, other, difference


def _weighted(
    parts: Sequence[Estimate],
    weights: npt.NDArray[np.float64],
    n: int,
    bounds: tuple[float, float],
    method: str,
    level: float,
) -> Estimate:
    """Return the weighted mean of estimates of different items."""
    known = [(each.value or 0.0, each.interval) for each in parts]
    value = math.fsum(weight * share for weight, (share, _) in zip(weights, known, strict=True))
    below, above = (
        math.hypot(
            *(
                weight * (0.0 if interval is None else share - getattr(interval, end))
                for weight, (share, interval) in zip(weights, known, strict=True)
            )
        )
        for end in ("low", "high")
    )
    interval = Interval(max(value - below, bounds[0]), min(value + above, bounds[1]), level, method)
    return Estimate(value, "proportion", n, interval)
