"""How many answers a store of predictions holds, counted without touching the file."""

import hashlib
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from rightreasons.predictors.store.files import damaged, opening
from rightreasons.printable import printable

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
