"""A model under every order of its own labels, and how the check says it: finding, errors, label map."""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from rightreasons.errors import LabelOrderError
from rightreasons.figures import WRONG_FIRST, Figure, Rows
from rightreasons.findings import Cell, Finding, View
from rightreasons.labels import Label
from rightreasons.printable import printable
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate, TestResult

# One order of a model's labels, how right it is, and what is demanded of a better one.


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
        """Whether the declared order beats each other one (proved), another one beats it, or neither."""
        level, other, closest = self.demand.decision_level, self.best_other, self.closest_other
        if other is not None and is_below(other.test, level):
            return "exchanged"
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

    def check(self) -> None:
        """Do nothing, unless another order is better.

        Raises
        ------
        LabelOrderError
            With the better order as a label map.
        """
        if self.better is not None:
            raise wrong_order(self, self.better)

    def finding(self, rows: Rows | None = None) -> Finding:
        """Return the figures that the decision rests on, their tests, and all orders.

        Figures: ``accuracy`` (as declared), ``best_other`` and ``chance``. Tests: ``best_other`` (it is right
        more often than the declared order), ``declared`` (that one is right more often than the order that it
        beats least clearly), ``chance`` (it is right more often than by chance). Settings: ``data`` and
        ``decision`` among others.

        Parameters
        ----------
        rows
            Where the pairs stand among the items of the run, if they do.
        """
        return Finding(
            measure=MEASURE,
            subject=f"{self.model} on {self.data}",
            definition=DEFINITION,
            headline=_headline(self),
            figures=_figures(self, rows),
            views={"orders": _view(self)},
            tests=_tests(self),
            settings={
                "data": self.data,
                "decision": self.decision,
                "labels": len(self.labels),
                "level": self.demand.level,
                "decision_level": self.demand.decision_level,
                "floor": self.demand.floor_of(self.labels),
                "label_map": pasted(self, self.declared),
            },
            notes=_notes(self),
            on=self.data,
        )


def _p_value(test: TestResult | None) -> float:
    return 1.0 if test is None or test.p_value is None else test.p_value


# The finding and the errors of the check of the label order, with the label map to paste.


MEASURE = "label_order"
DEFINITION = (
    "Share of labelled pairs that the model gets right with its labels taken for what it calls them "
    "(accuracy), and under the best of all other orders of the same labels (best_other); gold collapsed to "
    "the labels that the model has. Chance: the accuracy of labels that are as frequent and independent of "
    "gold. Proved: the declared order beats each other one; exchanged: another one beats it; undecided: "
    "neither. Tests: exact one-sided McNemar for two orders, exact binomial for chance."
)
_LONGEST_MAP = 400
_SMALLEST = 1e-300  # what a p-value that is too small for a float is written as
_WHY_NO_INTERVAL = "made from the shares of the labels in these very pairs: no interval"


def unread(model: str, data: str, unanswered: int) -> Finding:
    """Return the finding where no pair got a label: nothing is known of the order.

    Parameters
    ----------
    model, data
        What to call the model and the labelled pairs.
    unanswered
        How many pairs were answered without a label.
    """
    reason = "no reply could be read as a label"
    none = Estimate(None, "proportion", 0, reason=reason)
    return Finding(
        measure=MEASURE,
        subject=f"{model} on {data}",
        definition=DEFINITION,
        headline=f"The order of the labels is not proved on '{printable(data)}': {reason}.",
        figures=[
            Figure("accuracy", none, form="accuracy"),
            Figure("accuracy", none, form="best_other"),
            Figure("unanswered", proportion(unanswered, unanswered), form="unanswered"),
        ],
        settings={"data": data, "decision": "undecided"},
        on=data,
    )


def _figures(found: LabelOrder, rows: Rows | None) -> list[Figure]:
    other, total = found.best_other, found.n + found.left_out + found.unanswered
    none = Estimate(None, "proportion", found.n, reason="there is no other order of a single label")
    by_chance = Estimate(found.chance, "proportion", found.n, reason=_WHY_NO_INTERVAL)
    wrong_first = None if rows is None else rows.ordered_by(*WRONG_FIRST)
    declared = proportion(found.declared.correct, found.n)
    best_other = proportion(other.correct, found.n) if other else none
    figures = [
        Figure("accuracy", declared, rows=wrong_first, form="accuracy"),
        Figure("accuracy", best_other, rows=rows, form="best_other"),
        Figure("value", by_chance, rows=rows, form="chance"),
    ]
    if found.unanswered:
        figures.append(
            Figure("unanswered", proportion(found.unanswered, total), rows=rows, form="unanswered")
        )
    return figures


