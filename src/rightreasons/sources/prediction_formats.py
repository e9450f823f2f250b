"""Files of predictions as evaluation tools write them, each brought to columns that all formats share."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from rightreasons.errors import PredictionError
from rightreasons.labels import TWO_WAY, Label
from rightreasons.printable import printable, quoted
from rightreasons.sources.columns import is_label, predicted_label_column
from rightreasons.sources.evaluation_logs import logged
from rightreasons.sources.objects import object_tables
from rightreasons.sources.opening import open_path
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.prediction_keys import GOLD, PREDICTED, PredictionTable
from rightreasons.sources.raw import RawTable
from rightreasons.sources.spellings import spelling

_LISTS = ("predicted_scores", "logits", "scores", "probs", "probabilities")
_GOLD = ("true", "y_true", "target", GOLD)
_SCORES = ("y_score", "score")
_HUB_ORDER = {"0": Label.ENTAILMENT, "1": Label.NEUTRAL, "2": Label.CONTRADICTION}
_ROUNDED = 0.01


def prediction_table(
    data: Any, columns: Mapping[str, str | int] | None = None, score_of: Label = Label.ENTAILMENT
) -> PredictionTable:
    """Return predictions of any format; which one is told by the content alone.

    Parameters
    ----------
    data
        A path, or an object as `rightreasons.sources.read.read_pairs` takes it.
    columns
        Role to column: id, premise, hypothesis, gold, predicted, score (one number), scores (a list a row).
    score_of
        What a single score is the score of.

    Raises
    ------
    PredictionError
        If a stated column is not there, or scores do not fit the labels beside them.
    InputError
        For whatever is wrong with the file.
    """
    log = logged(Path(data)) if isinstance(data, str | Path) and Path(data).is_file() else None
    if log is not None and not columns:
        return log
    stated = {role: str(column) for role, column in (columns or {}).items()}
    raw = _renamed(_single_table(data), stated)
    score = next((name for name in _SCORES if name in raw.columns), None)
    lists = [name for name in _LISTS if isinstance(raw.parsed.frame.schema.get(name), pl.List)]
    raw = _with_gold(raw)
    if score is not None and not lists and (GOLD in raw.columns or "score" in (columns or {})):
        return _of_scores(raw, score, score_of)
    if not lists:
        return PredictionTable(raw, "a table of predictions")
    durrett = lists[0] == "predicted_scores" and {PREDICTED, GOLD} <= set(raw.columns)
    return _of_lists(raw, lists, documented=durrett)


# One table of any format that pairs are read from.


def _single_table(data: Any) -> RawTable:
    if isinstance(data, (str, Path)):
        raws = [raw for raw, _ in open_path(Path(data), ReadOptions()).parts]
    else:
        raws = object_tables(data)
    if len(raws) != 1:
        raise PredictionError(f"{len(raws)} files of predictions", "one", "name one file")
    return raws[0]


def _renamed(raw: RawTable, columns: Mapping[str, str]) -> RawTable:
    """Return the table with the columns that the user names under the names of their roles."""
    names = {"predicted": PREDICTED, "scores": "scores"}
    unknown = [role for role in columns if role not in _ROLES]
    lost = [column for column in columns.values() if column not in raw.columns]
    if unknown or lost:
        raise PredictionError(
            f"{printable(raw.name)}: --columns speaks of {quoted(tuple(unknown or lost))}",
            f"roles of {', '.join(_ROLES)}, columns of {quoted(tuple(raw.columns), 40)}",
            "correct --columns",
        )
    renaming = {column: names.get(role, role) for role, column in columns.items()}
    frame = raw.parsed.frame.drop(
        [name for name in renaming.values() if name not in renaming], strict=False
    ).rename(renaming)
    if "predicted" in columns:  # whatever else is called as a label is none of the prediction
        frame = frame.drop(
            [name for name in frame.columns if spelling(name) in ("label", "gold_label")], strict=False
        )
    return replace(raw, parsed=replace(raw.parsed, frame=frame))


_ROLES = ("id", "premise", "hypothesis", "gold", "predicted", "score", "scores")


def _with_gold(raw: RawTable) -> RawTable:
    """Return the table with its gold labels under `GOLD`, where one column is gold and another predicted."""
    if GOLD in raw.columns:
        return raw
    named = [name for name in raw.columns if spelling(name) in _GOLD]
    has_other = any(spelling(name) in (PREDICTED, "prediction", "predicted", "pred") for name in raw.columns)
    labels = [name for name in raw.columns if is_label(name) and name not in named] if has_other else []
    found = (*named, *labels)[:1]
    return replace(raw, parsed=replace(raw.parsed, frame=raw.parsed.frame.rename(dict.fromkeys(found, GOLD))))


# Scores: one number a row, or a list of numbers a row, one an output.


def _of_scores(raw: RawTable, column: str, score_of: Label) -> PredictionTable:
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


def _of_lists(raw: RawTable, lists: Sequence[str], *, documented: bool) -> PredictionTable:
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
