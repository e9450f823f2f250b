"""Rows with equal texts, counted within a set of pairs and between two, by hashes of their texts."""

from dataclasses import dataclass, field
from functools import reduce
from operator import add

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.equal_texts import normalised_hashes
from rightreasons.artifacts.text_hashes import Hashes, TextHashes, buckets
from rightreasons.engine.memory import frame_key, remembered
from rightreasons.labels import Label
from rightreasons.pairs import PairTable

Codes = npt.NDArray[np.uint8]
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
        The place of the gold label of each row in `Label`, their number where there is none; in pieces.
    """

    readings: dict[str, TextHashes]
    labels: tuple[Codes, ...] = field(repr=False)

    @classmethod
    def of(cls, pairs: PairTable) -> "HashedRows":
        """Hash some rows."""
        return remembered("hashed rows", frame_key(pairs.frame), lambda: cls._made(pairs), entries=4)

    @classmethod
    def _made(cls, pairs: PairTable) -> "HashedRows":
        codes = pairs.gold.to_physical().fill_null(_NO_GOLD).cast(pl.UInt8).to_numpy()
        return cls({"exact": TextHashes.of(pairs), "normalised": normalised_hashes(pairs)}, (codes,))

    def __add__(self, other: "HashedRows") -> "HashedRows":
        readings = {name: each + other.readings[name] for name, each in self.readings.items()}
        return HashedRows(readings, self.labels + other.labels)

    def hashes(self, reading: str, what: str) -> Hashes:
        """Return the hashes of ``premise``, ``hypothesis`` or ``pair``, shape (rows,)."""
        return self.readings[reading].of_side(what)

    @property
    def codes(self) -> Codes:
        """The label of every row, shape (rows,)."""
        return np.concatenate(self.labels)


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
        Rows, distinct texts, repeated texts and their rows, conflicting texts and their rows.
    """

    copies: npt.NDArray[np.uint32] = field(repr=False)
    conflict: Flags = field(repr=False)
    counts: tuple[int, ...]


def copies_of(rows: HashedRows, reading: str, what: str) -> Copies:
    """Count the rows with equal texts, a bucket of texts at a time."""
    hashes, codes = rows.hashes(reading, what), rows.codes
    copies, conflict = np.zeros(len(hashes), dtype=np.uint32), np.zeros(len(hashes), dtype=np.bool_)
    counts = np.zeros(6, dtype=np.int64)
    label = pl.col("label")
    gold = label.filter(label != _NO_GOLD)
    for (places,) in buckets(hashes):
        frame = pl.DataFrame({"text": hashes[places], "label": codes[places]})
        texts = frame.group_by("text").agg(
            copies=pl.len(), conflict=(gold.min() != gold.max()).fill_null(value=False)
        )
        found = frame.join(texts, on="text", how="left", maintain_order="left")
        copies[places], conflict[places] = found["copies"].to_numpy(), found["conflict"].to_numpy()
        counts += _counts(texts)
    return Copies(copies, conflict, tuple(counts.tolist()))


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


def in_common(first: Hashes, second: Hashes) -> tuple[int, int, float | None, int, float | None]:
    """Count the texts that two sets have in common.

    Parameters
    ----------
    first, second
        Hashes of the texts of their rows.

    Returns
    -------
    tuple
        Distinct common texts; the rows of `first` that have one, and their share (None of no rows); the same
        of `second`.
    """
    texts, own, others = reduce(_summed, (_common(first[a], second[b]) for a, b in buckets(first, second)))
    return texts, own, _share(own, len(first)), others, _share(others, len(second))


def _common(first: Hashes, second: Hashes) -> tuple[int, int, int]:
    both = np.intersect1d(first, second)
    return len(both), int(np.isin(first, both).sum()), int(np.isin(second, both).sum())


def _summed(one: tuple[int, int, int], other: tuple[int, int, int]) -> tuple[int, int, int]:
    texts, own, others = map(add, one, other)
    return texts, own, others


def _share(rows: int, of: int) -> float | None:
    return rows / of if of else None


def is_among(hashes: Hashes, others: Hashes) -> Flags:
    """Return whether the text of each row is among those of other rows."""
    found = np.zeros(len(hashes), dtype=np.bool_)
    for own, other in buckets(hashes, others):
        found[own] = np.isin(hashes[own], others[other])
    return found
