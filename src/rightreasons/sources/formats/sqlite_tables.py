"""SQLite databases: tables as they are stored; nothing that a database computes is run."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing

import polars as pl

from rightreasons.errors import ColumnError, UnreadableFileError, UnsafeArchiveError
from rightreasons.printable import printable, quoted
from rightreasons.sources.python_values import series_of
from rightreasons.sources.raw import LINE, ROW, Content, Format, Parsed, numbered
from rightreasons.streams.compression import most_bytes

ADDS = {"format": {"sqlite": "SQLITE"}}
_MAGIC = b"SQLite format 3\0"
_VERSIONS = slice(18, 20)
_NO_LOG = b"\1\1"
"""The versions of a file whose journal is not written ahead: one in memory has no other file beside it."""
_MOST_TABLES = 100
_STORED = 0
_PIECE = 1_000


def read_sqlite(content: Content, *, headerless: bool = False) -> Parsed:
    """Read the one table that holds rows.

    Raises
    ------
    ColumnError
        If more than one does.
    """
    found = tables_of(content, headerless=headerless)
    if len(found) > 1:
        raise ColumnError(
            f"{printable(content.name)} has the tables {quoted(tuple(found))}",
            "one table",
            f"name it: {printable(content.name)}!TABLE",
        )
    return next(iter(found.values()), Parsed(pl.DataFrame(schema={ROW: pl.Int64, LINE: pl.Int64})))


def tables_of(content: Content, *, headerless: bool = False) -> Mapping[str, Parsed]:  # noqa: ARG001 - one shape for all readers
    """Return the tables that hold rows, by name; views and columns that are computed are left out.

    Raises
    ------
    UnreadableFileError
        If it is no database, or a damaged one.
    UnsafeArchiveError
        If its rows hold far more than the file is large.
    """
    data = bytearray(content.data)
    data[_VERSIONS] = _NO_LOG
    try:
        with closing(sqlite3.connect(":memory:")) as opened:
            opened.deserialize(bytes(data))
            opened.execute("PRAGMA trusted_schema=OFF")
            opened.text_factory = lambda text: text.decode("utf-8", "replace")
            names = [name for name in _names(opened) if _columns(opened, name)]
            left = most_bytes(len(data))
            return {name: _table(content, opened, name, left) for name in names if _has_rows(opened, name)}
    except sqlite3.Error as error:
        raise UnreadableFileError(
            f"{printable(content.name)} is no whole SQLite database ({printable(str(error), 80)})",
            "a whole database",
            "copy it again, or save the table as CSV",
        ) from None


def _names(opened: sqlite3.Connection) -> list[str]:
    """Return the tables that are stored as such, in the order in which they were made."""
    found = opened.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' "
        "AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY rowid LIMIT ?",
        (_MOST_TABLES,),
    )
    return [name for (name,) in found]


def _columns(opened: sqlite3.Connection, table: str) -> list[str]:
    """Return the columns of a table that hold values of their own."""
    found = opened.execute(f"PRAGMA table_xinfo({_name(table)})")
    return [name for _, name, _, _, _, _, hidden in found if hidden == _STORED]


def _name(name: str) -> str:
    """Return a name as SQL writes it."""
    return '"' + name.replace('"', '""') + '"'


def _has_rows(opened: sqlite3.Connection, table: str) -> bool:
    return opened.execute(f"SELECT 1 FROM {_name(table)} LIMIT 1").fetchone() is not None  # noqa: S608 - a name of the schema, quoted


def _table(content: Content, opened: sqlite3.Connection, table: str, most: int) -> Parsed:
    columns = _columns(opened, table)
    named = ", ".join(map(_name, columns))
    cursor = opened.execute(f"SELECT {named} FROM {_name(table)}")  # noqa: S608 - names of the schema, quoted
    rows: list[tuple[object, ...]] = []
    size = 0
    while piece := cursor.fetchmany(_PIECE):
        size += sum(len(value) for row in piece for value in row if isinstance(value, str | bytes))
        if size > most:
            raise UnsafeArchiveError(
                f"{printable(content.name)} holds more than {most:,} bytes in '{printable(table)}'",
                "rows that are about as large as the file",
                "save the table as CSV if you trust it",
            )
        rows += piece
    series = [
        series_of(name, [None if isinstance(row[at], bytes) else row[at] for row in rows])
        for at, name in enumerate(columns)
    ]
    return Parsed(numbered(pl.DataFrame(series)))


SQLITE = Format(read_sqlite, magic=(_MAGIC,), is_binary=True)  # no ending: a folder of a run has a store
