"""The measure `controls`: how accurate a model stays where its input is taken away or changed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict

import polars as pl

from rightreasons.challenges.controls.comparing import Compared, ControlSettings, answered, each_compared
from rightreasons.challenges.controls.remarks import headline, notes
from rightreasons.challenges.controls.tables import COLUMN
from rightreasons.challenges.controls.wording import wording
from rightreasons.figures import WRONG_FIRST, Figure, Figures, Rows, where
from rightreasons.findings import Cell, Finding, View
from rightreasons.labels import Label
from rightreasons.pairs import PairTable
from rightreasons.predictions import Predictions
from rightreasons.statistics.multiplicity import holm
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate, TestResult

MEASURE = "controls"
DEFINITION = (
    "Accuracy under each control, and its difference to the accuracy of the normal run on the same items, "
    "each item once (Newcombe's paired interval; McNemar's test, Holm over the controls). changed: share of "
    "items whose predicted label is another one than in the normal run. detectable: smallest difference that "
    "would be told in four cases of five. Which gold label counts stands in the table."
)
COLUMNS = (
    *("control", "n", "normal", "accuracy", "difference", "difference_low", "difference_high", "p_holm"),
    *("changed", "p", "detectable", "what", "gold"),
)
ITEM_COLUMNS: Mapping[str, str] = {
    "control_{control}": "text: The label that is predicted of the row under a control.",
}


def controls(
    base: PairTable,
    normal: Predictions,
    by_control: Mapping[str, Predictions],
    not_made: Mapping[str, str] | None = None,
    settings: ControlSettings | None = None,
) -> Finding:
    """Compare what a model says under each control with what it says normally.

    Parameters
    ----------
    base
        The pairs of the normal run; every row has a gold label.
    normal
        What the model says of them.
    by_control
        What it says of ``controlled(base, NAME, seed)``, by NAME.
    not_made
        Why a control has no predictions, by name.
    settings
        Seed, collapse, and what counts as kept and as sane; None takes the defaults.

    Returns
    -------
    Finding
        Figures of every control: ``NAME.accuracy``, ``NAME.difference`` (control minus normal, same items),
        ``NAME.changed``, ``NAME.detectable``; of the normal run ``normal.accuracy`` and ``normal.majority``
        (share of its most frequent gold label). Tests by NAME. Views ``by_control`` and ``answers``. The
        rows of a control are those of the set ``"DATA, NAME"`` (`control_set`). Items: `ITEM_COLUMNS`.

    Raises
    ------
    PredictionError
        If predictions lack ids, and the settings do not allow it.
    UnknownNameError, MeasureInputError
        If there is no such control, or it cannot be made of these data.
    """
    chosen, reasons = settings or ControlSettings(), dict(not_made or {})
    usual = answered(base, normal, chosen)
    compared = each_compared(base, usual, by_control, chosen)
    tests = {each.name: each.counts.test() for each in compared}
    figures = Figures(
        [
            *_normal_figures(base, usual, chosen.level),
            *(each for control in compared for each in _control_figures(base, control, chosen.level)),
            *_missing_figures(reasons),
        ]
    )
    return Finding(
        measure=MEASURE,
        subject=f"{normal.name} on {base.name}",
        definition=DEFINITION,
        headline=headline(normal.name, figures, chosen.kept),
        figures=figures,
        views={
            "by_control": _by_control(base, compared, tests, reasons, chosen.level),
            "answers": _answers(base, usual, compared),
        },
        tests=tests,
        settings=asdict(chosen),
        notes=notes(figures, {each.name: each.left_out for each in compared}, reasons, chosen.sane),
        on=base.name,
        items=_items(base, compared),
    )


def control_set(name: str, control: str) -> str:
    """Return what the items of a set are called as a set of their own under a control."""
    return f"{name}, {control}"


def _rows(base: PairTable, control: str) -> Rows:
    return where(set=control_set(base.name, control)).ordered_by(*WRONG_FIRST)


def _normal_figures(base: PairTable, usual: pl.DataFrame, level: float) -> Iterator[Figure]:
    accuracy = proportion(int(usual["correct"].sum()), usual.height, level)
    rows = where(set=base.name).ordered_by(*WRONG_FIRST)
    yield Figure("accuracy", accuracy, rows=rows, form="normal.{quantity}")
    majority = proportion(max(usual["label"].value_counts()["count"].to_list()), usual.height, level)
    yield Figure("majority_accuracy", majority, rows=rows, form="normal.majority")


def _control_figures(base: PairTable, each: Compared, level: float) -> Iterator[Figure]:
    counts, group, rows = each.counts, {COLUMN: each.name}, _rows(base, each.name)
    yield Figure("accuracy", proportion(counts.first, counts.n, level), group, rows=rows)
    yield Figure("difference", counts.difference(level), group, rows=rows)
    yield Figure("changed", proportion(each.changed, counts.n, level), group, rows=rows)
    detectable = counts.detectable(level)
    yield Figure("detectable_difference", detectable, group, rows=rows, form="{group}.detectable")


def _missing_figures(reasons: Mapping[str, str]) -> Iterator[Figure]:
    for name, reason in reasons.items():
        none = Estimate(None, "proportion", 0, reason=reason)
        for quantity in ("accuracy", "difference", "changed"):
            yield Figure(quantity, none, {COLUMN: name})


def _by_control(
    base: PairTable,
    compared: Sequence[Compared],
    tests: Mapping[str, TestResult],
    reasons: Mapping[str, str],
    level: float,
) -> View:
    known = {name: test.p_value for name, test in tests.items() if test.p_value is not None}
    adjusted = dict(zip(known, holm(list(known.values())).tolist(), strict=True))
    rows = [_row(each, known.get(each.name), adjusted.get(each.name), level) for each in compared]
    missing = [(name, 0, *[None] * 9, f"not made: {reason}", None) for name, reason in reasons.items()]
    title = "Accuracy under each control, beside the same items as they are"
    return View(
        title,
        COLUMNS,
        (*rows, *missing),
        by=(COLUMN,),
        line_rows=(*(_rows(base, each.name) for each in compared), *[None] * len(missing)),
        quantities={"normal": "accuracy", "detectable": "detectable_difference"},
    )


def _row(each: Compared, p_value: float | None, adjusted: float | None, level: float) -> tuple[Cell, ...]:
    counts, difference, told = each.counts, each.counts.difference(level), wording().controls[each.name]
    bounds = (difference.interval.low, difference.interval.high) if difference.interval else (None, None)
    normal, controlled, changed = (
        count / counts.n if counts.n else None for count in (counts.second, counts.first, each.changed)
    )
    return (
        *(each.name, counts.n, normal, controlled, difference.value, *bounds, adjusted),
        *(changed, p_value, counts.detectable(level).value, told["what"], told["gold"]),
    )


def _answers(base: PairTable, usual: pl.DataFrame, compared: Sequence[Compared]) -> View:
    """Return how often each label is predicted in the normal run and under every control."""
    predicted = {"normal": usual["predicted"], **{each.name: each.items["predicted"] for each in compared}}
    counts = {name: dict(column.value_counts().iter_rows()) for name, column in predicted.items()}
    labels = [label.value for label in Label if any(label.value in found for found in counts.values())]
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (name, *(int(found.get(label, 0)) for label in labels)) for name, found in counts.items()
    )
    line_rows = (where(set=base.name), *(_rows(base, each.name) for each in compared))
    return View("Items by predicted label", (COLUMN, *labels), rows, by=(COLUMN,), line_rows=line_rows)


def _items(base: PairTable, compared: Sequence[Compared]) -> pl.DataFrame:
    items = base.frame.select("id")
    for each in compared:
        own = each.items.select("id", pl.col("predicted").cast(pl.String).alias(f"control_{each.name}"))
        items = items.join(own, on="id", how="left", maintain_order="left")
    return items
