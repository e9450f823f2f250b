"""Read what a model said: a key of the pair with a label, probabilities, or both."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from rightreasons.errors import EmptyDataError, MalformedRowError, OptionError, PredictionError
from rightreasons.labels import Label, as_spelled, in_order, is_number, label_named, read_labels, resolve
from rightreasons.pairs import LABEL_TYPE, SENTENCES, PairTable, Provenance
from rightreasons.predictions import Predictions
from rightreasons.printable import printable, quoted
from rightreasons.sources.columns.roles import has_pair, id_columns, predicted_label_column
from rightreasons.sources.opening.one_table import empty
from rightreasons.sources.options import LabelMap, ReadOptions
from rightreasons.sources.predictions.faulty import without_faulty
from rightreasons.sources.predictions.formats import prediction_table
from rightreasons.sources.predictions.keys import (
    EXPECTED,
    GOLD,
    OnFaulty,
    PredictionTable,
    keyed_rows,
    one_each,
    refuse_gaps,
    whole_column,
    with_ids,
)
from rightreasons.sources.raw import RawTable, place
from rightreasons.sources.text_columns import label_text, text_column


def read_predictions(
    data: Any,
    label_map: LabelMap | None = None,
    pairs: PairTable | None = None,
    *,
    on_faulty: OnFaulty = "error",
    columns: Mapping[str, str | int] | None = None,
    score_of: Label = Label.ENTAILMENT,
) -> Predictions:
    """Read predictions from any tabular format, from the log of an evaluation tool, or from a frame.

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
        What happens to rows without a known label, and to pairs predicted in different ways: an error, or
        they are left out and counted in the notes of the provenance.
    columns, score_of
        As of `rightreasons.sources.predictions.formats.prediction_table`.

    Returns
    -------
    Predictions
        The label is the one stated or, if there are only probabilities, the most probable (of equals the
        first in the order of `Label`). A pair that is predicted more than once, and always so, counts once.

    Raises
    ------
    PredictionError
        If a key or label is missing, a pair is predicted in different ways, a probability is no number from
        0 to 1, or columns lack.
    MeaninglessLabelError
        If labels are bare positions of which nothing is known.
    InputError
        For labels that mean nothing otherwise, and whatever is wrong with the file.

    Examples
    --------
    >>> rows = [{"id": "1", "prediction": "neutral"}, {"id": "2", "prediction": "entailment"}]
    >>> read_predictions(rows).frame["label"].to_list()
    ['neutral', 'entailment']
    """
    table = _checked(prediction_table(data, columns, score_of))
    predicted, labels, raw, faults = _predicted(table, _stated(label_map, table), on_faulty)
    keyed, notes = with_ids(raw, predicted, pairs, on_faulty)
    if not keyed.height:
        raise empty(raw.name)
    return Predictions(keyed, labels, _provenance(table, (*faults, *notes)))


@dataclass(frozen=True)
class ScoredFile:
    """Predictions of a file that holds gold labels too.

    Parameters
    ----------
    predictions
        By id: that of the file, or else the number of the row from 0.
    gold
        ``id`` and ``label``; ``premise`` and ``hypothesis`` where the file holds them; whatever else it has.
    """

    predictions: Predictions
    gold: pl.DataFrame


def read_scored(
    data: Any,
    label_map: LabelMap | None = None,
    *,
    on_faulty: OnFaulty = "error",
    columns: Mapping[str, str | int] | None = None,
    score_of: Label = Label.ENTAILMENT,
) -> ScoredFile | None:
    """Read predictions with the gold labels beside them; None for a file without gold.

    Parameters
    ----------
    data, label_map, on_faulty, columns, score_of
        As of `read_predictions`. The label map speaks of gold and of predictions.

    Raises
    ------
    InputError
        As of `read_predictions`; also if a row has no gold label, or one pair has two.
    """
    table = _checked(prediction_table(data, columns, score_of))
    if not table.has_gold:
        return None
    stated = _stated(label_map, table)
    predicted, labels, raw, faults = _predicted(table, stated, on_faulty)
    gold = _gold(table, raw, stated)
    ids = id_columns(raw)
    rows = pl.Series("id", [str(row) for row in range(predicted.height)], dtype=pl.String)
    keys = whole_column(raw, ids[0], "id") if ids else rows
    keyed = pl.DataFrame([keys, gold.cast(pl.String).alias("gold"), *predicted])
    keyed, notes = one_each(raw.name, keyed, ["id"], on_faulty)
    texts = pl.DataFrame([keys]) if ids or not has_pair(raw) else _texts(raw, keys, predicted)
    found = pl.DataFrame([keyed["id"], keyed["gold"].cast(LABEL_TYPE).alias("label")])
    found = found.join(texts.unique("id", keep="first"), on="id", how="left", maintain_order="left")
    return ScoredFile(Predictions(keyed.drop("gold"), labels, _provenance(table, (*faults, *notes))), found)


def _texts(raw: RawTable, keys: pl.Series, predicted: pl.DataFrame) -> pl.DataFrame:
    """Return the sentences by key, once no pair of them is predicted in different ways."""
    keyed = keyed_rows(raw, predicted.clone()).select("premise", "hypothesis", *predicted.columns)
    for role in SENTENCES:
        refuse_gaps(raw, keyed[role], role)
    one_each(raw.name, keyed, ["premise", "hypothesis"])
    return keyed.select(keys, "premise", "hypothesis")


def _gold(table: PredictionTable, raw: RawTable, stated: Mapping[str, Label | None]) -> pl.Series:
    found = label_text(raw, GOLD, as_numbers=True)
    meaning = _meaning(found, table, stated)
    named = found.replace_strict(
        {text: label.value for text, label in meaning.items() if text is not None and label is not None},
        default=None,
        return_dtype=LABEL_TYPE,
    )
    if named.null_count():
        raise PredictionError(
            f"{printable(raw.name)} has {named.null_count():,} rows without a gold label",
            "a gold label in every row",
            "leave those rows out, or name the data that hold gold with --on",
        )
    return named


def _stated(label_map: LabelMap | None, table: PredictionTable) -> dict[str, Label | None]:
    """Return what the user states of labels or, where nothing is stated, the format's documentation."""
    stated = ReadOptions(label_map=label_map).stated_labels or {}
    return stated or dict(table.documented or {})


