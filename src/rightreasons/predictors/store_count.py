"""How many answers a store of predictions holds, counted without touching the file."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path

from rightreasons.predictors.store_files import damaged, opening
from rightreasons.printable import printable

_PATIENCE = 0.5  # seconds that another process may hold the store
_LONGEST = 2.0  # seconds that counting may take
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
    mode = "mode=ro" if path.with_name(path.name + "-wal").exists() else "mode=ro&immutable=1"
    with opening(shown):
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?{mode}", timeout=_PATIENCE, uri=True)
        with closing(connection):
            _guard(connection)
            if connection.execute(_IS_A_TABLE).fetchone()[0] != 1:
                raise damaged(shown, "no table of predictions")
            count: int = connection.execute("SELECT count(*) FROM predictions").fetchone()[0]
    return count


def _guard(connection: sqlite3.Connection) -> None:
    """Let no schema that somebody made up run functions, or for ever."""
    connection.execute("PRAGMA trusted_schema = OFF")
    deadline = time.monotonic() + _LONGEST
    connection.set_progress_handler(lambda: int(time.monotonic() > deadline), _STEPS)
