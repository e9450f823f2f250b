"""The file of a store of predictions: what SQLite says of one that cannot be used, how much it holds."""

import hashlib
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
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


# How many answers a store of predictions holds, counted without touching the file.


_PATIENCE = 0.5  # seconds that another process may hold the store
_LONGEST = 2.0  # seconds that counting may take
_LOG_HEADER = 32
"""Bytes of a write-ahead log that holds nothing: whoever opened the store last could not clear it away."""
_STEPS = 10_000  # of SQLite's machine between looks at the clock
_IS_A_TABLE = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'predictions'"


def kept_answers(path: Path) -> int:
    """Return how many answers a store holds, also while another process writes to it.

    Nothing is written: a store that nobody has open is read as it stands, and one that is open beside its
    write-ahead log.

    Raises
    ------
    UnreadableFileError
        If the file is no store, or is damaged.
    IncompleteError
        If it is held by another process, or counting takes too long.
    """
    shown = f"'{printable(path.name)}'"
    with opening(shown), closing(_read_only(path)) as connection:
        _guard(connection)
        if connection.execute(_IS_A_TABLE).fetchone()[0] != 1:
            raise damaged(shown, "no table of predictions")
        count: int = connection.execute("SELECT count(*) FROM predictions").fetchone()[0]
    return count


def content_checksum(path: Path) -> str:
    """Return the SHA-256 of what a store holds: its schema and all rows, in their order; nothing is written.

    Raises
    ------
    RightReasonsError
        As of `kept_answers`.
    """
    shown = f"'{printable(path.name)}'"
    digest = hashlib.sha256()
    with opening(shown), closing(_read_only(path)) as connection:
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.text_factory = bytes  # whatever stands there
        schema = connection.execute("SELECT type, name, sql FROM sqlite_master ORDER BY 1, 2").fetchall()
        digest.update(repr(schema).encode())
        for table in (name for kind, name, _ in schema if kind == b"table"):
            quoted = table.decode("utf-8", "replace").replace('"', '""')
            for row in connection.execute(f'SELECT * FROM "{quoted}"'):  # noqa: S608 - a table that is there
                digest.update(repr(row).encode())
    return digest.hexdigest()


def _read_only(path: Path) -> sqlite3.Connection:
    """Open a store to be read: as it stands where nobody has it open, else beside its write-ahead log."""
    log = path.with_name(path.name + "-wal")
    has_rows = log.exists() and log.stat().st_size > _LOG_HEADER  # reading it needs room beside it
    mode = "mode=ro" if has_rows else "mode=ro&immutable=1"
    return sqlite3.connect(f"{path.absolute().as_uri()}?{mode}", timeout=_PATIENCE, uri=True)


def _guard(connection: sqlite3.Connection) -> None:
    """Let no schema that somebody made up run functions, or for ever."""
    connection.execute("PRAGMA trusted_schema = OFF")
    deadline = time.monotonic() + _LONGEST
    connection.set_progress_handler(lambda: int(time.monotonic() > deadline), _STEPS)