def _provenance(table: PredictionTable, notes: tuple[str, ...]) -> Provenance:
    read_as = f"{printable(table.raw.name)} is read as {table.read_as}"
    if table.documented:
        labels = ", ".join(f"{found} {label}" for found, label in table.documented.items())
        read_as += f" (labels by its documentation: {labels})" if table.outputs else ""
    return Provenance(name=table.raw.name, files=table.raw.files, notes=(*notes, read_as))


def _predicted(
    table: PredictionTable, stated: Mapping[str, Label | None], on_faulty: OnFaulty
) -> tuple[pl.DataFrame, tuple[Label, ...], RawTable, tuple[str, ...]]:
    """Return label and probabilities of every row, the labels, the rows that are used, and notes."""
    raw = table.raw
    columns = _probability_columns(table, stated)
    faults: tuple[str, ...] = ()
    if on_faulty == "drop":
        raw, faults = without_faulty(raw, stated, set(columns.values()))
        if not raw.parsed.frame.height:
            raise _unanswered(table.raw)
    frame = pl.DataFrame(
        [_checked_probability(raw, column).alias(label) for label, column in columns.items()]
    )
    labels = _labels(table, raw, stated, frame)
    occurring = in_order(Label(name) for name in labels.unique().to_list())
    named = tuple(columns) or occurring
    if not set(occurring) <= set(named):
        raise PredictionError(
            f"{printable(raw.name)} predicts {', '.join(occurring)}, probabilities are of {', '.join(named)}",
            "a probability column for every label",
            "add the missing column, or leave out the probabilities",
        )
    return pl.DataFrame([labels, *frame]), named, raw, faults


