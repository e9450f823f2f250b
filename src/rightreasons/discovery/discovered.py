"""Rules of a data set, or of a model beside it: searched on one half, tested on the other."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from rightreasons.discovery.halves import Components
from rightreasons.discovery.outcomes import Outcomes
from rightreasons.discovery.proof import Proof, proofs
from rightreasons.discovery.search import Candidate, SearchSettings, searched
from rightreasons.pairs import PairTable
from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.predicates.vocabulary import columns

LEAST_ROWS = 20
LEAST_SHARE = 0.002


@dataclass(frozen=True)
class Found:
    """A rule with what both halves say of it.

    Parameters
    ----------
    candidate
        As it was found.
    proof
        What the other half says of it.
    """

    candidate: Candidate
    proof: Proof


@dataclass(frozen=True)
class Discovery:
    """What was found.

    Parameters
    ----------
    rules
        All rules that were carried to the tested half, in the order in which they were found.
    searched
        Which rows were searched; shape (rows,). The others tested the rules.
    predicates
        How many predicates were searched.
    least
        Searched rows that a rule holds of at least.
    by
        What of equal texts stayed together.
    alpha
        A rule is proved if its adjusted p-value is below.
    """

    rules: tuple[Found, ...]
    searched: npt.NDArray[np.bool_] = field(repr=False)
    predicates: int
    least: int
    by: str
    alpha: float = 0.05

    @property
    def proved(self) -> tuple[Found, ...]:
        """The rules that hold on the tested half."""
        return tuple(each for each in self.rules if each.proof.adjusted < self.alpha)


@dataclass(frozen=True)
class Plan:
    """How rules are discovered.

    Parameters
    ----------
    seed
        Decides which components of equal texts are searched.
    most_rules
        Rules that are carried to the other half at most.
    least
        Rows of the searched half that a rule holds of at least; None: `LEAST_SHARE` of them, and at least
        `LEAST_ROWS`.
    alpha
        Family-wise error of the proof.
    level
        Nominal coverage of intervals.
    of_pairs
        Whether predicates of the hypothesis alone are left out.
    """

    seed: int = 1
    most_rules: int = 20
    least: int | None = None
    alpha: float = 0.05
    level: float = 0.95
    of_pairs: bool = False

    def search(self, rows: int) -> SearchSettings:
        """Return how so many rows are searched."""
        own = max(LEAST_ROWS, round(LEAST_SHARE * rows)) if self.least is None else self.least
        return SearchSettings(least=own, most_rules=self.most_rules)


def discovered(
    pairs: PairTable,
    outcomes: Outcomes,
    plan: Plan | None = None,
    *,
    strata: npt.NDArray[np.int64] | None = None,
    block: Block | None = None,
    components: Components | None = None,
    half: npt.NDArray[np.bool_] | None = None,
) -> Discovery:
    """Search rules on one half of some pairs and test them on the other.

    Parameters
    ----------
    pairs
        The pairs.
    outcomes
        What is to be explained, of each pair.
    plan
        How; None: as `Plan` has it.
    strata
        Rows that the base model takes for alike, numbered from 0; None: all.
    block, components
        Those of the pairs, where they are at hand.
    half
        Which rows are searched; None: half of the components.
    """
    plan, block = plan or Plan(), block or Block(pairs)
    components = components or Components.of(pairs)
    strata = np.zeros(len(pairs), dtype=np.int64) if strata is None else strata
    half = components.half(plan.seed) if half is None else half
    rows = int(half.sum())
    settings = plan.search(rows)
    every = columns(block, half, settings.least, rows - settings.least)
    own = [each for each in every if not (plan.of_pairs and each.predicate.is_of_hypothesis_alone)]
    candidates = list(searched(own, outcomes, half, strata, settings)) if own else []
    held = [each.rule.holds(block) for each in candidates]
    labels = [outcomes.labels.index(each.rule.label) for each in candidates]
    tested = proofs(held, labels, outcomes, ~half, strata, components.of_rows, plan.level)
    rules = tuple(Found(*each) for each in zip(candidates, tested, strict=True))
    return Discovery(rules, half, len(own), settings.least, components.by, plan.alpha)
