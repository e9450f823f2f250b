"""Stability: how many other divisions of the rows find the same rules."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from rightreasons.discovery.discovered import Discovery, Plan, discovered
from rightreasons.discovery.outcomes import Outcomes
from rightreasons.discovery.parts import Components
from rightreasons.discovery.wording import SAME_ROWS
from rightreasons.labels import Label
from rightreasons.shortcuts.block import Block

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Stability:
    """In how many other divisions of the rows rules hold again.

    Parameters
    ----------
    splits
        How many other divisions were searched and tested.
    again
        Of each rule that was tested, in how many of them a rule with the same label and
        a Jaccard index of rows of at least `SAME_ROWS` holds.
    """

    splits: int
    again: tuple[int, ...]


def stability(
    discovery: Discovery,
    block: Block,
    outcomes: Outcomes,
    plan: Plan,
    splits: int,
    *,
    strata: npt.NDArray[np.int64] | None = None,
    components: Components | None = None,
) -> Stability:
    """Search and test on other divisions of the same rows, and count which rules hold again.

    Parameters
    ----------
    discovery
        What was found, in the pairs of `block`.
    block, outcomes, strata, components
        As `discovered` was given them.
    plan
        As it was planned; the divisions are those of the seeds that follow.
    splits
        How many other divisions.
    """
    components = components or Components.of(block.pairs)

    def again(other: Plan) -> Discovery:
        return discovered(block.pairs, outcomes, other, strata=strata, block=block, components=components)

    return found_again(discovery, plan, splits, again)


def found_again(
    discovery: Discovery, plan: Plan, splits: int, again: Callable[[Plan], Discovery]
) -> Stability:
    """Count in how many other divisions of the rows each rule holds again.

    Parameters
    ----------
    discovery
        What was found.
    plan
        As it was planned.
    splits
        How many other divisions, those of the seeds that follow.
    again
        Searches and tests on the division of a plan.
    """
    counts = [0] * len(discovery.rules)
    for number in range(1, splits + 1):
        other = again(replace(plan, seed=plan.seed + number))
        held = [(each.candidate.rule.label, each.proof.rows) for each in other.proved]
        for place, each in enumerate(discovery.rules):
            counts[place] += _is_among(each.candidate.rule.label, each.proof.rows, held)
    return Stability(splits, tuple(counts))


def _is_among(label: Label, rows: Flags, held: Sequence[tuple[Label, Flags]]) -> bool:
    return any(label == other and _jaccard(rows, flags) >= SAME_ROWS for other, flags in held)


def _jaccard(one: Flags, other: Flags) -> float:
    either = int((one | other).sum())
    return int((one & other).sum()) / either if either else 0.0
