"""Dumps of databases: the rows of ``INSERT INTO`` and of ``COPY ... FROM stdin``; no statement is run."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice

from rightreasons.errors import ColumnError, UnreadableFileError
from rightreasons.printable import printable, quoted
from rightreasons.sources.formats.cells import Row, table_of_cells
from rightreasons.sources.formats.lines import text_blocks
from rightreasons.sources.raw import Content, Format, Parsed

ADDS = {"format": {"sql": "SQL"}}
_HEAD = 256 * 2**10
_MOST_TABLES = 500
_NAME = r'(?:`[^`\n]{1,200}`|"[^"\n]{1,200}"|\[[^\]\n]{1,200}\]|\w{1,200})'
_NAMES = rf"{_NAME}(?:\s*\.\s*{_NAME}){{0,2}}"
_LIST = rf"\(\s*(?P<columns>{_NAME}(?:\s*,\s*{_NAME})*+)\s*\)"
_INSERT = re.compile(
    rf"\s*INSERT\s+(?:OR\s+\w+\s+|IGNORE\s+)?INTO\s+(?P<table>{_NAMES})\s*(?:{_LIST}\s*)?VALUES\b",
    re.IGNORECASE,
)
_COPY = re.compile(rf"\s*COPY\s+(?P<table>{_NAMES})\s*{_LIST}\s*FROM\s+stdin\b[^\n]*\n", re.IGNORECASE)
_CREATE = re.compile(
    rf"\bCREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(?P<table>{_NAMES})\s*\((?P<inside>.{{1,20000}}?)\n?\)\s*[^,\n;)]*;",
    re.IGNORECASE | re.DOTALL,
)
_STATEMENT = re.compile(r"^[ \t]*(?:INSERT|COPY)\b", re.IGNORECASE | re.MULTILINE)
_COLUMN = re.compile(rf"\s*({_NAME})\s")
_NO_COLUMN = ("primary", "key", "unique", "constraint", "foreign", "check", "index", "fulltext")
_TOKEN = re.compile(
    r"\s*(?:(?P<mark>[(),;])|[NE]?'(?P<text>(?:[^'\\]|''|\\.)*+)'|(?P<bare>[^\s(),;'][^(),;']*+))",
    re.DOTALL | re.IGNORECASE,
)
_ESCAPED = re.compile(r"''|\\(.)", re.DOTALL)
_MARKS = {"n": "\n", "t": "\t", "r": "\r", "0": "\0"}


@dataclass
class _Table:
    """A table that is being read: its columns and rows."""

    columns: list[str] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)


def read_sql(content: Content, *, headerless: bool = False) -> Parsed:  # noqa: ARG001 - one shape for all readers
    """Read the one table that holds rows.

    Raises
    ------
    ColumnError
        If more than one does.
    UnreadableFileError
        If none does.
    """
    found = dumped_tables(content)
    if not found:
        raise UnreadableFileError(
            f"{printable(content.name)} inserts no rows",
            "INSERT INTO ... VALUES, or COPY ... FROM stdin",
            "save the table as CSV",
        )
    if len(found) > 1:
        raise ColumnError(
            f"{printable(content.name)} has the tables {quoted(tuple(found))}",
            "one table",
            f"name it: {printable(content.name)}!TABLE",
        )
    return next(iter(found.values()))


def dumped_tables(content: Content) -> Mapping[str, Parsed]:
    """Return the tables into which rows are put, by name."""
    text = "".join(text_blocks(content))
    created = {
        _plain(each["table"]): _created(each["inside"])
        for each in islice(_CREATE.finditer(text), _MOST_TABLES)
    }
    tables: dict[str, _Table] = {}
    at, line, counted = 0, 1, 0
    while start := _STATEMENT.search(text, at):
        line += text.count("\n", counted, start.start())
        counted = start.start()
        found = _INSERT.match(text, start.start()) or _COPY.match(text, start.start())
        if found is None:
            at = start.end()
            continue
        name = _plain(found["table"])
        columns = [_plain(each) for each in re.findall(_NAME, found["columns"] or "")] or created.get(
            name, []
        )
        table = tables.setdefault(name, _Table(columns))
        copied = found.re is _COPY
        at = _copied(text, found.end(), table, line) if copied else _inserted(text, found.end(), table, line)
    return {name: _parsed(content, table) for name, table in tables.items() if table.rows}


def _parsed(content: Content, table: _Table) -> Parsed:
    rows = table.rows
    return table_of_cells(
        content, [(None, table.columns), *rows] if table.columns else rows, headerless=not table.columns
    )


def _created(inside: str) -> list[str]:
    names = (_COLUMN.match(f"{part} ") for part in re.split(r",\s*\n", inside))
    found = [_plain(each[1]) for each in names if each]
    return [name for name in found if name.lower() not in _NO_COLUMN]


def _inserted(text: str, at: int, table: _Table, line: int) -> int:
    """Add the rows of ``VALUES (...), (...)``, and return where they end."""
    row: list[str] | None = None
    value, begun, counted = "", at, at
    while found := _TOKEN.match(text, at):
        at = found.end()
        mark = found["mark"]
        if row is None:
            if mark == "(":
                line += text.count("\n", counted, at)
                counted, begun, row, value = at, line, [], ""
            elif mark != ",":
                break
        elif mark in (",", ")"):
            row.append(value)
            value = ""
            if mark == ")":
                table.rows.append((begun, row))
                row = None
        elif mark == ";":
            break
        elif found["text"] is not None:
            value += _unescaped(found["text"])
        elif found["bare"] is not None:
            bare = found["bare"].strip()
            value += "" if bare.upper() == "NULL" else bare
    return at


def _copied(text: str, at: int, table: _Table, line: int) -> int:
    r"""Add the rows below ``COPY``, which tabs part and ``\.`` ends, and return where they end."""
    for number, row in enumerate(_lines_from(text, at), line + 1):
        at += len(row) + 1
        if row.rstrip("\r") == "\\.":
            break
        cells = ["" if cell == "\\N" else _unescaped(cell) for cell in row.rstrip("\r").split("\t")]
        table.rows.append((number, cells))
    return min(at, len(text))


def _lines_from(text: str, at: int) -> Iterator[str]:
    while at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        yield text[at:end]
        at = end + 1


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda found: "'" if found[1] is None else _MARKS.get(found[1], found[1]), text)


def _plain(name: str) -> str:
    """Return the last part of a name, without what encloses it."""
    last: str = re.findall(_NAME, name)[-1]
    return last[1:-1] if last[0] in '`"[' else last


def is_dump(content: Content) -> bool:
    """Return whether a text puts rows into tables of a database."""
    head = content.data[:_HEAD].decode("utf-8", "replace")
    starts = (each.start() for each in _STATEMENT.finditer(head))
    return any(_INSERT.match(head, at) or _COPY.match(head, at) for at in starts)


SQL = Format(read_sql, matches=lambda content, _, ending: ending in ("", ".txt") and is_dump(content))
