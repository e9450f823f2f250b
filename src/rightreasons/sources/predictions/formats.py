"""Files of predictions as evaluation tools write them, each brought to columns that all formats share."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl

from rightreasons.errors import PredictionError
from rightreasons.labels import Label
from rightreasons.printable import printable, quoted
from rightreasons.sources.columns.repeated import refuse_repeated
from rightreasons.sources.columns.roles import is_label
from rightreasons.sources.columns.spellings import spelling
from rightreasons.sources.objects import object_tables
from rightreasons.sources.opening.paths import open_path
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.predictions.evaluation_logs import logged
from rightreasons.sources.predictions.keys import GOLD, PREDICTED, PredictionTable
from rightreasons.sources.predictions.score_tables import of_lists, of_scores
from rightreasons.sources.raw import RawTable, refuse_no_table

_LISTS = ("predicted_scores", "logits", "scores", "probs", "probabilities")
_GOLD = ("true", "y_true", "target", GOLD)
_SCORES = ("y_score", "score")


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
        return of_scores(raw, score, score_of)
    if not lists:
        return PredictionTable(raw, "a table of predictions")
    durrett = lists[0] == "predicted_scores" and {PREDICTED, GOLD} <= set(raw.columns)
    return of_lists(raw, lists, documented=durrett)


def _single_table(data: Any) -> RawTable:
    if isinstance(data, (str, Path)):
        raws = [raw for raw, _ in open_path(Path(data), ReadOptions()).parts]
    else:
        raws = object_tables(data)
    if len(raws) != 1:
        raise PredictionError(f"{len(raws)} files of predictions", "one", "name one file")
    refuse_repeated(raws[0])
    refuse_no_table(raws[0])
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
