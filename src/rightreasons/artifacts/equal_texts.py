"""Equal texts, counted within a set of pairs and between two."""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.shared_texts import normalised_texts
from rightreasons.engine.memory import frame_key, remembered
from rightreasons.pairs import SENTENCES, PairTable

WHATS = ("hypothesis", "premise", "pair")
READINGS = ("exact", "normalised")


def coded(splits: Mapping[str, PairTable]) -> dict[str, dict[str, pl.DataFrame]]:
    """Replace texts by whole numbers that are equal where the texts are, within and between splits.

    Returns
    -------
    dict
        By reading (``exact``: the same characters; ``normalised``: the same after
        `text.near_duplicates.normalised`), then by split: ``id``, ``label``, ``premise``, ``hypothesis``,
        ``pair``.
    """
    key = tuple((name, frame_key(table.frame)) for name, table in splits.items())
    return remembered("coded texts", key, lambda: _coded(splits), entries=1)


def _coded(splits: Mapping[str, PairTable]) -> dict[str, dict[str, pl.DataFrame]]:
    columns: dict[str, dict[str, pl.Series]] = {reading: {} for reading in READINGS}
    hashes = [_hashes(table) for table in splits.values()]
    for place, side in enumerate(SENTENCES):
        columns["exact"][side] = _numbered(pl.concat([table.frame[side] for table in splits.values()]))[0]
        columns["normalised"][side] = _numbered(pl.concat([each[place] for each in hashes]))[0]
    return {reading: _by_split(splits, pl.DataFrame(numbers)) for reading, numbers in columns.items()}


def _hashes(table: PairTable) -> list[pl.Series]:
    """Return a hash of every premise and of every hypothesis, normalised."""
    texts, *sides = normalised_texts(table)
    of_texts = texts.hash()
    return [of_texts.gather(side) for side in sides]


def numbered_texts(pairs: PairTable, side: str) -> npt.NDArray[np.int64]:
    """Return the number of every text of one side, from 0; equal up to case and white space is equal."""

    def made() -> npt.NDArray[np.int64]:
        exact, distinct = _numbered(pairs.frame[side])
        normalised, _ = _numbered(_normalised(distinct))
        return normalised.gather(exact).to_numpy().astype(np.int64)

    return remembered("numbered texts", (frame_key(pairs.frame), side), made, entries=2)


def _by_split(splits: Mapping[str, PairTable], numbers: pl.DataFrame) -> dict[str, pl.DataFrame]:
    numbers = numbers.with_columns(pair=pl.col("premise").cast(pl.Int64) * 2**32 + pl.col("hypothesis"))
    ends = np.cumsum([len(table) for table in splits.values()]).tolist()
    return {
        name: table.frame.select("id", "label").hstack(numbers[end - len(table) : end])
        for (name, table), end in zip(splits.items(), ends, strict=True)
    }


def _numbered(texts: pl.Series) -> tuple[pl.Series, pl.Series]:
    """Return the number of every text, and the distinct texts in the order of their numbers."""
    distinct = texts.unique(maintain_order=True)
    index = pl.DataFrame({"text": distinct}).with_row_index("number")
    numbers = pl.DataFrame({"text": texts}).join(index, on="text", how="left", maintain_order="left")
    return numbers["number"], distinct


def _normalised(texts: pl.Series) -> pl.Series:
    # Matches only what changes (a single space stays), which is several times as fast as \s+.
    return texts.str.to_lowercase().str.replace_all(r"\s{2,}|[^\S ]", " ").str.strip_chars(" ")


def repeats(frame: pl.DataFrame, what: str) -> tuple[int, ...]:
    """Count rows, distinct texts, repeated texts and their rows, conflicting texts and their rows."""
    texts = frame.group_by(what).agg(copies=pl.len(), conflict=_conflict())
    repeated, conflict = pl.col("copies") > 1, pl.col("conflict")
    counted = texts.select(
        rows=pl.col("copies").sum(),
        distinct=pl.len(),
        repeated=repeated.sum(),
        rows_repeated=pl.col("copies").filter(repeated).sum(),
        conflicting=conflict.sum(),
        rows_conflicting=pl.col("copies").filter(conflict).sum(),
    ).row(0)
    return tuple(int(count) for count in counted)


def rows_with_repeats(frame: pl.DataFrame) -> pl.DataFrame:
    """Return, for every row, how many share its hypothesis and its pair, and whether their labels differ."""
    rows = frame
    for what in ("hypothesis", "pair"):
        texts = frame.group_by(what).agg(
            _conflict().alias(f"{what}_conflict"), pl.len().alias(f"{what}_copies")
        )
        rows = rows.join(texts, on=what, how="left", maintain_order="left")
    return rows.select(
        "id",
        *(
            each
            for what in ("hypothesis", "pair")
            for each in (
                pl.col(f"{what}_copies"),
                (pl.col(f"{what}_copies") > 1).alias(f"{what}_repeated"),
                pl.col(f"{what}_conflict"),
            )
        ),
    )


def in_common(
    first: pl.DataFrame, second: pl.DataFrame, what: str
) -> tuple[int, int, float | None, int, float | None]:
    """Count the texts that two frames have in common.

    Parameters
    ----------
    first, second
        Frames with the column `what`.
    what
        The column compared.

    Returns
    -------
    tuple
        Distinct common texts; the rows of `first` that have one, and their share (None of no rows); the same
        of `second`.
    """
    of_first = first.select(what).join(second, on=what, how="semi")
    of_second = second.select(what).join(first, on=what, how="semi")
    return (
        of_first.n_unique(),
        of_first.height,
        of_first.height / first.height if first.height else None,
        of_second.height,
        of_second.height / second.height if second.height else None,
    )


def _conflict() -> pl.Expr:
    codes = pl.col("label").to_physical()
    return (codes.min() != codes.max()).fill_null(value=False)