def _tests(found: LabelOrder) -> dict[str, TestResult]:
    other, closest = found.best_other, found.closest_other
    tests = {"chance": found.beyond_chance}
    if other is not None and other.test is not None:
        tests["best_other"] = other.test
    if closest is not None and closest.converse is not None:
        tests["declared"] = closest.converse
    return tests


def pasted(found: LabelOrder, order: Order) -> str:
    """Return an order as the value of ``--label-map``."""
    stated = ",".join(f"{name}={label}" for name, label in found.label_map(order).items())
    return shlex.quote(printable(stated, _LONGEST_MAP))


def wrong_order(found: LabelOrder, better: Order) -> LabelOrderError:
    """Return the error that another order is better."""
    p_value = (better.test.p_value if better.test else None) or _SMALLEST
    return LabelOrderError(
        f"the labels of '{printable(found.model)}' as declared ({pasted(found, found.declared)}) are right "
        f"on {found.declared.correct} of {found.n} pairs of '{printable(found.data)}', in another order on "
        f"{better.correct} (p = {p_value:.1g})",
        "labels in an order that no other order beats",
        f"give --label-map {pasted(found, better)}, or go on with --no-label-check",
    )


def unclear(found: LabelOrder, rivals: Sequence[Order]) -> LabelOrderError:
    """Return the error that no order is clearly the right one."""
    best = f"{pasted(found, found.declared)} with {found.declared.correct} of {found.n} pairs right"
    close = "".join(f"; {pasted(found, order)} with {order.correct}" for order in rivals)
    floor = found.demand.floor_of(found.labels)
    return LabelOrderError(
        f"no order of the labels of '{printable(found.model)}' is clear on '{printable(found.data)}': {best}"
        f"{close}",
        f"one order that is right on {floor:.0%} and beats each other one at p < {found.demand.level:g}",
        "say what the outputs mean with --label-map, or calibrate on more pairs that the model can do",
    )


def _headline(found: LabelOrder) -> str:
    pairs = f"{found.n} pairs of '{printable(found.data)}'"
    start = (
        f"With its labels as declared the model gets {found.declared.correct / found.n:.1%} of {pairs} right"
    )
    other = found.best_other
    share = 0.0 if other is None else other.correct / found.n
    if found.decision == "exchanged":
        return f"{start}, with them in another order {share:.1%}: the order is wrong."
    if found.decision == "proved":
        return f"{start}: no other order is better."
    return f"{start}, and in another order at most {share:.1%}: the order of its labels is not proved."


def _notes(found: LabelOrder) -> tuple[str, ...]:
    notes = []
    if found.decision == "exchanged" and found.best_other is not None:
        notes.append(f"the better order: --label-map {pasted(found, found.best_other)}")
    if found.left_out:
        notes.append(f"{found.left_out:,} pairs have a gold label that the model does not have: left out")
    if found.unanswered:
        notes.append(f"{found.unanswered:,} pairs got no label from the model: left out")
    return tuple(notes)


def _view(found: LabelOrder) -> View:
    labels = tuple(str(label) for label in found.labels)
    lines = tuple(_line(found, order) for order in (found.declared, *found.others))
    figures = ("n", "correct", "accuracy", "low", "high", "only_this", "only_declared", "p_value")
    title = "Every order of the labels: what each label of the model is taken for, the declared order first"
    return View(title, (*labels, *figures), lines, by=labels, bounds={"accuracy": ("low", "high")})


def _line(found: LabelOrder, order: Order) -> tuple[Cell, ...]:
    share = proportion(order.correct, found.n)
    p_value = order.test.p_value if order.test else None
    counts = (order.only_this, order.only_declared)
    return (*map(str, order.meaning), found.n, order.correct, share.value, *share.bounds, *counts, p_value)
