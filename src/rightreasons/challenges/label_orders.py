"""One order of a model's labels, how right it is, and what is demanded of a better one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rightreasons.labels import Label
from rightreasons.statistics.results import TestResult

Decision = Literal["proved", "exchanged", "undecided"]


@dataclass(frozen=True)
class Demand:
    """When an order of labels counts as better than another.

    Parameters
    ----------
    level
        The p-value of the exact one-sided McNemar test must be below it.
    floor
        The share of pairs that it must get right.
    two_way_floor
        The same for a model with two labels, of which a constant answer gets more right.
    decision_level
        Below it the p-value of the declared order against each other one makes it proved, and that of another
        order against the declared one makes the labels exchanged, whatever share is right.
    """

    level: float
    floor: float
    two_way_floor: float
    decision_level: float = 0.01

    def floor_of(self, labels: Sequence[Label]) -> float:
        """Return the floor for a model with these labels."""
        return self.floor if len(labels) > 2 else self.two_way_floor


@dataclass(frozen=True)
class Order:
    """What the labels of a model are taken for.

    Parameters
    ----------
    meaning
        What each declared label is taken for, in the order of the declared labels.
    correct
        Pairs that are right then.
    only_this, only_declared
        Pairs that are right under this order only, or under the declared one only.
    test
        Whether this order is right more often than the declared one; None for that one itself.
    converse
        Whether the declared order is right more often than this one; None for that one itself.
    """

    meaning: tuple[Label, ...]
    correct: int
    only_this: int = 0
    only_declared: int = 0
    test: TestResult | None = None
    converse: TestResult | None = None


def changed(labels: Sequence[Label], meaning: Sequence[Label]) -> int:
    """Return how many labels are taken for another one."""
    return sum(label is not other for label, other in zip(labels, meaning, strict=True))


def is_below(test: TestResult | None, level: float) -> bool:
    """Return whether a test has a p-value below a level."""
    return test is not None and test.p_value is not None and test.p_value < level
