"""A short text for each of many rows: in pieces, which lie in a file while one is open for them."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.engine.row_columns import RowColumn

Places = npt.NDArray[np.int64]
_ALONE = 64
"""A piece of which one value in so many is wanted, or more, is read whole."""


@dataclass(frozen=True)
class RowTexts:
    """A short text for each row; those of parts of a set are put together.

    Parameters
    ----------
    letters
        The bytes of all texts (UTF-8), one after the other.
    ends
        Where each ends in its piece.
    """

    letters: RowColumn[np.uint8]
    ends: RowColumn[np.uint32]

    @classmethod
    def of(cls, texts: pl.Series) -> "RowTexts":
        """Return the texts of one block of rows."""
        joined = texts.str.join("").item() if len(texts) else ""
        ends = texts.str.len_bytes().cum_sum().cast(pl.UInt32).to_numpy()
        return cls(RowColumn.of(np.frombuffer(joined.encode(), dtype=np.uint8)), RowColumn.of(ends))

    def __add__(self, other: "RowTexts") -> "RowTexts":
        return RowTexts(self.letters + other.letters, self.ends + other.ends)

    def piece(self, piece: int) -> list[str]:
        """Return the texts of one piece."""
        return list(self._of_piece(piece, np.arange(len(self.ends.pieces[piece]))))

    def at(self, places: Places) -> pl.Series:
        """Return the texts of some rows, in the order given."""
        wanted, which = np.unique(places, return_inverse=True)
        limits = np.cumsum([0, *map(len, self.ends.pieces)])
        edges = np.searchsorted(wanted, limits)
        found = [
            self._of_piece(piece, wanted[edges[piece] : edges[piece + 1]] - limits[piece])
            for piece in np.flatnonzero(np.diff(edges)).tolist()
        ]
        return pl.Series(list(chain.from_iterable(found)), dtype=pl.String).gather(which)

    def _of_piece(self, piece: int, places: Places) -> Iterator[str]:
        letters, ends = self.letters.pieces[piece], self.ends.pieces[piece]
        if len(places) * _ALONE >= len(ends):
            text, stops = letters.read().tobytes(), ends.read()
            for place in places.tolist():
                yield text[int(stops[place - 1]) if place else 0 : int(stops[place])].decode()
            return
        for place in places.tolist():
            first, last = ends.read(place - 1, place + 1).tolist() if place else (0, int(ends.read(0, 1)[0]))
            yield letters.read(first, last).tobytes().decode()
