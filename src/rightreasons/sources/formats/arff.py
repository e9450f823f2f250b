"""ARFF, the files of Weka: attributes with their kinds, then rows of values between commas."""

import csv
import re
from codecs import BOM_UTF8
from collections.abc import Iterator
from contextlib import suppress

from rightreasons.errors import UnreadableFileError
from rightreasons.printable import printable
from rightreasons.sources.formats.cells import Row, table_of_cells
from rightreasons.sources.formats.lines import lines
from rightreasons.sources.formats.surrogates import joined_halves
from rightreasons.sources.raw import Content, Format, Parsed

ADDS = {"format": {"arff": "ARFF"}}
_HEAD = 64 * 2**10
_BEGINS = re.compile(rb"[ \t]*@relation\b", re.IGNORECASE)
_NAME = re.compile(r"@attribute\s+(?:'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"|(\S+))", re.IGNORECASE)
_VALUE = re.compile(
    r"(?:\s*(?:'([^'\\]*(?:(?:\\.|'')[^'\\]*)*)'|\"([^\"\\]*(?:\\.[^\"\\]*)*)\")\s*|([^,'\"]*))(,|$)"
)
_DATA = re.compile(r"\s*@data\s*(?:%.*)?", re.IGNORECASE)
_RELATION = re.compile(r"\s*@relation\b", re.IGNORECASE)
_ESCAPED = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|([nrt'\"%\\]))|''")
_MARKS = {"n": "\n", "t": "\t", "r": "\r"}
_MISSING = "?"


def read_arff(content: Content, *, headerless: bool = False) -> Parsed:  # noqa: ARG001 - its attributes have names
    """Read the rows below ``@data``; ``?`` is an empty cell.

    Raises
    ------
    UnreadableFileError
        If no attribute is named, a line of the head is not understood, or rows are sparse (``{0 value}``).
    """
    names: list[str] = []
    rows: list[Row] = []
    problems: dict[int | None, str] = {}
    below = False
    for number, line in enumerate(lines(content), 1):
        if not line.strip() or line.lstrip().startswith("%"):
            continue
        if below:
            values = _values(content, line)
            rows.append((number, values or []))
            if values is None:
                problems[number] = "has a quotation mark that does not end a value"
        elif found := _NAME.match(line.strip()):
            names.append(_plain(next(part for part in found.groups() if part is not None)))
        elif _DATA.fullmatch(line):
            below = True
        elif not _RELATION.match(line):
            raise UnreadableFileError(
                f"{printable(content.name)} line {number} is '{printable(line.strip(), 40)}'",
                "'@attribute NAME KIND' or '@data'",
                "save it as CSV",
            )
    if not names:
        raise UnreadableFileError(
            f"{printable(content.name)} names no attribute", "lines '@attribute NAME KIND'", "save it as CSV"
        )
    return table_of_cells(content, [(None, names), *rows], problems=problems)


def _values(content: Content, line: str) -> list[str] | None:
    """Return the values of a row; None where quotation marks do not tell them apart."""
    if line.lstrip().startswith("{"):
        raise UnreadableFileError(
            f"{printable(content.name)} has sparse rows",
            "rows of as many values as attributes",
            "save it as CSV",
        )
    with suppress(ValueError):
        return list(_cells(line))
    try:
        return next(csv.reader([line], strict=True), [])
    except csv.Error:
        return None


def _cells(line: str) -> Iterator[str]:
    """Yield the values of a row.

    Raises
    ------
    ValueError
        If a quotation mark is not closed.
    """
    at = 0
    while found := _VALUE.match(line, at):
        single, double, bare, end = found.groups()
        quoted = single if single is not None else double
        if quoted is not None:
            yield _plain(quoted, "'" if single is not None else "''")
        else:
            yield "" if bare.strip() == _MISSING else bare.strip()
        at = found.end()
        if not end:
            return
    raise ValueError(line)


def _plain(text: str, pair: str = "''") -> str:
    """Return a text without escapes; two apostrophes are what `pair` says."""
    return joined_halves(_ESCAPED.sub(lambda found: _character(found, pair), text))


def _character(found: re.Match[str], pair: str) -> str:
    if found[1]:
        return chr(int(found[1], 16))
    return _MARKS.get(found[2], found[2]) if found[2] else pair


def _matches(content: Content, _: str, ending: str) -> bool:
    if ending not in ("", ".txt", ".arff"):
        return False
    said = (line for line in content.data[:_HEAD].removeprefix(BOM_UTF8).splitlines() if line.strip())
    first = next((line for line in said if not line.lstrip().startswith(b"%")), b"")
    return _BEGINS.match(first) is not None


ARFF = Format(read_arff, (".arff",), matches=_matches)
