"""Rows with equal texts, counted within a set of pairs and between two, by hashes of their texts."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import reduce
from operator import add

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.equal_texts import normalised_hashes
from rightreasons.artifacts.row_counts import times_of_few
from rightreasons.artifacts.text_hashes import Bucket, Hashes, Rows, TextHashes, buckets
from rightreasons.engine.memory import frame_key, remembered
from rightreasons.engine.row_columns import RowColumn
from rightreasons.labels import Label
from rightreasons.pairs import PairTable

Flags = npt.NDArray[np.bool_]
_NO_GOLD = len(Label)


@dataclass(frozen=True)
class HashedRows:
    """Rows as hashes of their texts, by reading, with their labels; those of parts are put together.

    Parameters
    ----------
    readings
        ``exact``: the same characters; ``normalised``: the same after `text.near_duplicates.normalised`.
    labels
        The place of the gold label of each row in `Label`, their number where there is none.
    """

    readings: dict[str, TextHashes]
    labels: RowColumn[np.uint8]

    @classmethod
    def of(cls, pairs: PairTable) -> "HashedRows":
        """Hash some rows."""
        return remembered("hashed rows", frame_key(pairs.frame), lambda: cls._made(pairs), entries=4)

    @classmethod
    def _made(cls, pairs: PairTable) -> "HashedRows":
        codes = pairs.gold.to_physical().fill_null(_NO_GOLD).cast(pl.UInt8).to_numpy()
        readings = {"exact": TextHashes.of(pairs), "normalised": normalised_hashes(pairs)}
        return cls(readings, RowColumn.of(codes))

    def __add__(self, other: "HashedRows") -> "HashedRows":
        readings = {name: each + other.readings[name] for name, each in self.readings.items()}
        return HashedRows(readings, self.labels + other.labels)

    def __len__(self) -> int:
        return len(self.labels)

    def rows(self, reading: str, what: str) -> Rows:
        """Return the rows by the hashes of ``premise``, ``hypothesis`` or ``pair``, with their labels."""
        return Rows(len(self), lambda: self.readings[reading].of_side(what), self.labels.arrays)


def coded_labels(labels: RowColumn[np.uint8]) -> tuple[npt.NDArray[np.uint8], tuple[Label, ...]]:
    """Return the position of every row's label among those that occur, shape (rows,), and those labels.

    Parameters
    ----------
    labels
        The place of the gold label of each row in `Label`; every row has one.
    """
    found = labels.whole()
    present = times_of_few(found, len(Label)) > 0
    position = (np.cumsum(present) - 1).astype(np.uint8)
    return position[found], tuple(label for label, there in zip(Label, present, strict=True) if there)


@dataclass(frozen=True)
class Copies:
    """How often the text of each row occurs, and what that comes to.

    Parameters
    ----------
    copies
        Rows with the text of each row, this one among them, shape (rows,).
    conflict
        Whether rows with this text have different gold labels, shape (rows,).
    counts
        As of `counts_of`.
    """

    copies: npt.NDArray[np.uint32] = field(repr=False)
    conflict: Flags = field(repr=False)
    counts: tuple[int, ...]


def copies_of(rows: HashedRows, reading: str, what: str) -> Copies:
    """Count the rows with equal texts, and say of each row how many there are."""
    copies, conflict = np.zeros(len(rows), dtype=np.uint32), np.zeros(len(rows), dtype=np.bool_)
    counts = np.zeros(6, dtype=np.int64)
    for bucket, texts in _texts(rows, reading, what):
        frame = pl.DataFrame({"text": bucket.hashes})
        found = frame.join(texts, on="text", how="left", maintain_order="left")
        copies[bucket.places] = found["copies"].to_numpy()
        conflict[bucket.places] = found["conflict"].to_numpy()
        counts += _counts(texts)
    return Copies(copies, conflict, tuple(counts.tolist()))


def counts_of(rows: HashedRows, reading: str, what: str) -> tuple[int, ...]:
    """Return rows, distinct texts, repeated texts and their rows, conflicting texts and their rows."""
    counts = sum((_counts(texts) for _, texts in _texts(rows, reading, what)), np.zeros(6, dtype=np.int64))
    return tuple(counts.tolist())


def _texts(rows: HashedRows, reading: str, what: str) -> Iterator[tuple[Bucket, pl.DataFrame]]:
    """Yield each bucket of rows with its texts: how many rows have one, and whether gold differs there."""
    label = pl.col("label")
    gold = label.filter(label != _NO_GOLD)
    for (bucket,) in buckets(rows.rows(reading, what)):
        frame = pl.DataFrame({"text": bucket.hashes, "label": bucket.codes})
        yield (
            bucket,
            frame.group_by("text").agg(
                copies=pl.len(), conflict=(gold.min() != gold.max()).fill_null(value=False)
            ),
        )


def _counts(texts: pl.DataFrame) -> npt.NDArray[np.int64]:
    repeated, conflict, copies = pl.col("copies") > 1, pl.col("conflict"), pl.col("copies").cast(pl.Int64)
    found = texts.select(
        copies.sum().alias("rows"),
        pl.len().alias("distinct"),
        repeated.sum().alias("repeated"),
        copies.filter(repeated).sum().alias("rows_repeated"),
        conflict.sum().alias("conflicting"),
        copies.filter(conflict).sum().alias("rows_conflicting"),
    )
    return np.array(found.row(0), dtype=np.int64)


def in_common(first: Rows, second: Rows) -> tuple[int, int, float | None, int, float | None]:
    """Count the texts that two sets have in common.

    Parameters
    ----------
    first, second
        The rows of each.

    Returns
    -------
    tuple
        Distinct common texts; the rows of `first` that have one, and their share (None of no rows); the same
        of `second`.
    """
    found = (_common(one.hashes, other.hashes) for one, other in buckets(first, second))
    texts, own, others = reduce(_summed, found)
    return texts, own, _share(own, first.count), others, _share(others, second.count)


def _common(first: Hashes, second: Hashes) -> tuple[int, int, int]:
    both = np.intersect1d(first, second)
    return len(both), int(np.isin(first, both).sum()), int(np.isin(second, both).sum())


def _summed(one: tuple[int, int, int], other: tuple[int, int, int]) -> tuple[int, int, int]:
    texts, own, others = map(add, one, other)
    return texts, own, others


def _share(rows: int, of: int) -> float | None:
    return rows / of if of else None


def is_among(rows: Rows, others: Rows) -> Flags:
    """Return whether the text of each row is among those of other rows, shape (rows,)."""
    found = np.zeros(rows.count, dtype=np.bool_)
    for own, other in buckets(rows, others):
        found[own.places] = np.isin(own.hashes, other.hashes)
    return found
