"""Rules of a data set, or of a model beside it: searched on one part of the rows, tested on the rest."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from rightreasons.discovery.alternatives import groups_of
from rightreasons.discovery.outcomes import Outcomes
from rightreasons.discovery.parts import SEARCHED, Components
from rightreasons.discovery.proof import Proof, proofs
from rightreasons.discovery.search import Candidate, SearchSettings, searched
from rightreasons.pairs import PairTable
from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.predicates.vocabulary import columns

LEAST_ROWS = 20
LEAST_SHARE = 0.002
Flags = npt.NDArray[np.bool_]
Strata = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Found:
    """A rule with what both parts of the rows say of it.

    Parameters
    ----------
    candidate
        As it was found.
    proof
        What the tested rows say of it.
    """

    candidate: Candidate
    proof: Proof


@dataclass(frozen=True)
class Discovery:
    """What was found.

    Parameters
    ----------
    rules
        All rules that were tested, in the order in which they were found.
    searched
        Which rows were searched; shape (rows,).
    tested
        Which rows tested the rules; shape (rows,). All others, unless a part of those to be searched was.
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
    searched: Flags = field(repr=False)
    tested: Flags = field(repr=False)
    predicates: int
    least: int
    by: str
    alpha: float = 0.05

    @property
    def proved(self) -> tuple[Found, ...]:
        """The rules that hold on the tested rows."""
        return tuple(each for each in self.rules if each.proof.adjusted < self.alpha)


@dataclass(frozen=True)
class Plan:
    """How rules are discovered.

    Parameters
    ----------
    seed
        Decides which components of equal texts are searched.
    most_rules
        Rules that are tested at most.
    least
        Searched rows that a rule holds of at least; None: `LEAST_SHARE` of them, and at least
        `LEAST_ROWS`.
    alpha
        Family-wise error of the proof.
    level
        Nominal coverage of intervals.
    share
        Of the rows, what is searched.
    of_pairs
        Whether predicates of the hypothesis alone are left out.
    """

    seed: int = 1
    most_rules: int = 20
    least: int | None = None
    alpha: float = 0.05
    level: float = 0.95
    share: float = SEARCHED
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
    strata: Strata | None = None,
    block: Block | None = None,
    components: Components | None = None,
    done: Flags | None = None,
) -> Discovery:
    """Search rules on one part of some pairs and test them on the rest.

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
    done
        Which rows are searched; None: the share of the plan, whole components.
    """
    plan, block = plan or Plan(), block or Block(pairs)
    components = components or Components.of(pairs)
    strata = np.zeros(len(pairs), dtype=np.int64) if strata is None else strata
    done = components.searched(plan.seed, plan.share) if done is None else done
    found = candidates_of(block, outcomes, done, plan, strata)
    held = [each.rule.holds(block) for each in found.candidates]
    return proved_rules(found, held, outcomes, (done, ~done), components, plan, strata)


@dataclass(frozen=True)
class Searched:
    """What a search came to.

    Parameters
    ----------
    candidates
        The rules, in the order in which they were found.
    predicates
        How many predicates were searched.
    least
        Searched rows that a rule holds of at least.
    """

    candidates: tuple[Candidate, ...]
    predicates: int
    least: int


def candidates_of(
    block: Block, outcomes: Outcomes, counted: Flags, plan: Plan, strata: Strata | None = None
) -> Searched:
    """Search some rows of a block for rules; parameters as of `discovered`."""
    strata = np.zeros(len(block), dtype=np.int64) if strata is None else strata
    rows = int(counted.sum())
    settings = plan.search(rows)
    every = columns(block, counted, settings.least, rows - settings.least)
    own = [each for each in every if not (plan.of_pairs and each.predicate.is_of_hypothesis_alone)]
    found = tuple(searched(own, outcomes, counted, strata, settings)) if own else ()
    return Searched(found, len(own), settings.least)


def proved_rules(
    found: Searched,
    held: Sequence[Flags],
    outcomes: Outcomes,
    rows: tuple[Flags, Flags],
    components: Components,
    plan: Plan,
    strata: Strata | None = None,
) -> Discovery:
    """Test the rules that a search found.

    Parameters
    ----------
    found
        The search.
    held
        Of which rows each rule holds, shape (rows,) each.
    outcomes
        What is explained.
    rows
        The rows that were searched, and those that test the rules.
    components, plan, strata
        As of `discovered`.
    """
    done, tested = rows
    strata = np.zeros(len(done), dtype=np.int64) if strata is None else strata
    labels = [outcomes.labels.index(each.rule.label) for each in found.candidates]
    asked = (outcomes, tested, strata, components.of_rows, plan.level)
    proved = proofs(held, labels, *asked)
    rules = tuple(Found(*each) for each in zip(found.candidates, proved, strict=True))
    rules = _joined(rules, held, asked, plan.alpha)
    return Discovery(rules, done, tested, found.predicates, found.least, components.by, plan.alpha)


def _joined(
    rules: tuple[Found, ...],
    held: Sequence[Flags],
    asked: tuple[Outcomes, Flags, Strata, Strata, float],
    alpha: float,
) -> tuple[Found, ...]:
    """Return rules as they are, or those as one that hold and differ in a word, if all that held still do.

    What is joined is tested anew, on the same rows; the p-value of each is no smaller than before.
    """
    groups = groups_of([each.candidate for each in rules], [each.proof for each in rules], alpha)
    if len(groups) == len(rules):
        return rules
    outcomes = asked[0]
    rows = [np.any([held[place] for place in places], axis=0) for _, places in groups]
    labels = [outcomes.labels.index(candidate.rule.label) for candidate, _ in groups]
    before = [max(rules[place].proof.adjusted for place in places) for _, places in groups]
    found = tuple(
        Found(candidate, replace(proof, adjusted=max(proof.adjusted, least)))
        for (candidate, _), proof, least in zip(groups, proofs(rows, labels, *asked), before, strict=True)
    )
    lost = any(least < alpha <= each.proof.adjusted for each, least in zip(found, before, strict=True))
    return rules if lost else found
