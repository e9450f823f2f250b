"""Read what a model said: a key of the pair with a label, probabilities, or both."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import polars as pl

from rightreasons.errors import InputError, MalformedRowError, OptionError, PredictionError
from rightreasons.labels import Label, as_spelled, in_order, is_number, label_named, resolve
from rightreasons.pairs import LABEL_TYPE, PAIR_HASH, PairTable, Provenance, pair_hashes
from rightreasons.predictions import Predictions
from rightreasons.printable import printable, quoted
from rightreasons.sources.columns import has_pair, id_columns, predicted_label_column, settle_roles
from rightreasons.sources.objects import object_tables
from rightreasons.sources.opening import empty, open_path
from rightreasons.sources.options import LabelMap, ReadOptions
from rightreasons.sources.raw import RawTable, joined_text, label_text, place, text_column

# Which pair a prediction is of: told by its id, by its hash, or by premise and hypothesis themselves.


EXPECTED = "id (or pairID), then label and/or one probability column a label name"


def with_ids(
    raw: RawTable, said: pl.DataFrame, pairs: PairTable | None
) -> tuple[pl.DataFrame, tuple[str, ...]]:
    """Return the predictions with the ids in front, and a note on those that belong to no pair.

    Parameters
    ----------
    raw
        The table that was read.
    said
        Label and probabilities of every row of it.
    pairs
        Needed where the key is not an id but the hash of a pair, or premise and hypothesis.

    Raises
    ------
    PredictionError
        If there is no key, it is missing in a row, no pair has it, or a pair is predicted more than once.
    """
    ids = id_columns(raw)
    by_id = said.insert_column(0, _whole(raw, ids[0], "id")) if ids else None
    keyed, note = (by_id, ()) if by_id is not None else _joined(raw, _keyed(raw, said), pairs)
    _refuse_repeated(raw, keyed)
    return keyed, note


def _keyed(raw: RawTable, said: pl.DataFrame) -> pl.DataFrame:
    """Return the predictions with the columns of their key in front: the hash, or premise and hypothesis."""
    if PAIR_HASH in raw.columns:
        return said.insert_column(0, _whole(raw, PAIR_HASH, PAIR_HASH))
    if not has_pair(raw):
        raise PredictionError(
            f"{printable(raw.name)} has the columns {quoted(tuple(raw.columns), 40)}, none of them an id",
            f"{EXPECTED}; {PAIR_HASH}, or premise and hypothesis, may stand for the id",
            "name the columns so",
        )
    roles = settle_roles(raw, {})
    premises = joined_text(raw, roles.premise, "premise")
    hypotheses = joined_text(raw, roles.hypothesis, "hypothesis")
    return pl.DataFrame([premises, hypotheses, *said])


def _joined(
    raw: RawTable, keyed: pl.DataFrame, pairs: PairTable | None
) -> tuple[pl.DataFrame, tuple[str, ...]]:
    key = [PAIR_HASH] if PAIR_HASH in keyed.columns else ["premise", "hypothesis"]
    if pairs is None:
        raise PredictionError(
            f"{printable(raw.name)} is keyed by {' and '.join(key)}",
            "the pairs that they are of",
            "give the data too",
        )
    asked = pairs.frame.select("id", "premise", "hypothesis")
    if key == [PAIR_HASH]:
        hashes = pl.Series(PAIR_HASH, pair_hashes(asked["premise"], asked["hypothesis"]), dtype=pl.String)
        asked = asked.select("id", hashes)
    found = asked.join(keyed, on=key, how="inner", maintain_order="left")
    lost = keyed.join(asked, on=key, how="anti").height
    if not found.height:
        raise PredictionError(
            f"{printable(raw.name)} has {keyed.height:,} rows, none a pair of {printable(pairs.name)}",
            "the same premises and hypotheses",
            "give predictions by id",
        )
    note = f"{lost:,} predictions belong to no pair of {printable(pairs.name)}"
    return found.drop(key), (note,) if lost else ()


def _whole(raw: RawTable, column: str, role: str) -> pl.Series:
    series = text_column(raw, column, role).alias(role)
    if series.null_count():
        raise PredictionError(
            f"{printable(raw.name)} has {series.null_count():,} rows without {_called(role)}",
            f"{_called(role)} in every row",
            "add it",
        )
    return series


def _called(role: str) -> str:
    return "an id" if role == "id" else f"a {role}"


def _refuse_repeated(raw: RawTable, keyed: pl.DataFrame) -> None:
    repeated: Sequence[str] = (
        keyed.filter(pl.col("id").is_duplicated())["id"].unique(maintain_order=True).to_list()
    )
    if repeated:
        raise PredictionError(
            f"{printable(raw.name)} predicts {len(repeated):,} pairs more than once, "
            f"{quoted(tuple(repeated), 5)}",
            "one prediction a pair",
            "leave out the others",
        )


# Leave out predictions that say nothing certain: no known label, or one id predicted more than once.


def without_faulty(
    raw: RawTable, said: Mapping[str, Label | None], probabilities: set[str]
) -> tuple[RawTable, tuple[str, ...]]:
    """Return the predictions that can be used, and a note on each kind that was left out, with its count.

    A row without a label that means something is left out, and so is every row of an id that occurs more
    than once: which of them is meant cannot be known. Nothing is ever read as another label.

    Parameters
    ----------
    raw
        The predictions as found.
    said
        What the user said of labels.
    probabilities
        Columns that hold probabilities.
    """
    labelled, unknown = _labelled(raw, said, probabilities)
    single, repeated = _single(labelled)
    return single, (*unknown, *repeated)


def _labelled(
    raw: RawTable, said: Mapping[str, Label | None], probabilities: set[str]
) -> tuple[RawTable, tuple[str, ...]]:
    column = predicted_label_column(raw, probabilities)
    if column is None:
        return raw, ()
    found = label_text(raw, column, as_numbers=any(map(is_number, said)))
    faulty = sorted(
        text for text in found.drop_nulls().unique().to_list() if not _is_label(text, found, said)
    )
    left_out = found.is_null() | found.is_in(faulty)
    shown = f" ({quoted(tuple(faulty), 5)})" if faulty else ""
    return _kept(raw, ~left_out, f"without a label that means something{shown}")


def _is_label(text: str, found: pl.Series, said: Mapping[str, Label | None]) -> bool:
    """Return whether a text is a label by itself or, such as ``e``, in the company it is in."""
    for company in ([text], found.unique().to_list()):
        try:
            return resolve(company, said)[text] is not None
        except InputError:
            continue
    return False


def _single(raw: RawTable) -> tuple[RawTable, tuple[str, ...]]:
    ids = id_columns(raw)
    if not ids:
        return raw, ()
    repeated = text_column(raw, ids[0], "id").is_duplicated()
    return _kept(raw, ~repeated, "of ids predicted more than once")


def _kept(raw: RawTable, kept: pl.Series, what: str) -> tuple[RawTable, tuple[str, ...]]:
    lost = int((~kept).sum())
    if not lost:
        return raw, ()
    frame = raw.parsed.frame.filter(kept)
    note = f"{printable(raw.name)}: {lost:,} predictions {what} left out"
    return replace(raw, parsed=replace(raw.parsed, frame=frame)), (note,)


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
    said = as_spelled(said, raw.columns)
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
    numbers = any(map(is_number, said))
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
