"""The rows of a dump: values between brackets as cells, and cells under the columns of all statements."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from rightreasons.errors import ColumnError
from rightreasons.printable import printable
from rightreasons.sources.formats.cells import table_of_cells
from rightreasons.sources.formats.delimited.headers import fields_problem, header_of
from rightreasons.sources.formats.sql_tokens import END, Tokens
from rightreasons.sources.raw import Content, Parsed

_BEFORE_TEXT = ("DATE", "TIME", "TIMESTAMP")
_TEXTS = ("text", "double", "escaped", "dollar")
_VALUES = ("word", "number", "name", *_TEXTS)
_MOST_COLUMNS = 2_000
_BACKSLASH = "a backslash in a text stands for itself: nothing tells that the dump is one of MySQL"


@dataclass(frozen=True)
class SqlRow:
    """A row: the line it begins on, its columns, its cells, and what is wrong with it."""

    line: int
    columns: tuple[str, ...]
    cells: list[str]
    problem: str = ""


@dataclass
class SqlTable:
    """A table that is being read, and what a reader should know of it."""

    rows: list[SqlRow] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    changed: dict[str, int] = field(default_factory=dict)


def row_here(tokens: Tokens, columns: tuple[str, ...]) -> SqlRow:
    """Go past a row in brackets, and return it.

    Raises
    ------
    UnreadableFileError
        If none begins here, or it is not understood.
    """
    line = tokens.line
    if not tokens.take("("):
        raise tokens.error(f"has '{printable(tokens.raw, 20)}' where a row begins")
    cells, problem = [], ""
    while True:
        cell, wrong = _cell(tokens)
        cells.append(cell)
        problem = problem or wrong
        if tokens.take(")"):
            return SqlRow(line, columns, cells, problem)
        tokens.advance()


def _cell(tokens: Tokens) -> tuple[str, str]:
    """Return the value up to the next comma or bracket, and what is wrong with it."""
    begun = end = tokens.start
    parts: list[tuple[str, str]] = []
    depth = 0
    while depth or tokens.raw not in (",", ")"):
        if tokens.kind == END or tokens.raw == ";":
            raise tokens.error("ends within a row")
        if parts and not depth and tokens.take("COLLATE", "::"):
            _past_type(tokens)
            continue
        part = (tokens.kind, tokens.value())
        if parts and _are_beside(parts[-1], part) and not (len(parts) == 1 and _is_said_of(parts[0], part)):
            raise tokens.error(f"has '{printable(tokens.raw, 20)}' beside a text, with no comma between")
        parts.append(part)
        depth += (tokens.raw in ("(", "[")) - (tokens.raw in (")", "]"))
        end = tokens.end
        tokens.advance()
    if not parts:
        raise tokens.error("has no value where one is due")
    if len(parts) == 2 and _is_said_of(*parts):
        del parts[0]
    elif _is_cast(parts):
        parts = parts[2:3]
    kind, value = parts[-1]
    if len(parts) == 1:
        return ("" if kind == "word" and value.upper() == "NULL" else value), ""
    if any(kind in _TEXTS for kind, _ in parts):
        return "", "has a value that is computed"
    return tokens.text[begun:end], ""


def _is_cast(parts: list[tuple[str, str]]) -> bool:
    """Return whether a value is ``CAST(... AS ...)`` of one."""
    words = [value.upper() for _, value in parts[:4]]
    if len(parts) <= len(words) or (words[:2], words[3]) != (["CAST", "("], "AS"):
        return False
    of_type = all(kind in ("word", "number", "mark", "name") for kind, _ in parts[4:])
    return of_type and parts[2][0] in _VALUES and parts[-1][1] == ")"


def _are_beside(one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Return whether two values, a text among them, stand beside each other."""
    if other == ("word", other[1]) and other[1].upper() == "AS":
        return False
    kinds = (one[0], other[0])
    return all(kind in _VALUES for kind in kinds) and any(kind in _TEXTS for kind in kinds)


def _is_said_of(one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Return whether a word says of what type, or in what encoding, the text behind it is."""
    said = one[1].upper()
    return one[0] == "word" and other[0] in _TEXTS and (said in _BEFORE_TEXT or said.startswith("_"))


def _past_type(tokens: Tokens) -> None:
    """Go past the name of a type or of an order."""
    tokens.name()
    while tokens.kind == "word":
        tokens.advance()
    if tokens.take("("):
        while tokens.kind == "number" or tokens.raw == ",":
            tokens.advance()
        if not tokens.take(")"):
            raise tokens.error("has a type that is not understood")
    while tokens.kind == "name":
        tokens.advance()


def table_of_rows(content: Content, table: SqlTable, *, noted: bool) -> Parsed:
    """Return the rows under the columns that any of their statements has.

    Parameters
    ----------
    content
        The file.
    table
        The rows.
    noted
        Whether to say that a backslash stands for itself.

    Raises
    ------
    ColumnError
        If there are more than 2,000 columns.
    """
    names: dict[str, str] = {}
    for columns in dict.fromkeys(row.columns for row in table.rows):
        names |= {column.lower(): column for column in columns if column.lower() not in names}
    if len(names) > _MOST_COLUMNS:
        raise ColumnError(
            f"{printable(content.name)} puts values into {len(names):,} columns of one table",
            f"at most {_MOST_COLUMNS:,}",
            "save the table as CSV",
        )
    header = list(names.values())
    if not header:
        first = next((row.cells for row in table.rows if not row.problem), [])
        header = header_of(content, first, headerless=True).names
    problems = {at: problem for at, row in enumerate(table.rows) if (problem := _problem(row, len(header)))}
    cells = [[] if at in problems else _in_order(row, list(names)) for at, row in enumerate(table.rows)]
    lines = [row.line for row in table.rows]
    parsed = table_of_cells(content, [(None, header), *zip(lines, cells, strict=True)])
    bad = tuple(replace(each, problem=problems.get(each.row, each.problem)) for each in parsed.malformed)
    escaped = noted and any("\\" in cell for row in table.rows for cell in row.cells)
    notes = [f"{word} is not run, first in line {line}" for word, line in table.changed.items()]
    notes += [*table.notes, *([_BACKSLASH] if escaped else [])]
    return replace(parsed, malformed=bad, notes=(*parsed.notes, *notes))


def _problem(row: SqlRow, width: int) -> str:
    own = len(row.columns) or width
    return row.problem or (fields_problem(len(row.cells), own) if len(row.cells) != own else "")


def _in_order(row: SqlRow, columns: Sequence[str]) -> list[str]:
    """Return the cells of a row in the order of the columns of the table."""
    if not row.columns:
        return row.cells
    own = dict(zip((each.lower() for each in row.columns), row.cells, strict=True))
    return [own.get(column, "") for column in columns]
