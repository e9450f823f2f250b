"""The file of a store of predictions: what SQLite says of one that cannot be used, how much it holds."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rightreasons.errors import IncompleteError, OptionError, UnreadableFileError
from rightreasons.printable import printable
from rightreasons.writing import has_room, no_room

_PRIMARY = 0xFF  # the low byte of an extended result code, https://www.sqlite.org/rescode.html
_DAMAGED = (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_FORMAT)
_REFUSED = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH)


@contextmanager
def opening(shown: str, place: Path | None = None) -> Iterator[None]:
    """Tell what keeps a store from being opened.

    Raises
    ------
    UnreadableFileError
        If the file is no store, or is damaged.
    OptionError
        If it cannot be written.
    ExhaustedError
        If there is no room on the disk.
    IncompleteError
        If the disk fails, or another process holds the store for too long.
    """
    with using(shown, place):
        try:
            yield
        except sqlite3.Error as error:
            if primary_code(error) not in _REFUSED:
                raise
            raise OptionError(
                f"the store {shown}: {printable(str(error))}",
                "a file that can be written, in a folder that can be written",
                "choose another --store",
            ) from error


@contextmanager
def using(shown: str, place: Path | None = None) -> Iterator[None]:
    """Tell what keeps an open store from being read or written.

    Parameters
    ----------
    shown
        What to call it.
    place
        Where it is; None: in memory.

    Raises
    ------
    UnreadableFileError
        If it is damaged.
    ExhaustedError
        If there is no room on the disk.
    IncompleteError
        For whatever else: what was stored before is kept.
    """
    try:
        yield
    except sqlite3.Error as error:
        code = primary_code(error)
        # Of its files in shared memory SQLite says "disk I/O error" only.
        if code == sqlite3.SQLITE_FULL or (
            code == sqlite3.SQLITE_IOERR and place is not None and not has_room(place)
        ):
            raise no_room("" if place is None else place.name) from error
        if code in _DAMAGED:
            raise damaged(shown, str(error)) from error
        raise IncompleteError(
            f"the store {shown}: {printable(str(error))}",
            "a disk with room that can be written",
            "make room and start again; what was stored is kept",
        ) from error


@contextmanager
def writing(shown: str) -> Iterator[None]:
    """Tell what keeps an export from being written.

    Raises
    ------
    OptionError
        Whatever it is.
    """
    try:
        yield
    except OSError as error:
        raise OptionError(
            f"'{shown}': {printable(str(error))}",
            "a file that can be written, on a disk with room",
            "make room, or choose another place",
        ) from error


def damaged(shown: str, how: str) -> UnreadableFileError:
    """Return the error for a file that is no whole store."""
    return UnreadableFileError(
        f"the store {shown}: {printable(how)}",
        "a store of predictions as rightreasons writes it",
        "choose another --store, or move the file away and predict again",
    )


def primary_code(error: sqlite3.Error) -> int:
    """Return the primary result code, 0 where SQLite gave none."""
    return getattr(error, "sqlite_errorcode", 0) & _PRIMARY
