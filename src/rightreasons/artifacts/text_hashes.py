"""A hash of 64 bits of every text, and the rows of a set divided by them: those with one text together."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

import numba
import numpy as np
import numpy.typing as npt

from rightreasons.engine.memory import frame_key, remembered
from rightreasons.engine.row_columns import Piece, RowColumn, RowFile, file_beside
from rightreasons.pairs import PairTable

Hashes = npt.NDArray[np.uint64]
Codes = npt.NDArray[np.uint8]
Places = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.signedinteger[Any]]
Number = TypeVar("Number", bound=np.generic)
BUCKET_ROWS = 2**20
"""Rows that are looked at together, about; texts with one hash are in one bucket."""
_MOST_BITS = 12
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True)
class TextHashes:
    """The texts of rows by hashes, in the order of the rows; those of parts of a set are put together.

    Of n different texts two have one hash with a probability of about n^2 / 2^65: 2e-5 of 27 million.

    Parameters
    ----------
    premise, hypothesis
        Hashes of the texts of either side.
    """

    premise: RowColumn[np.uint64]
    hypothesis: RowColumn[np.uint64]

    @classmethod
    def of(cls, pairs: PairTable) -> "TextHashes":
        """Hash the texts of some rows."""

        def made() -> "TextHashes":
            return cls.made_of(pairs.premises.hash().to_numpy(), pairs.hypotheses.hash().to_numpy())

        return remembered("text hashes", frame_key(pairs.frame), made, entries=4)

    @classmethod
    def made_of(cls, premise: Hashes, hypothesis: Hashes) -> "TextHashes":
        """Return the hashes of one block of rows."""
        return cls(RowColumn.of(premise), RowColumn.of(hypothesis))

    def __add__(self, other: "TextHashes") -> "TextHashes":
        return TextHashes(self.premise + other.premise, self.hypothesis + other.hypothesis)

    def __len__(self) -> int:
        return len(self.premise)

    def of_side(self, side: str) -> Iterator[Hashes]:
        """Yield the hashes of ``premise``, ``hypothesis`` or ``pair``, one block of rows after the other."""
        if side != "pair":
            yield from (self.premise if side == "premise" else self.hypothesis).arrays()
            return
        for premise, hypothesis in zip(self.premise.arrays(), self.hypothesis.arrays(), strict=True):
            yield premise * _MULTIPLIER + hypothesis


class Bucket(NamedTuple):
    """Some rows of a set: all those whose texts have hashes of one range.

    Parameters
    ----------
    places
        Which rows they are.
    hashes
        Of their texts.
    codes
        What is known of each; 0 where nothing was given.
    """

    places: Places
    hashes: Hashes
    codes: Codes


@dataclass(frozen=True)
class Rows:
    """Rows to be divided.

    Parameters
    ----------
    count
        How many there are.
    hashes, codes
        What gives their hashes, and what is known of each, one block after the other.
    """

    count: int
    hashes: Callable[[], Iterator[Hashes]]
    codes: Callable[[], Iterator[Codes]] | None = None


def buckets(*sets: Rows) -> Iterator[tuple[Bucket, ...]]:
    """Yield the rows of each bucket, of every one of some sets; texts with one hash are in the same bucket.

    Few rows are one bucket. More are written, bucket by bucket, into a file of their own where one is open.
    """
    bits = min((max(each.count for each in sets) // BUCKET_ROWS).bit_length(), _MOST_BITS)
    with file_beside() as file:
        divided = [list(_divided(each, bits, file)) for each in sets]
        for number in range(2**bits):
            yield tuple(_bucket(blocks, number) for blocks in divided)


class _Block(NamedTuple):
    """A block of rows by bucket, and where each bucket begins and the last ends."""

    places: Piece[np.int64]
    hashes: Piece[np.uint64]
    codes: Piece[np.uint8]
    edges: Places


def _divided(rows: Rows, bits: int, file: RowFile | None) -> Iterator[_Block]:
    """Yield the blocks of a set, the rows of each in the order of their buckets."""
    start = 0
    blocks = rows.hashes() if rows.codes is None else zip(rows.hashes(), rows.codes(), strict=True)
    for each in blocks:
        hashes, codes = each if isinstance(each, tuple) else (each, np.zeros(len(each), dtype=np.uint8))
        places = np.arange(start, start + len(hashes))
        start += len(hashes)
        if not bits:
            yield _Block(Piece(places), Piece(hashes), Piece(codes), np.array([0, len(hashes)]))
            continue
        buckets_of = (hashes >> np.uint64(64 - bits)).astype(np.uint16)
        order = np.argsort(buckets_of, kind="stable")
        edges = np.searchsorted(buckets_of[order], np.arange(2**bits + 1))
        block = _Block(Piece(places[order]), Piece(hashes[order]), Piece(codes[order]), edges)
        if file is not None:
            for piece in (block.places, block.hashes, block.codes):
                piece.put_aside(file)
        yield block


def _bucket(blocks: Sequence[_Block], number: int) -> Bucket:
    spans = [(int(block.edges[number]), int(block.edges[number + 1])) for block in blocks]
    return Bucket(
        _joined([each.places.read(*span) for each, span in zip(blocks, spans, strict=True)], np.int64),
        _joined([each.hashes.read(*span) for each, span in zip(blocks, spans, strict=True)], np.uint64),
        _joined([each.codes.read(*span) for each, span in zip(blocks, spans, strict=True)], np.uint8),
    )


def copies_of_texts(rows: Rows) -> Iterator[npt.NDArray[np.int64]]:
    """Yield in how many rows each text stands, one bucket of texts at a time."""
    for (bucket,) in buckets(rows):
        ordered = np.sort(bucket.hashes)
        ends = np.flatnonzero(np.append(ordered[1:] != ordered[:-1], True)) if len(ordered) else bucket.places
        yield np.diff(ends, prepend=-1)


def numbered(rows: Rows) -> Numbers:
    """Return the number of the text of each row, from 0 by the first row that has it, shape (rows,)."""
    kind = np.int32 if rows.count < 2**31 else np.int64
    first: Numbers = np.empty(rows.count, dtype=kind)
    for (bucket,) in buckets(rows):
        order = np.argsort(bucket.hashes, kind="stable")
        _lead(first, bucket.hashes[order], bucket.places[order])
    number_from(first)
    return first


def is_first(rows: Rows) -> npt.NDArray[np.bool_]:
    """Return whether each row is the first with its text, shape (rows,)."""
    found = np.zeros(rows.count, dtype=np.bool_)
    for (bucket,) in buckets(rows):
        order = np.argsort(bucket.hashes, kind="stable")
        ordered = bucket.hashes[order]
        found[bucket.places[order]] = np.append(True, ordered[1:] != ordered[:-1])[: len(ordered)]
    return found


@numba.njit(cache=True, nogil=True)
def _lead(first: Numbers, hashes: Hashes, places: Places) -> None:
    """Name for each row the first one with its text; places come by text, then ascend."""
    lead = 0
    for place in range(len(hashes)):
        if hashes[place] != hashes[lead]:
            lead = place
        first[places[place]] = places[lead]


@numba.njit(cache=True, nogil=True)
def number_from(first: Numbers) -> int:
    """Replace rows by the number of what they are of in place; each names the first, or one before it."""
    count = 0
    for row in range(len(first)):
        if first[row] == row:
            first[row] = count
            count += 1
        else:
            first[row] = first[first[row]]
    return count


def _joined(arrays: list[npt.NDArray[Number]], kind: type[Number]) -> npt.NDArray[Number]:
    if len(arrays) == 1:
        return arrays[0]
    return np.concatenate(arrays) if arrays else np.zeros(0, dtype=kind)
