"""Scores: one number a row, or a list of numbers a row, one an output."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl

from rightreasons.errors import PredictionError
from rightreasons.labels import TWO_WAY, Label
from rightreasons.printable import printable, quoted
from rightreasons.sources.columns.roles import predicted_label_column
from rightreasons.sources.predictions.keys import GOLD, PredictionTable
from rightreasons.sources.raw import RawTable

_HUB_ORDER = {"0": Label.ENTAILMENT, "1": Label.NEUTRAL, "2": Label.CONTRADICTION}
_ROUNDED = 0.01


def of_scores(raw: RawTable, column: str, score_of: Label) -> PredictionTable:
    """Return a single score as two probabilities; 1 in gold says what the score is the score of."""
    other = next(label for label in TWO_WAY if label is not score_of)
    numbers = raw.parsed.frame[column].cast(pl.String).cast(pl.Float64, strict=False)
    wrong = (~numbers.is_between(0, 1)).fill_null(value=True)
    if wrong.any():
        at = int(wrong.arg_true()[0])
        raise PredictionError(
            f"{printable(raw.name)} column '{printable(column)}' row {at} is "
            f"'{printable(str(raw.parsed.frame[column][at]))}'",
            "a score from 0 to 1 in every row",
            "write probabilities: the sigmoid of a logit, or the score divided by its range",
        )
    frame = raw.parsed.frame.drop(column).with_columns(
        numbers.alias(score_of.value), (1 - numbers).alias(other.value)
    )
    gold = {"1": score_of, "0": other, "1.0": score_of, "0.0": other, "true": score_of, "false": other}
    table = replace(raw, parsed=replace(raw.parsed, frame=frame))
    return PredictionTable(table, f"gold and a score of {score_of}", (), gold)


def of_lists(raw: RawTable, lists: Sequence[str], *, documented: bool) -> PredictionTable:
    """Return lists of logits or probabilities as a column an output.

    Parameters
    ----------
    raw
        The table.
    lists
        Columns that hold such lists.
    documented
        Whether the order of the labels is that of Hugging Face's SNLI.

    Raises
    ------
    PredictionError
        If the lists differ in length, hold no finite numbers, or do not fit the labels beside them.
    """
    column = next((name for name in ("probs", "probabilities") if name in lists), lists[0])
    values = _matrix(raw, column)
    kind = "logits"
    if (values >= 0).all() and (np.abs(values.sum(axis=1) - 1) <= _ROUNDED).all():
        kind = "probabilities"
    elif column in ("probs", "probabilities"):
        raise PredictionError(
            f"{printable(raw.name)} column '{printable(column)}' holds numbers that do not sum to 1",
            "probabilities from 0 to 1 that sum to 1 in every row",
            f"call the column logits, or name it so: --columns scores={printable(column)}",
        )
    _refuse_unfitting(raw, values, column)
    from scipy.special import softmax

    names = tuple(str(place) for place in range(values.shape[1]))
    own = softmax(values, axis=1) if kind == "logits" else values
    outputs = [pl.Series(name, own[:, place]) for place, name in enumerate(names)]
    frame = raw.parsed.frame.drop(*lists, *names, strict=False).with_columns(outputs)
    frame = frame.drop([name for name in ("conf", "index") if name in frame.columns])
    order = _HUB_ORDER if documented and values.shape[1] == len(_HUB_ORDER) else None
    read_as = "eval_predictions of a Hugging Face run" if documented else f"lists of {kind} by position"
    return PredictionTable(replace(raw, parsed=replace(raw.parsed, frame=frame)), read_as, names, order)


def _matrix(raw: RawTable, column: str) -> np.ndarray[Any, np.dtype[np.float64]]:
    rows = raw.parsed.frame[column].to_list()
    widths = {None if row is None else len(row) for row in rows}
    try:
        values = np.array(rows, dtype=np.float64)
    except (TypeError, ValueError):
        values = np.empty(0)
    if len(widths) != 1 or values.ndim != 2 or values.shape[1] < 2 or not np.isfinite(values).all():
        raise PredictionError(
            f"{printable(raw.name)} column '{printable(column)}' holds lists of "
            f"{quoted(tuple(sorted(map(str, widths))))} values, or values that are no finite numbers",
            "the same number of scores in every row, two or more",
            "mend the file",
        )
    return values


def _refuse_unfitting(raw: RawTable, values: np.ndarray[Any, np.dtype[np.float64]], column: str) -> None:
    """Refuse scores whose highest is not the label beside them, where that is a position."""
    name = predicted_label_column(raw, ())
    if name is None or name == GOLD:
        return
    places = raw.parsed.frame[name].cast(pl.String).cast(pl.Int64, strict=False)
    if places.null_count():
        return
    indices = places.to_numpy()
    inside = (indices >= 0) & (indices < values.shape[1])
    fits = inside.copy()
    fits[inside] = values[inside, indices[inside]] >= values[inside].max(axis=1)
    if not fits.all():
        raise PredictionError(
            f"{printable(raw.name)}: in {int((~fits).sum()):,} rows the highest of '{printable(column)}' is "
            f"not '{printable(name)}' (first in row {int(np.flatnonzero(~fits)[0])})",
            "scores of which the highest is that of the predicted label",
            "check that scores and labels are of the same model and items",
        )
