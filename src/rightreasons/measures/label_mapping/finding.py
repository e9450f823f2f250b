"""What is said of the orders of a model's labels: finding, errors, and the label map to paste."""

import shlex
from collections.abc import Sequence

from rightreasons import numbers
from rightreasons.errors import LabelOrderError
from rightreasons.figures import WRONG_FIRST, Figure, Rows
from rightreasons.findings import Cell, Finding, View
from rightreasons.measures.label_mapping.orders import LabelOrder, Order
from rightreasons.printable import printable
from rightreasons.sentences.templates import fill
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate, TestResult

MEASURE = "label_order"
_LONGEST_MAP = 400
_WHY_NO_INTERVAL = "made from the shares of the labels in these very pairs: no interval"


def finding_of(found: LabelOrder, rows: Rows | None = None) -> Finding:
    """Return the figures that the decision rests on, their tests, and all orders.

    Figures: ``accuracy`` (as declared), ``best_other`` and ``chance``. Tests: ``best_other`` (it is right
    more often than the declared order), ``declared`` (that one is right more often than the order that it
    beats least clearly), ``chance`` (it is right more often than by chance). Settings: ``data`` and
    ``decision`` among others.

    Parameters
    ----------
    found
        The orders compared.
    rows
        Where the pairs stand among the items of the run, if they do.
    """
    return Finding(
        measure=MEASURE,
        subject=f"{found.model} on {found.data}",
        definition=fill("label_order.definition"),
        headline=_headline(found),
        figures=_figures(found, rows),
        views={"orders": _view(found)},
        tests=_tests(found),
        settings={
            "data": found.data,
            "decision": found.decision,
            "labels": len(found.labels),
            "level": found.demand.level,
            "decision_level": found.demand.decision_level,
            "floor": found.demand.floor_of(found.labels),
            "label_map": pasted(found, found.declared),
            **_other(found),
        },
        notes=_notes(found),
        on=found.data,
        role="proof",
    )


def check_order(found: LabelOrder) -> None:
    """Do nothing, unless another order is better.

    Raises
    ------
    LabelOrderError
        With the better order as a label map.
    """
    if found.better is not None:
        raise wrong_order(found, found.better)


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
        definition=fill("label_order.definition"),
        headline=fill("label_order.unread", data=data, reason=reason),
        figures=[
            Figure("accuracy", none),
            Figure("accuracy", none, what="best_other"),
            Figure("unanswered", proportion(unanswered, unanswered)),
        ],
        settings={"data": data, "decision": "undecided"},
        on=data,
        role="proof",
    )


def _figures(found: LabelOrder, rows: Rows | None) -> list[Figure]:
    other, total = found.best_other, found.n + found.left_out + found.unanswered
    none = Estimate(None, "proportion", found.n, reason="there is no other order of a single label")
    by_chance = Estimate(found.chance, "proportion", found.n, reason=_WHY_NO_INTERVAL)
    wrong_first = None if rows is None else rows.ordered_by(*WRONG_FIRST)
    declared = proportion(found.declared.correct, found.n)
    best_other = proportion(other.correct, found.n) if other else none
    figures = [
        Figure("accuracy", declared, rows=wrong_first),
        Figure("accuracy", best_other, rows=rows, what="best_other"),
        Figure("value", by_chance, rows=rows, what="chance"),
    ]
    if found.unanswered:
        figures.append(Figure("unanswered", proportion(found.unanswered, total), rows=rows))
    return figures


def _tests(found: LabelOrder) -> dict[str, TestResult]:
    other, closest = found.best_other, found.closest_other
    tests = {"chance": found.beyond_chance}
    if other is not None and other.test is not None:
        tests["best_other"] = other.test
    if closest is not None and closest.converse is not None:
        tests["declared"] = closest.converse
    return tests


def _other(found: LabelOrder) -> dict[str, str]:
    """Return the best other order as it is stated, where it is better than the declared one."""
    if found.decision != "exchanged" or found.best_other is None:
        return {}
    return {"other_label_map": _stated(found, found.best_other)}


def pasted(found: LabelOrder, order: Order) -> str:
    """Return an order as the value of ``--label-map``."""
    return shlex.quote(_stated(found, order))


def _stated(found: LabelOrder, order: Order) -> str:
    """Return an order in the form ``NAME=LABEL,...``."""
    stated = ",".join(f"{name}={label}" for name, label in found.label_map(order).items())
    return printable(stated, _LONGEST_MAP)


def wrong_order(found: LabelOrder, better: Order) -> LabelOrderError:
    """Return the error that another order is better."""
    p_value = (better.test.p_value if better.test else None) or 0.0
    return LabelOrderError(
        f"the labels of '{printable(found.model)}' as declared ({pasted(found, found.declared)}) are right "
        f"on {found.declared.correct} of {found.n} pairs of '{printable(found.data)}', in another order on "
        f"{better.correct} ({numbers.p_stated(p_value)})",
        "labels in an order that no other order beats",
        f"give --label-map {pasted(found, better)}, or go on with --no-label-check",
    )


def unclear(found: LabelOrder, rivals: Sequence[Order]) -> LabelOrderError:
    """Return the error that no order is clearly the right one."""
    best = f"{pasted(found, found.declared)} with {found.declared.correct} of {found.n} pairs right"
    close = "".join(f"; {pasted(found, order)} with {order.correct}" for order in rivals)
    floor, level = found.demand.floor_of(found.labels), found.demand.level
    return LabelOrderError(
        f"no order of the labels of '{printable(found.model)}' is clear on '{printable(found.data)}': {best}"
        f"{close}",
        f"one order that is right on {numbers.percent(floor, 0)} and beats each other one at "
        f"p < {numbers.significant(level)}",
        "say what the outputs mean with --label-map, or calibrate on more pairs that the model can do",
    )


def _headline(found: LabelOrder) -> str:
    shown = {"declared": found.declared.correct / found.n, "pairs": found.n, "data": found.data}
    other = found.best_other
    share = 0.0 if other is None else other.correct / found.n
    if found.decision == "exchanged":
        return fill("label_order.exchanged", **shown, other=share)
    if found.decision == "proved":
        return fill("label_order.proved", **shown)
    return fill("label_order.not_proved", **shown, other=share)


def _notes(found: LabelOrder) -> tuple[str, ...]:
    notes: list[str] = []
    if found.decision == "exchanged" and found.best_other is not None:
        notes.append(fill("label_order.better", order=pasted(found, found.best_other)))
    if found.left_out:
        notes.append(fill("label_order.left_out", pairs=found.left_out))
    if found.unanswered:
        notes.append(fill("label_order.unanswered", pairs=found.unanswered))
    return tuple(notes)


def _view(found: LabelOrder) -> View:
    labels = tuple(str(label) for label in found.labels)
    lines = tuple(_line(found, order) for order in (found.declared, *found.others))
    figures = ("n", "correct", "accuracy", "low", "high", "only_this", "only_declared", "p_value")
    title = fill("label_order.orders")
    return View(
        title,
        (*labels, *figures),
        lines,
        by=labels,
        bounds={"accuracy": ("low", "high")},
        roles=dict.fromkeys(labels, "label"),
    )


def _line(found: LabelOrder, order: Order) -> tuple[Cell, ...]:
    share = proportion(order.correct, found.n)
    p_value = order.test.p_value if order.test else None
    counts = (order.only_this, order.only_declared)
    return (*map(str, order.meaning), found.n, order.correct, share.value, *share.bounds, *counts, p_value)
