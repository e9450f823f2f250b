"""How pairs of very many rows occur again: what `similar_pairs.occurring` says, with what grows in files."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.near_rows import NONE, nearest_rows
from rightreasons.artifacts.paired_entries import Entries
from rightreasons.artifacts.paired_rows import PairedRows
from rightreasons.artifacts.similar_pairs import KINDS, equal_pairs
from rightreasons.artifacts.text_hashes import Bucket, Codes, Rows, buckets
from rightreasons.engine.row_columns import file_beside

_SAME_TEXTS = np.uint8(128)
_ALLOWED = np.uint8(127)

# What is known of a row, a bit each.
_EXACT, _NORMALISED, _NEAR, _EXCHANGED, _CONTRAST, _CONFLICT = (1 << bit for bit in range(6))
_BITS = (_EXACT, _NORMALISED, _NEAR, _EXCHANGED, _CONTRAST)
"""Of `KINDS`, the bit that says so."""
_RANKS = {
    f"{kind}_{label}": rank
    for rank, (kind, label) in enumerate(
        [(kind, label) for label in ("same", "another") for kind in ("exact", "normalised")]
        + [(kind, label) for label in ("same", "another") for kind in ("near", "exchanged")]
    )
}
"""Which of the rows that one is like is named, the first before the others."""


def occurring_rows(own: PairedRows, reference: PairedRows | None = None) -> pl.DataFrame:
    """Return how every pair of one set occurs in another, or again in its own.

    Parameters
    ----------
    own
        The pairs.
    reference
        Where they are looked for; None: in the set itself.

    Returns
    -------
    pl.DataFrame
        ``kind``, ``conflict`` and ``partner`` of `similar_pairs.occurring`.
    """
    others = own if reference is None else reference
    known = _Known.of(len(own))
    for kind in ("exact", "normalised", "exchanged"):
        for found in _equal(own, others, kind, of_itself=reference is None):
            known.note_equal(kind, found)
    with file_beside() as file:
        entries = Entries.of(own, file)
        theirs = entries if reference is None else Entries.of(others, file)
        nearest = nearest_rows(entries, theirs)
        first, start = theirs.first_rows(), 0
        for numbers in entries.of_rows.arrays():
            known.note_near(start, [_first_rows(each[numbers], first) for each in nearest])
            start += len(numbers)
    return known.said()


def _first_rows(entries: npt.NDArray[np.uint32], first: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint32]:
    """Return the first row of each entry; `NONE` of none."""
    if not len(first):
        return entries
    none = entries == NONE
    return np.where(none, NONE, first[np.where(none, 0, entries)])


def _equal(own: PairedRows, others: PairedRows, kind: str, *, of_itself: bool) -> Iterator[pl.DataFrame]:
    """Yield what `equal_pairs` says of the rows of each bucket."""
    exchanged, same = kind == "exchanged", of_itself and kind != "exchanged"
    sets = [_rows(own, "normalised" if exchanged else kind), _rows(others, "turned" if exchanged else kind)]
    theirs = "key" if same else "other_key"
    for found in buckets(*sets[: 1 if same else 2]):
        mine = _frame(found[0], "key")
        if exchanged:
            mine = mine.filter(pl.Series(found[0].codes < _SAME_TEXTS))
        yield equal_pairs(mine, _frame(found[-1], theirs), kind, (["key"], [theirs]), of_itself=of_itself)


def _rows(rows: PairedRows, hashed: str) -> Rows:
    return Rows(len(rows), lambda: rows.hashes(hashed), lambda: _codes(rows))


def _codes(rows: PairedRows) -> Iterator[Codes]:
    """Yield what gold of each row allows, with a bit for rows whose two texts are the same."""
    for allowed, premise, hypothesis in zip(
        rows.allowed.arrays(), rows.premises.arrays(), rows.hypotheses.arrays(), strict=True
    ):
        yield np.where(premise == hypothesis, allowed | _SAME_TEXTS, allowed)


def _frame(bucket: Bucket, key: str) -> pl.DataFrame:
    return pl.DataFrame(
        {
            "row": bucket.places.astype(np.uint32),
            "allowed": (bucket.codes & _ALLOWED).astype(np.int64),
            key: bucket.hashes,
        }
    )


@dataclass(frozen=True)
class _Known:
    """What is known of each row: bits, the row that it is like, and how surely that is the one to name."""

    bits: npt.NDArray[np.uint8] = field(repr=False)
    partner: npt.NDArray[np.uint32] = field(repr=False)
    rank: npt.NDArray[np.uint8] = field(repr=False)

    @classmethod
    def of(cls, rows: int) -> "_Known":
        """Return what is known of rows before any is looked at."""
        rank = np.full(rows, len(_RANKS), dtype=np.uint8)
        return cls(np.zeros(rows, dtype=np.uint8), np.zeros(rows, dtype=np.uint32), rank)

    def note_equal(self, kind: str, found: pl.DataFrame) -> None:
        """Note what `equal_pairs` says of some rows."""
        rows = found["row"].to_numpy()
        conflict = found[f"{kind}_conflict"].fill_null(value=False).to_numpy()
        same, another = found[f"{kind}_same"], found[f"{kind}_another"]
        for name, partners in ((f"{kind}_same", same), (f"{kind}_another", another)):
            there = partners.is_not_null().to_numpy()
            self._name(rows[there], partners.drop_nulls().to_numpy(), _RANKS[name])
        if kind == "exchanged":
            self.bits[rows[same.is_not_null().to_numpy()]] |= _EXCHANGED
            self.bits[rows[another.is_not_null().to_numpy() & conflict]] |= _CONTRAST
            return
        there = (same.is_not_null() | another.is_not_null()).to_numpy()
        self.bits[rows[there]] |= _EXACT if kind == "exact" else _NORMALISED
        if kind == "normalised":
            self.bits[rows[conflict]] |= _CONFLICT

    def note_near(self, start: int, partners: list[npt.NDArray[np.uint32]]) -> None:
        """Note the nearest with the same label and with another, of rows from `start` on."""
        for found, name, bit in zip(partners, ("near_same", "near_another"), (_NEAR, _CONTRAST), strict=True):
            there = np.flatnonzero(found != NONE)
            self.bits[start + there] |= bit
            self._name(start + there, found[there], _RANKS[name])

    def _name(self, rows: npt.NDArray[Any], partners: npt.NDArray[Any], rank: int) -> None:
        surer = self.rank[rows] > rank
        self.partner[rows[surer]] = partners[surer]
        self.rank[rows[surer]] = rank

    def said(self) -> pl.DataFrame:
        """Return what is said of each row."""
        kind = np.full(len(self.bits), len(KINDS), dtype=np.uint8)
        for code, bit in reversed(tuple(enumerate(_BITS))):
            kind[self.bits & bit != 0] = code
        is_one = pl.Series(kind) < len(KINDS)
        return pl.DataFrame({"kind": kind, "partner": self.partner, "is_one": is_one}).select(
            pl.when("is_one")
            .then("kind")
            .replace_strict(dict(enumerate(KINDS)), return_dtype=pl.Enum(KINDS)),
            pl.Series("conflict", self.bits & _CONFLICT != 0),
            pl.when("is_one").then("partner").alias("partner"),
        )
