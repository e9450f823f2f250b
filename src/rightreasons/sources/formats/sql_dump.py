"""Dumps of databases: the rows of ``INSERT INTO`` and of ``COPY ... FROM stdin``; no statement is run.

What is not understood where rows may stand is refused, with its line; a row whose values would have to be
computed is malformed.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from rightreasons.errors import ColumnError, UnreadableFileError
from rightreasons.printable import printable, quoted
from rightreasons.sources.formats.lines import text_blocks
from rightreasons.sources.formats.sql_rows import SqlRow, SqlTable, row_here, table_of_rows
from rightreasons.sources.formats.sql_tokens import END, EXPECTED, NAMES, Tokens, unescaped
from rightreasons.sources.raw import Content, Format, Parsed

ADDS = {"format": {"sql": "SQL"}}
_HEAD = 256 * 2**10
_OF_MYSQL = re.compile(r"`|/\*!\d|\bMySQL\b|\bMariaDB\b|\bENGINE\s{0,9}=|\bINSERT\s{1,9}IGNORE\b")
_OF_OTHERS = re.compile(
    r"\bPostgreSQL\b|\bpg_catalog\b|^PRAGMA\b|\bsqlite_|\bFROM\s+stdin\b|^GO\s*$", re.MULTILINE
)
_BEFORE_FIRST = re.compile(r"[\s\ufeff;]+|--[^\n]*|#[^\n]*|/\*")
_PUTTING = (
    r"(?:(?:INSERT|REPLACE)\s+(?:OR\s+\w+\s+|IGNORE\s+)?(?:INTO\s+[\w`\"\[]|\[)"
    r"|COPY\s[^\n;]{1,4000}\bFROM\s+stdin\b)"
)
_PUT = re.compile(_PUTTING, re.IGNORECASE)
_PUTS = re.compile(rf"(?:^|;)[ \t]*{_PUTTING}", re.IGNORECASE | re.MULTILINE)
_LINE = re.compile(r"[^\n]*")
_OF_PSQL = ("CONNECT", "RESTRICT", "UNRESTRICT", "ENCODING", "SET", "UNSET", "ECHO", "PSET", "ON", "TIMING")
_END_OF_PROGRAMS = re.compile(r"^[ \t]*DELIMITER[ \t]+;[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)
_BEFORE_TABLE = ("OR", "ROLLBACK", "ABORT", "REPLACE", "FAIL", "IGNORE", "LOW_PRIORITY", "DELAYED", "INTO")
_PROGRAMS = ("TRIGGER", "PROCEDURE", "FUNCTION", "EVENT")
_OF_LOOPS = ("IF", "LOOP", "WHILE", "REPEAT", "FOR")
_NO_COLUMN = ("PRIMARY", "KEY", "UNIQUE", "CONSTRAINT", "FOREIGN", "CHECK", "INDEX", "FULLTEXT", "SPATIAL",
              "EXCLUDE", "LIKE", "PERIOD")  # fmt: skip
_AFTER_ROWS = ("ON", "AS", "RETURNING")
_CHANGES = ("UPDATE", "DELETE", "TRUNCATE", "MERGE", "DROP")
_BEFORE_CHANGED = (*_BEFORE_TABLE, "FROM", "TABLE", "ONLY", "QUICK", "IF", "EXISTS")
_OTHERS = ("SET", "USE", "BEGIN", "START", "COMMIT", "END", "PRAGMA", "LOCK", "UNLOCK", "ALTER", "SELECT",
           "GRANT", "REVOKE", "ANALYZE", "VACUUM", "COMMENT", "DECLARE", "EXEC", "EXECUTE", "PRINT", "IF",
           "REINDEX", "SAVEPOINT", "RELEASE", "FLUSH", "SECURITY", "REFRESH")  # fmt: skip
_FIRST = re.compile(
    rf"\\|(?:INSERT|REPLACE|COPY|CREATE|DELIMITER|GO|REM|{'|'.join((*_CHANGES, *_OTHERS))})\b(?!\s*:)",
    re.IGNORECASE,
)
_OF_SQLITE = "sqlite_"
"""How tables begin that SQLite keeps for itself."""


def read_sql(content: Content, *, headerless: bool = False) -> Parsed:  # noqa: ARG001 - one shape for all readers
    """Read the one table that holds rows.

    Raises
    ------
    ColumnError
        If more than one does.
    UnreadableFileError
        If none does, or a statement is not understood.
    """
    found = dumped_tables(content)
    if not found:
        raise UnreadableFileError(
            f"{printable(content.name)} inserts no rows", EXPECTED, "save the table as CSV"
        )
    if len(found) > 1:
        raise ColumnError(
            f"{printable(content.name)} has the tables {quoted(tuple(found))}",
            "one table",
            f"name it: {printable(content.name)}!TABLE",
        )
    return next(iter(found.values()))


def dumped_tables(content: Content) -> Mapping[str, Parsed]:
    """Return the tables into which rows are put, by name.

    A backslash escapes in a dump of MySQL. Where nothing tells whose dump it is, it does where more rows are
    understood so.

    Raises
    ------
    UnreadableFileError
        If a statement is not understood.
    """
    text = "".join(text_blocks(content))
    first = _PUTS.search(text)
    head = text[: first.end()] if first else text
    of_others = _OF_OTHERS.search(head) is not None
    of_mysql = not of_others and _OF_MYSQL.search(head) is not None
    undecided = not of_others and not of_mysql and "\\" in text
    dump = _understood(content.name, text, (False, True) if undecided else (of_mysql,))
    noted = undecided and not dump.escapes
    last = Counter(name[-1] for name in dump.tables)
    return {
        name[-1] if last[name[-1]] == 1 else ".".join(name): table_of_rows(content, table, noted=noted)
        for name, table in dump.tables.items()
        if table.rows and not name[-1].startswith(_OF_SQLITE)
    }


def _understood(name: str, text: str, ways: Sequence[bool]) -> "_Dump":
    """Return the dump as it is understood best, where a backslash escapes or does not."""
    found: list[_Dump] = []
    refused: list[UnreadableFileError] = []
    for escapes in ways:
        try:
            dump = _Dump(name, text, escapes=escapes)
            dump.read()
        except UnreadableFileError as error:
            refused.append(error)
        else:
            if not dump.problems:
                return dump
            found.append(dump)
    if not found:
        raise refused[-1]
    return min(found, key=lambda each: each.problems)


class _Dump:
    """A dump that is being read: its tables, and the columns of those it makes."""

    def __init__(self, name: str, text: str, *, escapes: bool) -> None:
        self.escapes = escapes
        self.tokens = Tokens(name, text, escapes=escapes)
        self.tables: dict[tuple[str, ...], SqlTable] = {}
        self.created: dict[str, tuple[str, ...]] = {}

    @property
    def problems(self) -> int:
        """How many rows are not understood."""
        return sum(bool(row.problem) for table in self.tables.values() for row in table.rows)

    def read(self) -> None:
        """Go through the statements."""
        ways = {
            "INSERT": self._inserted,
            "REPLACE": self._inserted,
            "COPY": self._copied,
            "CREATE": self._create,
        }
        tokens = self.tokens
        while tokens.kind != END:
            if tokens.take(";", "GO"):
                continue
            if tokens.raw == "\\" or tokens.word in ("REM", "DELIMITER"):
                self._past_command()
            elif tokens.word in ways:
                ways[tokens.word]()
            elif tokens.word in _CHANGES:
                self._changed(tokens.word)
            elif tokens.word in _OTHERS:
                self._skip(may_put=tokens.word != "IF")
            else:
                raise tokens.error(f"begins a statement that is not read here: '{printable(tokens.raw, 20)}'")

    def _past_command(self) -> None:
        """Go past a line for the program that runs the dump, or a part of it that has other ends."""
        tokens = self.tokens
        if tokens.word == "DELIMITER":
            if not tokens.past(_END_OF_PROGRAMS):
                raise tokens.error("sets a DELIMITER that is never set back")
            return
        if tokens.raw == "\\" and not tokens.text.startswith("\\.", tokens.start):
            tokens.advance()
            if tokens.word not in _OF_PSQL:
                raise tokens.error(f"has the command '\\{printable(tokens.raw, 20)}', which is not run")
        tokens.past(_LINE)

    def _skip(self, *, may_put: bool = True) -> None:
        """Go past a statement: to ``;``, to ``GO``, or to a line that begins with another INSERT."""
        tokens = self.tokens
        begun = tokens.start
        while tokens.kind != END and not tokens.take(";"):
            if tokens.start > begun and _PUT.match(tokens.text, tokens.start) and tokens.kind == "word":
                if tokens.is_first and may_put:
                    return
                raise tokens.error("puts rows within another statement")
            if tokens.is_first and tokens.take("GO"):
                return
            tokens.advance()

    def _changed(self, word: str) -> None:
        """Note a statement that changes rows that were read before."""
        tokens, line = self.tokens, self.tokens.line
        tokens.advance()
        while tokens.take(*_BEFORE_CHANGED):
            pass
        name = tokens.name() if tokens.kind in NAMES else ()
        for other, table in self.tables.items():
            if name and other[-1] == name[-1] and table.rows:
                table.changed.setdefault(word, line)
        self._skip()

    def _create(self) -> None:
        """Take the columns of a table that is made; go past anything else, to the end of a program."""
        tokens = self.tokens
        tokens.advance()
        while tokens.kind == "word" and tokens.word not in ("TABLE", *_PROGRAMS):
            tokens.advance()
        if tokens.word in _PROGRAMS:
            self._skip_program()
            return
        if tokens.take("TABLE"):
            is_new = tokens.word != "IF"
            while tokens.take("IF", "NOT", "EXISTS"):
                pass
            name = tokens.name()
            if is_new and name in self.tables and self.tables[name].rows:
                raise tokens.error(f"makes the table '{printable(name[-1], 40)}' once more")
            if tokens.take("("):
                self.created[".".join(name)] = self.created[name[-1]] = tuple(self._columns_made())
        self._skip()

    def _columns_made(self) -> list[str]:
        tokens, found, depth, is_start = self.tokens, [], 1, True
        while tokens.kind != END and tokens.raw != ";":
            if is_start and tokens.kind in NAMES and tokens.word not in _NO_COLUMN:
                found.append(tokens.part_of_name)
            depth += (tokens.raw == "(") - (tokens.raw == ")")
            is_start = tokens.raw == "," and depth == 1
            tokens.advance()
            if not depth:
                break
        return found

    def _skip_program(self) -> None:
        """Go past a trigger or the like: its statements put no rows."""
        tokens, depth = self.tokens, 0
        while depth or tokens.raw != ";":
            if tokens.kind == END and depth:
                raise tokens.error("ends within a program")
            if tokens.kind == END or (tokens.is_first and tokens.take("GO")):
                return
            word = tokens.word
            tokens.advance()
            if word == "END":
                depth -= tokens.word not in _OF_LOOPS
                tokens.take("CASE")
            else:
                depth += word in ("BEGIN", "CASE")
        tokens.advance()

    def _inserted(self) -> None:
        """Add the rows of ``INSERT INTO ... VALUES (...), (...)``."""
        tokens = self.tokens
        tokens.advance()
        while tokens.take(*_BEFORE_TABLE):
            pass
        name = tokens.name()
        stated = tokens.names()
        if tokens.take("OVERRIDING"):
            tokens.advance()
            tokens.advance()
        if not tokens.take("VALUES", "VALUE"):
            raise tokens.error(
                f"puts rows into '{printable(name[-1], 40)}' that are not written as VALUES (...)"
            )
        columns = self._columns_of(name, stated)
        rows = self.tables.setdefault(name, SqlTable()).rows
        while True:
            rows.append(row_here(tokens, columns))
            if not tokens.take(","):
                break
        if tokens.word in _AFTER_ROWS:
            self._skip()
        elif not (tokens.take(";") or tokens.kind == END or (tokens.is_first and tokens.kind == "word")):
            raise tokens.error(f"goes on behind a row with '{printable(tokens.raw, 20)}'")

    def _columns_of(self, name: tuple[str, ...], stated: list[str]) -> tuple[str, ...]:
        """Return the columns that a statement puts values into; none where nothing tells them."""
        columns = tuple(stated) or self.created.get(".".join(name)) or self.created.get(name[-1], ())
        before = self.tables.get(name)
        if before is not None and before.rows and bool(before.rows[0].columns) != bool(columns):
            raise self.tokens.error("names no columns, or the statements before it name none")
        if len({each.lower() for each in columns}) < len(columns):
            raise self.tokens.error("names a column twice")
        return columns

    def _copied(self) -> None:
        r"""Add the rows below ``COPY``, which tabs part and ``\.`` ends."""
        tokens = self.tokens
        tokens.advance()
        name = tokens.name()
        stated = tokens.names()
        if not (tokens.take("FROM") and tokens.take("STDIN")) or tokens.raw != ";":
            raise tokens.error(f"copies '{printable(name[-1], 40)}' in a way that is not read here")
        columns = self._columns_of(name, stated)
        table = self.tables.setdefault(name, SqlTable())
        lines, ended = tokens.lines_from_here()
        for line, row in lines:
            cells = ["" if cell == "\\N" else unescaped(cell) for cell in row.split("\t")]
            table.rows.append(SqlRow(line, columns, cells))
        if not ended:
            table.notes.append("the rows of COPY end without \\.: the dump may be cut off")


def is_dump(content: Content) -> bool:
    """Return whether a text begins with a statement, and puts rows into tables of a database."""
    head = content.data[:_HEAD].decode("utf-8", "replace")
    at = 0
    while before := _BEFORE_FIRST.match(head, at):
        at = before.end() if before[0] != "/*" else head.find("*/", at + 2) + 2
        if at < before.end():
            return False
    return _FIRST.match(head, at) is not None and _PUTS.search(head, at) is not None


SQL = Format(read_sql, matches=lambda content, _, ending: ending in ("", ".txt") and is_dump(content))
