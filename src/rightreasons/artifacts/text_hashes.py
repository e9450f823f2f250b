"""A hash of 64 bits of every text, in pieces that are put together without being copied."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from rightreasons.engine.memory import frame_key, remembered
from rightreasons.pairs import PairTable

Hashes = npt.NDArray[np.uint64]
Pieces = tuple[Hashes, ...]
BUCKET_ROWS = 2**21
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
        Hashes of the texts of either side, in pieces.
    """

    premise: Pieces = field(repr=False)
    hypothesis: Pieces = field(repr=False)

    @classmethod
    def of(cls, pairs: PairTable) -> "TextHashes":
        """Hash the texts of some rows."""

        def made() -> "TextHashes":
            return cls((pairs.premises.hash().to_numpy(),), (pairs.hypotheses.hash().to_numpy(),))

        return remembered("text hashes", frame_key(pairs.frame), made, entries=4)

    def __add__(self, other: "TextHashes") -> "TextHashes":
        return TextHashes(self.premise + other.premise, self.hypothesis + other.hypothesis)

    def __len__(self) -> int:
        return sum(map(len, self.premise))

    def of_side(self, side: str) -> Hashes:
        """Return the hashes of ``premise``, ``hypothesis`` or ``pair``, shape (rows,)."""
        if side != "pair":
            return joined(self.premise if side == "premise" else self.hypothesis)
        return joined(self.premise) * _MULTIPLIER + joined(self.hypothesis)


def joined(pieces: Pieces) -> Hashes:
    """Return pieces as one array."""
    return np.concatenate(pieces) if pieces else np.zeros(0, dtype=np.uint64)


def buckets(*columns: Hashes) -> Iterator[tuple[npt.NDArray[np.intp], ...]]:
    """Yield the places of the rows of each bucket, in every one of some columns of hashes.

    Few rows are one bucket; texts with one hash are in the same one.
    """
    rows = max(len(each) for each in columns)
    bits = min(max(rows // BUCKET_ROWS, 0).bit_length(), _MOST_BITS)
    for bucket in range(2**bits):
        yield tuple(
            np.flatnonzero(each >> np.uint64(64 - bits) == bucket) if bits else np.arange(len(each))
            for each in columns
        )


def copies_of_texts(hashes: Hashes) -> Iterator[npt.NDArray[np.int64]]:
    """Yield in how many rows each text stands, one bucket of texts at a time."""
    for (places,) in buckets(hashes):
        ordered = np.sort(hashes[places])
        ends = np.flatnonzero(np.append(ordered[1:] != ordered[:-1], True)) if len(ordered) else places
        yield np.diff(ends, prepend=-1)
