"""Read what a model said: a key of the pair with a label, probabilities, or both."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import polars as pl

from rightreasons.errors import MalformedRowError, OptionError, PredictionError
from rightreasons.labels import Label, in_order, label_named, resolve
from rightreasons.pairs import LABEL_TYPE, PairTable, Provenance
from rightreasons.predictions import Predictions
from rightreasons.printable import printable, quoted
from rightreasons.sources.columns import id_columns, predicted_label_column
from rightreasons.sources.faulty_predictions import without_faulty
from rightreasons.sources.objects import object_tables
from rightreasons.sources.opening import empty, open_path
from rightreasons.sources.options import LabelMap, ReadOptions
from rightreasons.sources.prediction_keys import EXPECTED, with_ids
from rightreasons.sources.raw import RawTable, place
from rightreasons.sources.texts import label_text, text_column

OnFaulty = Literal["error", "drop"]


def read_predictions(
    data: Any,
    label_map: LabelMap | None = None,
    pairs: PairTable | None = None,
    *,
    on_faulty: OnFaulty = "error",
) -> Predictions:
    """Read predictions from any tabular format, or from a frame or list of dictionaries.

    Parameters
    ----------
    data
        A path, or an object as `rightreasons.sources.read.read_pairs` takes it.
    label_map
        Label as found (in the label column, or as the name of a probability column) to `Label` or its name.
    pairs
        Needed where predictions are keyed by premise and hypothesis or by their hash: ids are taken from
        here.
    on_faulty
        What happens to rows without a known label, and to ids predicted more than once: an error, or they
        are left out and counted in the notes of the provenance.

    Returns
    -------
    Predictions
        The label is the one stated or, if there are only probabilities, the most probable (of equals the
        first in the order of `Label`).

    Raises
    ------
    PredictionError
        If a key or label is missing or repeated, a probability is no number from 0 to 1, or columns lack.
    InputError
        For labels that mean nothing and whatever is wrong with the file.
    """
    said = ReadOptions(label_map=label_map).stated_labels or {}
    raw = _raw_table(data)
    columns = _probability_columns(raw, said)
    faults: tuple[str, ...] = ()
    if on_faulty == "drop":
        raw, faults = without_faulty(raw, said, set(columns.values()))
        if not raw.parsed.frame.height:
            raise empty(raw.name)
    frame = pl.DataFrame(
        [_checked_probability(raw, column).alias(label) for label, column in columns.items()]
    )
    labels = _labels(raw, said, frame, set(columns.values()))
    keyed, note = with_ids(raw, pl.DataFrame([labels, *frame]), pairs)
    occurring = in_order(Label(name) for name in labels.unique().to_list())
    provenance = Provenance(name=raw.name, files=raw.files, notes=(*faults, *note))
    known = tuple(columns) or occurring
    if not set(occurring) <= set(known):
        raise PredictionError(
            f"{printable(raw.name)} predicts {', '.join(occurring)}, probabilities are of {', '.join(known)}",
            "a probability column for every label",
            "add the missing column, or leave out the probabilities",
        )
    return Predictions(keyed, known, provenance)


def keyed_by_id(data: Any) -> bool:
    """Return whether predictions are keyed by id, so that nothing in them tells which sentences were read.

    Raises
    ------
    InputError
        For whatever is wrong with the file.
    """
    return bool(id_columns(_raw_table(data)))


def _raw_table(data: Any) -> RawTable:
    if isinstance(data, (str, Path)):
        raws = [raw for raw, _ in open_path(Path(data), ReadOptions()).parts]
    else:
        raws = object_tables(data)
    if len(raws) != 1:
        raise PredictionError(f"{len(raws)} files of predictions", "one", "name one file")
    raw = raws[0]
    if raw.parsed.malformed:
        bad = raw.parsed.malformed[0]
        raise MalformedRowError(
            f"{printable(raw.name)} {place(bad.row, bad.line)} {printable(bad.problem)}",
            "whole rows",
            "mend the file",
        )
    if not raw.read:
        raise empty(raw.name)
    return raw


def _probability_columns(raw: RawTable, said: Mapping[str, Label | None]) -> dict[Label, str]:
    """Return the columns that are called by a label, in the order of `Label`."""
    found: dict[Label, str] = {}
    for column in raw.columns:
        label = said[column] if column in said else _label_or_none(column)
        if label is None:
            continue
        if label in found:
            raise PredictionError(
                f"{printable(raw.name)} has the columns {quoted((found[label], column))} for {label}",
                "one probability column a label",
                "leave one out",
            )
        found[label] = column
    return {label: found[label] for label in in_order(found)}


def _label_or_none(column: str) -> Label | None:
    try:
        return label_named(column)
    except OptionError:
        return None


def _checked_probability(raw: RawTable, column: str) -> pl.Series:
    series = raw.parsed.frame[column]
    numbers = text_column(raw, column, "probability").cast(pl.Float64, strict=False)
    right = numbers.is_between(0, 1).fill_null(value=False)
    if not right.all():
        at = int((~right).arg_true()[0])
        raise PredictionError(
            f"{printable(raw.name)} column '{printable(column)}' row {at} is '{printable(str(series[at]))}'",
            "a probability from 0 to 1",
            "write probabilities, no scores or logits, and leave none out",
        )
    return numbers


def _labels(
    raw: RawTable, said: Mapping[str, Label | None], probabilities: pl.DataFrame, taken: set[str]
) -> pl.Series:
    column = predicted_label_column(raw, taken)
    if column is None:
        return _most_probable(raw, probabilities)
    numbers = any(found.lstrip("-").isdecimal() for found in said)
    found = label_text(raw, column, as_numbers=numbers)
    meaning = resolve(found.unique().to_list(), said)
    unlabelled = found.filter(
        found.is_in([text for text, label in meaning.items() if label is None and text is not None])
    )
    if len(unlabelled) or found.null_count():
        shown = quoted(tuple(unlabelled.unique().to_list())) or "null"
        rows = len(unlabelled) + found.null_count()
        raise PredictionError(
            f"{printable(raw.name)} has {rows:,} rows without a label ({shown})",
            "a predicted label in every row",
            "predict every pair, or leave out the rows",
        )
    known = {text: label.value for text, label in meaning.items() if text is not None and label is not None}
    return found.replace_strict(known, return_dtype=LABEL_TYPE).alias("label")


def _most_probable(raw: RawTable, probabilities: pl.DataFrame) -> pl.Series:
    if probabilities.width < 2:
        raise PredictionError(
            f"{printable(raw.name)} has the columns {quoted(tuple(raw.columns), 40)}",
            EXPECTED,
            "name the columns so, or say what they are with --label-map",
        )
    names = pl.Series(probabilities.columns, dtype=LABEL_TYPE)
    best = probabilities.select(pl.concat_list(pl.all()).list.arg_max()).to_series()
    return names.gather(best).alias("label")
