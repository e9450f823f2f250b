"""A rule: up to three predicates of a pair, any of them negated, and the label that it points to."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rightreasons.labels import Label
from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.predicates.predicate import Predicate
from rightreasons.shortcuts.predicates.vocabulary import holds
from rightreasons.shortcuts.shortcut import Flags, Shortcut

FAMILY = "rules"
MOST_PARTS = 3


@dataclass(frozen=True)
class Literal:
    """A predicate, or that it does not hold."""

    predicate: Predicate
    negated: bool = False

    @property
    def key(self) -> str:
        """The key of the predicate, after ``not`` where it is negated."""
        return f"not {self.predicate.key}" if self.negated else self.predicate.key

    @property
    def sentence(self) -> str:
        """What it says."""
        return self.predicate.negated if self.negated else self.predicate.sentence


@dataclass(frozen=True)
class Rule:
    """Pairs on which all of some predicates hold have a label.

    Parameters
    ----------
    literals
        The predicates, one to three.
    label
        The label.
    """

    literals: tuple[Literal, ...]
    label: Label

    @property
    def key(self) -> str:
        """Its predicates, joined by ``&``."""
        return " & ".join(each.key for each in self.literals)

    @property
    def sentence(self) -> str:
        """When it holds, in plain English."""
        return ", and ".join(each.sentence for each in self.literals)

    def holds(self, block: Block) -> Flags:
        """Return whether all predicates hold of each pair, shape (pairs,)."""
        found = np.ones(len(block), dtype=np.bool_)
        for each in self.literals:
            found &= holds(each.predicate, block) != each.negated
        return found

    @property
    def shortcut(self) -> Shortcut:
        """The rule as a shortcut, which marks, groups, weights and challenges take."""
        return Shortcut(self.key, FAMILY, self.sentence, self.label, self.holds)


def simplest_first(rule: Rule, families: Sequence[str]) -> tuple[int, int, int]:
    """Return by what rules that say the same are ordered: parts, negated ones, how simple their kinds are."""
    kinds = sum(families.index(each.predicate.family) for each in rule.literals)
    return len(rule.literals), sum(each.negated for each in rule.literals), kinds
