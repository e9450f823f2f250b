"""A value for each of many rows: in pieces, which lie in a file while one is open for them."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, BinaryIO, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from rightreasons.writing import NO_ROOM, no_room

Number = TypeVar("Number", bound=np.generic)
_TOGETHER = 2**16


class RowFile:
    """A file without a name, gone when it is closed, that arrays are appended to and read from."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._file: BinaryIO = TemporaryFile(dir=folder)  # noqa: SIM115 - `row_file` closes it
        self._end = 0

    def close(self) -> None:
        """Give its room back."""
        self._file.close()

    def append(self, array: npt.NDArray[Any]) -> int:
        """Write an array and return where it begins.

        Raises
        ------
        ExhaustedError
            If the disk is full.
        """
        place = self._end
        try:
            self._file.seek(place)
            self._file.write(np.ascontiguousarray(array).view(np.uint8).data)
            self._file.flush()
        except OSError as error:
            if error.errno in NO_ROOM:
                raise no_room(str(self.folder)) from error
            raise
        self._end += array.nbytes
        return place

    def read(self, place: int, array: npt.NDArray[Any]) -> None:
        """Fill an array with what was written at a place."""
        self._file.seek(place)
        self._file.readinto(array.view(np.uint8).data)  # type: ignore[attr-defined] # every binary file has it


_open: ContextVar[RowFile | None] = ContextVar("row file", default=None)


@contextmanager
def row_file(folder: Path) -> Iterator[None]:
    """Keep the pieces of columns that are put together in a file of a folder, until the context ends."""
    file = RowFile(folder)
    token = _open.set(file)
    try:
        yield
    finally:
        _open.reset(token)
        file.close()


@contextmanager
def file_beside() -> Iterator[RowFile | None]:
    """Give a file for what is needed for a moment, if one is open for columns."""
    outer = _open.get()
    if outer is None:
        yield None
        return
    file = RowFile(outer.folder)
    try:
        yield file
    finally:
        file.close()


@dataclass(frozen=True)
class _Aside(Generic[Number]):
    """Values that lie in a file."""

    file: RowFile
    place: int
    size: int
    kind: np.dtype[Number]

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, rows: slice) -> npt.NDArray[Number]:
        start, end, _ = rows.indices(self.size)
        found = np.empty(end - start, dtype=self.kind)
        self.file.read(self.place + start * self.kind.itemsize, found)
        return found


@dataclass(eq=False)
class Piece(Generic[Number]):
    """The values of the rows of one block; what they are never changes, though they may move into a file.

    Parameters
    ----------
    values
        Those values, shape (rows,).
    """

    values: npt.NDArray[Number] | _Aside[Number] = field(repr=False)

    def __len__(self) -> int:
        return len(self.values)

    def put_aside(self, file: RowFile) -> None:
        """Move the values into a file, unless they are in one."""
        if not isinstance(self.values, _Aside):
            self.values = _Aside(file, file.append(self.values), len(self.values), self.values.dtype)

    def read(self, start: int = 0, end: int | None = None) -> npt.NDArray[Number]:
        """Return the values of some of its rows, shape (end - start,)."""
        return self.values[start:end]


@dataclass(frozen=True)
class RowColumn(Generic[Number]):
    """A value for each row, in the order of the rows; those of parts of a set are put together.

    Parameters
    ----------
    pieces
        The values of each block.
    """

    pieces: tuple[Piece[Number], ...] = field(repr=False)

    @classmethod
    def of(cls, array: npt.NDArray[Number]) -> "RowColumn[Number]":
        """Return one block of values."""
        return cls((Piece(array),))

    def __add__(self, other: "RowColumn[Number]") -> "RowColumn[Number]":
        together = self.pieces + other.pieces
        if (file := _open.get()) is not None:
            for piece in together:
                piece.put_aside(file)
        return RowColumn(together)

    def __len__(self) -> int:
        return sum(map(len, self.pieces))

    def arrays(self) -> Iterator[npt.NDArray[Number]]:
        """Yield the values of one block after the other."""
        return (piece.read() for piece in self.pieces)

    def at(self, places: npt.NDArray[np.intp]) -> npt.NDArray[Number]:
        """Return the values of some rows, given in ascending order."""
        ends = np.cumsum([len(piece) for piece in self.pieces])
        starts = np.concatenate([[0], ends[:-1]])
        edges = np.searchsorted(places, np.concatenate([[0], ends]))
        parts = [
            self.pieces[block].read()[places[edges[block] : edges[block + 1]] - starts[block]]
            for block in np.flatnonzero(np.diff(edges))
        ]
        return np.concatenate(parts) if parts else self.pieces[0].read(0, 0)

    def whole(self) -> npt.NDArray[Number]:
        """Return all values in memory, shape (rows,)."""
        arrays = list(self.arrays()) if len(self.pieces) < 2 else None
        if arrays:
            return arrays[0]
        found = np.empty(len(self), dtype=self.pieces[0].read(0, 0).dtype)
        start = 0
        for array in self.arrays():
            found[start : start + len(array)] = array
            start += len(array)
        return found


def column_of(arrays: Iterable[npt.NDArray[Any]], file: RowFile | None) -> RowColumn[Any]:
    """Return a column of pieces, each put into a file as it comes, if there is one."""
    pieces = []
    for array in arrays:
        pieces.append(Piece(array))
        if file is not None:
            pieces[-1].put_aside(file)
    return RowColumn(tuple(pieces))


def pieces_aside(arrays: Iterable[npt.NDArray[Number]]) -> RowColumn[Number]:
    """Return a column of pieces, which lie in a file while one is open."""
    return column_of(arrays, _open.get())


def put_aside(values: npt.NDArray[Number]) -> RowColumn[Number]:
    """Return the values of many rows as a column, which lies in a file while one is open."""
    parts = [values[start : start + _TOGETHER] for start in range(0, max(len(values), 1), _TOGETHER)]
    return pieces_aside(parts)
