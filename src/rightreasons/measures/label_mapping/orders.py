"""How right a model is under every order of its own labels, and which order that proves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
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
    explains
        Whether, of the errors whose label this order takes for another, it makes more right than errors that
        are spread evenly over the other labels would be; None for the declared order, and of two labels, of
        which the other is always right where one is wrong.
    """

    meaning: tuple[Label, ...]
    correct: int
    only_this: int = 0
    only_declared: int = 0
    test: TestResult | None = None
    converse: TestResult | None = None
    explains: TestResult | None = None


def changed(labels: Sequence[Label], meaning: Sequence[Label]) -> int:
    """Return how many labels are taken for another one."""
    return sum(label is not other for label, other in zip(labels, meaning, strict=True))


def is_below(test: TestResult | None, level: float) -> bool:
    """Return whether a test has a p-value below a level."""
    return test is not None and test.p_value is not None and test.p_value < level


@dataclass(frozen=True)
class LabelOrder:
    """How right a model is under every order of its own labels.

    Parameters
    ----------
    model, data
        What to call the model and the labelled pairs.
    labels
        The model's own labels, as declared, in the order of `Label`.
    declared
        The labels taken for what the model calls them.
    others
        Every other order, with the exact one-sided McNemar test of it against the declared one.
    n
        Pairs compared.
    left_out
        Pairs whose gold label the model does not have, so that no order can be right.
    unanswered
        Pairs without a prediction.
    chance
        Accuracy that predictions with these labels, each as often as here, have if they are independent of
        the gold labels; None where several labels are right for one gold label.
    demand
        When another order counts as better.
    names
        Declared label by the name that the model itself has for it.
    """

    model: str
    data: str
    labels: tuple[Label, ...]
    declared: Order
    others: tuple[Order, ...]
    n: int
    left_out: int
    unanswered: int
    chance: float | None
    demand: Demand
    names: Mapping[str, Label] = field(default_factory=dict)

    @property
    def best_other(self) -> Order | None:
        """The other order that is right most often; of equals the one that changes the fewest labels."""
        return max(
            self.others, key=lambda order: (order.correct, -changed(self.labels, order.meaning)), default=None
        )

    @property
    def closest_other(self) -> Order | None:
        """The other order that the declared one beats least clearly."""
        return max(self.others, key=lambda order: _p_value(order.converse), default=None)

    @property
    def better(self) -> Order | None:
        """The other order that beats the declared one and reaches the floor, or None."""
        other = self.best_other
        floor = self.demand.floor_of(self.labels)
        if other is None or not is_below(other.test, self.demand.level):
            return None
        return other if other.correct >= floor * self.n else None

    @property
    def decision(self) -> Decision:
        """Whether the declared order beats each other one (proved), another one beats it, or neither.

        Another order is right more often than any model that is mostly wrong: it counts only where it makes
        errors right beyond what evenly spread ones would be.
        """
        level, other, closest = self.demand.decision_level, self.best_other, self.closest_other
        if other is not None and is_below(other.test, level):
            explained = other.explains is None or is_below(other.explains, level / len(self.others))
            return "exchanged" if explained else "undecided"
        return "proved" if closest is not None and is_below(closest.converse, level) else "undecided"

    @property
    def beyond_chance(self) -> TestResult:
        """Test of the declared order being right no more often than `chance`; exact binomial, one-sided."""
        from scipy.special import bdtrc

        method = "binomial exact, one-sided"
        if self.chance is None:
            reason = "several labels are right for one gold label"
            return TestResult(method, None, None, self.n, reason=reason)
        correct = self.declared.correct
        p_value = float(bdtrc(correct - 1, self.n, self.chance)) if correct else 1.0
        return TestResult(method, None, p_value, self.n)

    def label_map(self, order: Order | None = None) -> dict[str, Label]:
        """Return what the model's own names mean under an order, by default the declared one."""
        meaning = dict(zip(self.labels, (order or self.declared).meaning, strict=True))
        return {name: meaning[label] for name, label in self.names.items()}


def _p_value(test: TestResult | None) -> float:
    return 1.0 if test is None or test.p_value is None else test.p_value
