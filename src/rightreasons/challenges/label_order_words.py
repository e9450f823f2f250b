"""What the check of the label order says: its finding and its errors, with the label map to paste."""

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rightreasons.challenges.label_orders import Order
from rightreasons.errors import LabelOrderError
from rightreasons.findings import Cell, Finding, View
from rightreasons.printable import printable
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate

if TYPE_CHECKING:
    from rightreasons.challenges.label_order import LabelOrder

MEASURE = "label_order"
DEFINITION = (
    "Share of ordinary labelled pairs that the model gets right with its labels taken for what it calls them "
    "(accuracy), and under the best of all other orders of the same labels (best_other); gold collapsed to "
    "the labels that the model has. Test: exact one-sided McNemar, other order against declared one."
)
_LONGEST_MAP = 400


def finding_of(found: "LabelOrder") -> Finding:
    """Return the figures with the table of all orders."""
    other = found.best_other
    none = Estimate(None, "proportion", found.n, reason="there is no other order of a single label")
    return Finding(
        measure=MEASURE,
        subject=f"{found.model} on {found.data}",
        definition=DEFINITION,
        headline=_headline(found),
        figures={
            "accuracy": proportion(found.declared.correct, found.n),
            "best_other": proportion(other.correct, found.n) if other else none,
        },
        views={"orders": _table(found)},
        tests={"best_other": other.test} if other and other.test else {},
        settings={
            "level": found.demand.level,
            "floor": found.demand.floor_of(found.labels),
            "label_map": pasted(found, found.declared),
        },
        notes=_notes(found),
    )


def pasted(found: "LabelOrder", order: Order) -> str:
    """Return an order as the value of ``--label-map``."""
    said = ",".join(f"{name}={label}" for name, label in found.label_map(order).items())
    return shlex.quote(printable(said, _LONGEST_MAP))


def wrong_order(found: "LabelOrder", better: Order) -> LabelOrderError:
    """Return the error that another order is better."""
    p_value = better.test.p_value if better.test else None
    return LabelOrderError(
        f"the labels of '{printable(found.model)}' as declared ({pasted(found, found.declared)}) are right "
        f"on {found.declared.correct} of {found.n} pairs of '{printable(found.data)}', in another order on "
        f"{better.correct} (p = {p_value:.1g})",
        "labels in an order that no other order beats",
        f"give --label-map {pasted(found, better)}, or go on with --no-label-check",
    )


def unclear(found: "LabelOrder", rivals: Sequence[Order]) -> LabelOrderError:
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


def _headline(found: "LabelOrder") -> str:
    accuracy = found.declared.correct / found.n
    pairs = f"{found.n} pairs of '{printable(found.data)}'"
    start = f"With its labels as declared the model gets {accuracy:.1%} of {pairs} right"
    if found.better is not None:
        return (
            f"{start}, with them in another order {found.better.correct / found.n:.1%}: the order is wrong."
        )
    if accuracy < found.demand.floor_of(found.labels):
        return f"{start}, and no other order is clearly better: the order of its labels is not proved."
    return f"{start}: no other order is better."


def _notes(found: "LabelOrder") -> tuple[str, ...]:
    notes = []
    if found.better is not None:
        notes.append(f"the better order: --label-map {pasted(found, found.better)}")
    if found.left_out:
        notes.append(f"{found.left_out:,} pairs have a gold label that the model does not have: left out")
    if found.unanswered:
        notes.append(f"{found.unanswered:,} pairs got no label from the model: left out")
    return tuple(notes)


def _table(found: "LabelOrder") -> View:
    rows = tuple(_row(found, order) for order in (found.declared, *found.others))
    figures = ("n", "correct", "accuracy", "low", "high", "only_this", "only_declared", "p_value")
    title = "Every order of the labels: what each label of the model is taken for, the declared order first"
    return View(title, (*(str(label) for label in found.labels), *figures), rows)


def _row(found: "LabelOrder", order: Order) -> tuple[Cell, ...]:
    share = proportion(order.correct, found.n)
    bounds = (share.interval.low, share.interval.high) if share.interval else (None, None)
    p_value = order.test.p_value if order.test else None
    taken = (str(label) for label in order.meaning)
    return (
        *taken,
        found.n,
        order.correct,
        share.value,
        *bounds,
        order.only_this,
        order.only_declared,
        p_value,
    )
