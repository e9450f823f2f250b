"""What two series lose in the second of two groups of items, and by how much that differs between them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rightreasons.statistics.paired_scores import PairedCounts
from rightreasons.statistics.results import Estimate, Interval
from rightreasons.statistics.standardised import standardised_shares

METHOD = "MOVER of Newcombe, paired"


@dataclass(frozen=True, slots=True)
class GapsBeside:
    """Gaps of two series (success in one group of items minus success in another), and their difference.

    Parameters
    ----------
    first, second
        The gap of each.
    difference
        That of the first minus that of the second: from -2 to 2.
    """

    first: Estimate
    second: Estimate
    difference: Estimate


def gaps_beside(
    strata: Sequence[tuple[PairedCounts, PairedCounts]], sizes: Sequence[int], level: float = 0.95
) -> GapsBeside:
    """Return the gap of two series on the same items, standardised over strata, and their difference.

    Both gaps are those of `rightreasons.statistics.standardised.standardised_shares`. Their difference is
    that of the paired differences in the two groups, which are of different items: Newcombe's paired
    intervals of groups and strata are put together by their weights (MOVER).

    Parameters
    ----------
    strata
        Items of the one and of the other group in each stratum, with the successes of both series.
    sizes
        What each stratum weighs, as items of the population; strata that lack a group are left out.
    level
        Nominal coverage.

    Returns
    -------
    GapsBeside
        Without values where no stratum has items of both groups.

    References
    ----------
    Zou and Donner (2008), Statistics in Medicine 27:1693-1702; Newcombe (1998), Statistics in Medicine
    17:2635-2650, method 10.
    """
    first, second = (
        standardised_shares(
            np.array([[_split(group, cell) for group in each] for each in strata]), sizes, level
        )
        for cell in ("only_first", "only_second")
    )
    used = [
        (groups, size) for groups, size in zip(strata, sizes, strict=True) if all(each.n for each in groups)
    ]
    if not used:
        return GapsBeside(first[2], second[2], first[2])
    whole = sum(size for _, size in used)
    parts = [
        (sign * size / whole, group.difference(level))
        for groups, size in used
        for sign, group in zip((1, -1), groups, strict=True)
    ]
    value = math.fsum(weight * (part.value or 0.0) for weight, part in parts)
    low, high = (value + side * math.hypot(*(_reach(*part, side) for part in parts)) for side in (-1, 1))
    interval = Interval(max(low, -2.0), min(high, 2.0), level, METHOD)
    n = sum(group.n for groups, _ in used for group in groups)
    return GapsBeside(first[2], second[2], Estimate(value, "proportion", n, interval))


def _split(group: PairedCounts, cell: str) -> tuple[int, int]:
    """Return successes and failures of one of the two series."""
    right = group.both + int(getattr(group, cell))
    return right, group.n - right


def _reach(weight: float, part: Estimate, side: int) -> float:
    """Return how far the bound of a weighted difference is from it, below (-1) or above (1)."""
    low, high = part.bounds
    bound = high if (weight > 0) == (side > 0) else low
    return weight * ((bound or 0.0) - (part.value or 0.0))
