"""The measure `controls`: how accurate a model stays where its input is taken away or changed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace

import polars as pl

from rightreasons.challenges.challenge import Challenge, from_pairs
from rightreasons.challenges.controls.tables import COLUMN, CONTROLS, controlled
from rightreasons.challenges.controls.wording import wording
from rightreasons.challenges.matching import matched
from rightreasons.errors import MeasureInputError
from rightreasons.figures import WRONG_FIRST, Figure, Figures, Rows, where
from rightreasons.findings import Cell, Finding, View, bounded
from rightreasons.labels import CollapseRule, Label
from rightreasons.measures.model.controls_in_words import headline, notes
from rightreasons.measures.model.inputs import ChangeableItems
from rightreasons.measures.model.score import judged
from rightreasons.pairs import PairTable
from rightreasons.predictions import Predictions
from rightreasons.sentences.templates import fill
from rightreasons.statistics.multiplicity import holm
from rightreasons.statistics.paired_scores import PairedCounts
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate, TestResult
from rightreasons.text.language import AUTO


@dataclass(frozen=True)
class ControlSettings:
    """What the figures and the words of the controls go by.

    Parameters
    ----------
    seed
        That of the controls, see `controlled`.
    collapse
        How three labels become two, where gold or predictions have two.
    allow_partial
        Whether items may lack a prediction.
    level
        Nominal coverage of intervals; one minus it is the level of the tests in the headline.
    kept
        Accuracy is kept where the whole interval of the loss lies below this.
    sane
        Accuracy on identity and on negated identity below which there is a warning.
    language
        Code of the language of the sentences, see `controlled`.
    """

    seed: int = 2019
    collapse: CollapseRule = "argmax"
    allow_partial: bool = False
    level: float = 0.95
    kept: float = 0.05
    sane: float = 0.9
    language: str = AUTO


@dataclass(frozen=True)
class ControlComparison:
    """One control beside the normal run.

    Parameters
    ----------
    name
        The control.
    counts
        Right answers: first under the control, second in the normal run.
    changed
        Items whose predicted label is another.
    items
        Columns ``id``, ``correct``, ``predicted``, of the control.
    left_out
        Items of the set that the control was not made of.
    """

    name: str
    counts: PairedCounts
    changed: int
    items: pl.DataFrame = field(repr=False)
    left_out: int = 0


def answered(table: PairTable, predictions: Predictions, settings: ControlSettings) -> pl.DataFrame:
    """Return ``id``, ``label`` (gold), ``predicted`` and ``correct`` of every item that was predicted."""
    challenge = from_pairs(table.name, table, ())
    found = matched(challenge, predictions, allow_partial=settings.allow_partial)
    return judged(challenge, found, settings.collapse).frame.select("id", "label", "predicted", "correct")


def control_comparisons(
    base: PairTable, usual: pl.DataFrame, by_control: Mapping[str, Predictions], settings: ControlSettings
) -> tuple[ControlComparison, ...]:
    """Return every control beside the normal run, in the order of `CONTROLS`.

    Parameters
    ----------
    base
        The pairs of the normal run.
    usual
        What `answered` says of it.
    by_control, settings
        As in `controls`.
    """
    unknown = [name for name in by_control if name not in CONTROLS]
    names = [name for name in CONTROLS if name in by_control]
    return tuple(_compared(base, usual, name, by_control[name], settings) for name in [*names, *unknown])


def _compared(
    base: PairTable, usual: pl.DataFrame, name: str, predictions: Predictions, settings: ControlSettings
) -> ControlComparison:
    table = controlled(base, name, settings.seed, settings.language)
    both = answered(table, predictions, settings).join(
        usual, on="id", how="inner", maintain_order="left", suffix="_normal"
    )
    counts = PairedCounts.of(*(both[column].to_numpy() for column in ("correct", "correct_normal")))
    changed = int((both["predicted"] != both["predicted_normal"]).sum())
    items = both.select("id", "correct", "predicted")
    return ControlComparison(name, counts, changed, items, len(base) - len(table))


ADDS = {"model_measure": {"controls": "controls_on"}}
MEASURE = "controls"
COLUMNS = (
    *("control", "n", "normal", "accuracy", "difference", "difference_low", "difference_high", "p_holm"),
    *("changed", "p", "detectable", "what", "gold"),
)
ITEM_COLUMNS: Mapping[str, str] = {
    "control_{control}": "text answer of {control}: The label that is predicted of the row under a control."
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
        Of every control ``NAME.accuracy``, ``NAME.difference`` (control minus normal, same items),
        ``NAME.changed``, ``NAME.detectable``; ``normal.accuracy``, ``normal.majority``. Tests by NAME. Views
        ``by_control`` and ``answers``. Rows: the set ``"DATA, NAME"`` (`control_set`). Items: `ITEM_COLUMNS`.

    Raises
    ------
    PredictionError
        If predictions lack ids, and the settings do not allow it.
    UnknownNameError, MeasureInputError
        If there is no such control, or it cannot be made of these data.
    """
    chosen, reasons = settings or ControlSettings(), dict(not_made or {})
    usual = answered(base, normal, chosen)
    compared = control_comparisons(base, usual, by_control, chosen)
    tests = {each.name: each.counts.test() for each in compared}
    of_controls = [each for control in compared for each in _control_figures(base, control, chosen.level)]
    usually = _normal_figures(base, usual, chosen.level)
    figures = Figures([*usually, *of_controls, *_missing_figures(reasons)])
    return Finding(
        measure=MEASURE,
        subject=f"{normal.name} on {base.name}",
        definition=fill("controls.definition"),
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
        tests_shortcuts=True,
    )


