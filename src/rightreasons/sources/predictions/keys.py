"""Which pair a prediction is of: by id, by hash, or by premise and hypothesis; equal repeats count once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import polars as pl

from rightreasons.errors import PredictionError
from rightreasons.labels import Label
from rightreasons.pairs import PAIR_HASH, PairTable, pair_hashes
from rightreasons.printable import printable, quoted
from rightreasons.sources.columns.roles import has_pair, id_columns, settle_roles
from rightreasons.sources.raw import RawTable
from rightreasons.sources.text_columns import joined_text, text_column

OnFaulty = Literal["error", "drop"]
GOLD, PREDICTED = "gold", "predicted_label"


@dataclass(frozen=True)
class PredictionTable:
    """A file of predictions under names that all formats share.

    Parameters
    ----------
    raw
        Columns: the key of a row as far as there is one, `PREDICTED` or another usual name, a column of
        numbers an output, and `GOLD` if the file holds gold labels.
    read_as
        The format in words.
    outputs
        The columns of `raw` that hold probabilities and are called as the outputs were, which may be numbers
        without a meaning.
    documented
        What the format's own documentation says of its labels; a label map of the user goes before it.
    """

    raw: RawTable
    read_as: str
    outputs: tuple[str, ...] = ()
    documented: Mapping[str, Label] | None = None

    @property
    def has_gold(self) -> bool:
        """Whether there are gold labels beside the predictions."""
        return GOLD in self.raw.columns


EXPECTED = "id (or pairID), then label and/or one probability column a label name"


def with_ids(
    raw: RawTable, predicted: pl.DataFrame, pairs: PairTable | None, on_faulty: OnFaulty = "error"
) -> tuple[pl.DataFrame, tuple[str, ...]]:
    """Return the predictions with the ids in front, and notes on repeats and on those that are of no pair.

    Parameters
    ----------
    raw
        The table that was read.
    predicted
        Label and probabilities of every row of it.
    pairs
        Needed where the key is not an id but the hash of a pair, or premise and hypothesis.
    on_faulty
        What happens to a key that is predicted in different ways: an error, or it is left out and counted.

    Raises
    ------
    PredictionError
        If there is no key, it is missing in a row, no pair has it, or one is predicted in different ways.
    """
    ids = id_columns(raw)
    keyed = predicted.insert_column(0, whole_column(raw, ids[0], "id")) if ids else keyed_rows(raw, predicted)
    key = [name for name in keyed.columns if name in ("id", PAIR_HASH, "premise", "hypothesis")]
    single, repeats = one_each(raw.name, keyed, key, on_faulty)
    if ids:
        return single, repeats
    joined, lost = _joined(raw, single, pairs)
    return joined, (*repeats, *lost)


_SAME = 1e-4
"""Probabilities of one pair differ by less where a model read it in two batches."""


def one_each(
    name: str, keyed: pl.DataFrame, key: Sequence[str], on_faulty: OnFaulty = "error"
) -> tuple[pl.DataFrame, tuple[str, ...]]:
    """Return one row a key: equal predictions of a key count once, with a note of how many there were.

    Parameters
    ----------
    name
        What to call the predictions.
    keyed
        The columns of the key, the label, and a column a probability.
    key
        Which columns tell one pair from another.
    on_faulty
        As of `with_ids`.

    Raises
    ------
    PredictionError
        If a key is predicted in different ways, with the first of them.
    """
    repeated = keyed.filter(pl.struct(key).is_duplicated())
    if not repeated.height:
        return keyed, ()
    others = [column for column in keyed.columns if column not in key]
    apart = [
        (pl.col(each).max() - pl.col(each).min() > _SAME)
        if keyed.schema[each].is_numeric()
        else pl.col(each).n_unique() > 1
        for each in others
    ]
    differing = repeated.group_by(key, maintain_order=True).agg(pl.any_horizontal(*apart).alias("_apart"))
    differing = differing.filter("_apart").select(key)
    if differing.height and on_faulty == "error":
        shown = [" / ".join(map(str, row)) for row in differing.head(5).iter_rows()]
        raise PredictionError(
            f"{printable(name)} predicts {differing.height:,} pairs more than once and in different ways, "
            f"{quoted(tuple(shown), 5)}",
            "one prediction a pair",
            "leave out the others, or drop all of these with --allow-partial",
        )
    kept = keyed.join(differing, on=key, how="anti", maintain_order="left") if differing.height else keyed
    dropped = keyed.height - kept.height
    single = kept.unique(subset=key, keep="first", maintain_order=True)
    notes = []
    if single.height < kept.height:
        notes.append(
            f"{printable(name)}: {kept.height - single.height:,} repeated predictions are equal: once"
        )
    if dropped:
        notes.append(f"{printable(name)}: {dropped:,} predictions of ids predicted more than once left out")
    return single, tuple(notes)


def keyed_rows(raw: RawTable, predicted: pl.DataFrame) -> pl.DataFrame:
    """Return the predictions with their key in front: the hash, or premise and hypothesis.

    PredictionError where neither is there, ColumnError where several columns could be one.
    """
    if PAIR_HASH in raw.columns:
        return predicted.insert_column(0, whole_column(raw, PAIR_HASH, PAIR_HASH))
    if not has_pair(raw):
        raise PredictionError(
            f"{printable(raw.name)} is read as the columns {quoted(tuple(raw.columns), 40)}, "
            "none of them an id",
            f"{EXPECTED}; {PAIR_HASH}, or premise and hypothesis, may stand for the id",
            "name the columns so",
        )
    roles = settle_roles(raw, {})
    premises = joined_text(raw, roles.premise, "premise")
    hypotheses = joined_text(raw, roles.hypothesis, "hypothesis")
    return pl.DataFrame([premises, hypotheses, *predicted])


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
    items = pairs.frame.select("id", "premise", "hypothesis")
    if key == [PAIR_HASH]:
        hashes = pl.Series(PAIR_HASH, pair_hashes(items["premise"], items["hypothesis"]), dtype=pl.String)
        items = items.select("id", hashes)
    found = items.join(keyed, on=key, how="inner", maintain_order="left")
    lost = keyed.join(items, on=key, how="anti").height
    if not found.height:
        raise PredictionError(
            f"{printable(raw.name)} has {keyed.height:,} rows, none a pair of {printable(pairs.name)}",
            "the same premises and hypotheses",
            "give predictions by id",
        )
    note = f"{lost:,} predictions belong to no pair of {printable(pairs.name)}"
    return found.drop(key), (note,) if lost else ()


def whole_column(raw: RawTable, column: str, role: str) -> pl.Series:
    """Return a column of text without a gap; PredictionError where a row has nothing in it."""
    series = text_column(raw, column, role).alias(role)
    refuse_gaps(raw, series, role)
    return series


def refuse_gaps(raw: RawTable, series: pl.Series, role: str) -> None:
    """Raise PredictionError where a row has nothing in a column."""
    if series.null_count():
        raise PredictionError(
            f"{printable(raw.name)} has {series.null_count():,} rows without {_called(role)}",
            f"{_called(role)} in every row",
            "add it",
        )


def _called(role: str) -> str:
    return "an id" if role == "id" else f"a {role}"
