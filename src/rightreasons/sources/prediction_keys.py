"""Which pair a prediction is of: told by its id, by its hash, or by premise and hypothesis themselves."""

from collections.abc import Sequence

import polars as pl

from rightreasons.errors import PredictionError
from rightreasons.pair_hashes import PAIR_HASH, pair_hashes
from rightreasons.pairs import PairTable
from rightreasons.printable import printable, quoted
from rightreasons.sources.columns import has_pair, id_columns, settle_roles
from rightreasons.sources.raw import RawTable
from rightreasons.sources.texts import joined_text, text_column

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