def _unanswered(raw: RawTable) -> EmptyDataError:
    """Return the error for predictions of which none states a label."""
    if not raw.parsed.frame.height:
        return empty(raw.name)
    return EmptyDataError(
        f"{printable(raw.name)} has {raw.parsed.frame.height:,} rows, none with a label",
        "at least one prediction",
        "look at what the model answered; what its answers mean can be stated with --label-map",
    )


def keyed_by_id(data: Any, columns: Mapping[str, str | int] | None = None) -> bool:
    """Return whether predictions are keyed by id, so that nothing in them tells which sentences were read.

    Raises
    ------
    InputError
        For whatever is wrong with the file.
    """
    return bool(id_columns(_checked(prediction_table(data, columns)).raw))


def bare_positions(data: Any, columns: Mapping[str, str | int] | None = None) -> tuple[str, ...]:
    """Return the labels of a file of which nothing but their position is known, two or three of them.

    Empty for labels with names, and for any other number of positions.
    """
    table = _checked(prediction_table(data, columns))
    found = table.outputs
    column = predicted_label_column(table.raw, ())
    if not found and column is not None:
        texts = label_text(table.raw, column, as_numbers=True).drop_nulls().unique().to_list()
        found = tuple(sorted(texts))
    are_numbers = all(name.removeprefix("LABEL_").isdecimal() for name in found)
    return found if are_numbers and len(found) in (2, 3) else ()


def _checked(table: PredictionTable) -> PredictionTable:
    raw = table.raw
    if raw.parsed.malformed:
        bad = raw.parsed.malformed[0]
        raise MalformedRowError(
            f"{printable(raw.name)} {place(bad.row, bad.line)} {printable(bad.problem)}",
            "whole rows",
            "mend the file",
        )
    if not raw.read:
        raise empty(raw.name)
    return table


def _probability_columns(table: PredictionTable, stated: Mapping[str, Label | None]) -> dict[Label, str]:
    """Return the columns that are called by a label, in the order of `Label`."""
    raw = table.raw
    outputs = resolve(table.outputs, stated)
    stated = as_spelled(stated, raw.columns)
    found: dict[Label, str] = {}
    stated = as_spelled(stated, raw.columns)
    for column in raw.columns:
        label = (
            outputs[column]
            if column in outputs
            else stated[column]
            if column in stated
            else _label_or_none(column)
        )
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
    table: PredictionTable, raw: RawTable, stated: Mapping[str, Label | None], probabilities: pl.DataFrame
) -> pl.Series:
    column = predicted_label_column(raw, set(_probability_columns(table, stated).values()))
    if column is None:
        return _most_probable(raw, probabilities)
    numbers = any(map(is_number, stated))
    found = label_text(raw, column, as_numbers=numbers)
    meaning = _meaning(found, table, stated)
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
    labels = {text: label.value for text, label in meaning.items() if text is not None and label is not None}
    return found.replace_strict(labels, return_dtype=LABEL_TYPE).alias("label")


def _meaning(
    found: pl.Series, table: PredictionTable, stated: Mapping[str, Label | None]
) -> dict[str | None, Label | None]:
    """Return what labels mean, in the company of the outputs and of gold where they are known with these."""
    texts = found.unique().to_list()
    gold = label_text(table.raw, GOLD, as_numbers=True).unique().to_list() if table.has_gold else []
    together = read_labels([*texts, *table.outputs, *gold], stated)
    return resolve(texts, stated) if together.unknown else dict(together.meaning)


def _most_probable(raw: RawTable, probabilities: pl.DataFrame) -> pl.Series:
    if probabilities.width < 2:
        raise PredictionError(
            f"{printable(raw.name)} has the columns {quoted(tuple(raw.columns), 40)}",
            EXPECTED,
            "name the columns so, or say which they are: --prediction-columns id=...,gold=...,predicted=...",
        )
    names = pl.Series(probabilities.columns, dtype=LABEL_TYPE)
    best = probabilities.select(pl.concat_list(pl.all()).list.arg_max()).to_series()
    return names.gather(best).alias("label")