def controls_on(
    changeable: ChangeableItems, collapse: CollapseRule = "argmax", seed: int = 2019, language: str = AUTO
) -> Finding:
    """Compare predictions on items with a part removed or changed with those on the same items unchanged.

    Parameters
    ----------
    changeable
        The items as they are, what the model said of them, and how it is asked again.
    collapse
        How three labels become two.
    seed, language
        Of the controls, see `controlled`.
    """
    predictions, not_made = {}, {}
    for name in CONTROLS:
        try:
            changed = controlled(changeable.base, name, seed, language)
            asked = changed.named(control_set(changeable.challenge.name, name))
            predictions[name] = changeable.ask(asked)
        except MeasureInputError as error:
            not_made[name] = error.found
    settings = ControlSettings(seed=seed, collapse=collapse, allow_partial=True, language=language)
    finding = controls(changeable.base, changeable.normal, predictions, not_made, settings)
    return replace(finding, items=None, notes=(*finding.notes, *_of_sample(changeable.challenge)))


def _of_sample(base: Challenge) -> tuple[str, ...]:
    if base.strata is None:
        return ()
    return (fill("controls.sample", data=base.name),)


def control_set(name: str, control: str) -> str:
    """Return what the items of a set are called as a set of their own under a control."""
    return f"{name}, {control}"


def _rows(base: PairTable, control: str) -> Rows:
    return where(set=control_set(base.name, control)).ordered_by(*WRONG_FIRST)


def _normal_figures(base: PairTable, usual: pl.DataFrame, level: float) -> Iterator[Figure]:
    accuracy = proportion(int(usual["correct"].sum()), usual.height, level)
    rows = where(set=base.name).ordered_by(*WRONG_FIRST)
    yield Figure("accuracy", accuracy, rows=rows, what="normal.accuracy")
    majority = proportion(max(usual["label"].value_counts()["count"].to_list()), usual.height, level)
    yield Figure("majority_accuracy", majority, rows=rows, what="normal.majority")


def _control_figures(base: PairTable, each: ControlComparison, level: float) -> Iterator[Figure]:
    counts, group, rows = each.counts, {COLUMN: each.name}, _rows(base, each.name)
    yield Figure("accuracy", counts.first(level), group, rows=rows)
    yield Figure("difference", counts.difference(level), group, rows=rows)
    yield Figure("changed", proportion(each.changed, counts.n, level), group, rows=rows)
    detectable = counts.detectable(level)
    yield Figure("detectable_difference", detectable, group, rows=rows, what="detectable")


def _missing_figures(reasons: Mapping[str, str]) -> Iterator[Figure]:
    for name, reason in reasons.items():
        none = Estimate(None, "proportion", 0, reason=reason)
        for quantity in ("accuracy", "difference", "changed"):
            yield Figure(quantity, none, {COLUMN: name})


def _by_control(
    base: PairTable,
    compared: Sequence[ControlComparison],
    tests: Mapping[str, TestResult],
    reasons: Mapping[str, str],
    level: float,
) -> View:
    p_values = {name: test.p_value for name, test in tests.items() if test.p_value is not None}
    adjusted = dict(zip(p_values, holm(list(p_values.values())).tolist(), strict=True))
    rows = [_row(each, p_values.get(each.name), adjusted.get(each.name), level) for each in compared]
    why = {name: fill("controls.not_made_row", reason=reason) for name, reason in reasons.items()}
    missing = [(name, 0, *[None] * 9, reason, None) for name, reason in why.items()]
    title = fill("controls.by_control")
    return View(
        title,
        COLUMNS,
        (*rows, *missing),
        by=(COLUMN,),
        line_rows=(*(_rows(base, each.name) for each in compared), *[None] * len(missing)),
        bounds=bounded("difference"),
        roles={"gold": "text"},
    )


def _row(
    each: ControlComparison, p_value: float | None, adjusted: float | None, level: float
) -> tuple[Cell, ...]:
    counts, difference, words = each.counts, each.counts.difference(level), wording()[each.name]
    normal, controlled = counts.second().value, counts.first().value
    changed = each.changed / counts.n if counts.n else None
    return (
        *(each.name, counts.n, normal, controlled, difference.value, *difference.bounds, adjusted),
        *(changed, p_value, counts.detectable(level).value, words["what"], words["gold"]),
    )


def _answers(base: PairTable, usual: pl.DataFrame, compared: Sequence[ControlComparison]) -> View:
    """Return how often each label is predicted in the normal run and under every control."""
    predicted = {"normal": usual["predicted"], **{each.name: each.items["predicted"] for each in compared}}
    counts = {name: dict(column.value_counts().iter_rows()) for name, column in predicted.items()}
    labels = [label.value for label in Label if any(label.value in found for found in counts.values())]
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (name, *(int(found.get(label, 0)) for label in labels)) for name, found in counts.items()
    )
    line_rows = (where(set=base.name), *(_rows(base, each.name) for each in compared))
    return View(
        fill("controls.answers"),
        (COLUMN, *labels),
        rows,
        by=(COLUMN,),
        line_rows=line_rows,
        roles=dict.fromkeys(labels, "count"),
    )


def _items(base: PairTable, compared: Sequence[ControlComparison]) -> pl.DataFrame:
    items = base.frame.select("id")
    for each in compared:
        own = each.items.select("id", pl.col("predicted").cast(pl.String).alias(f"control_{each.name}"))
        items = items.join(own, on="id", how="left", maintain_order="left")
    return items
