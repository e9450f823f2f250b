"""Rows of a query printed below one another: ``*** 1. row ***`` (MySQL), ``-[ RECORD 1 ]-`` (PostgreSQL).

The names stand in every row, before ``:`` or ``|``; a line without a name goes on with the value above it.
"""

import re

import polars as pl

from rightreasons.sources.formats.lines import lines
from rightreasons.sources.raw import LINE, ROW, Content, Format, Parsed

ADDS = {"format": {"vertical": "VERTICAL"}}
_RECORD = re.compile(r"\s*(?:(?P<stars>\*{3,}) *\d{1,12}\. row \*{3,}|[-*]*\[ RECORD \d{1,12} \][-+]*)\s*")
_FIELD = re.compile(r"\s*(?P<name>[^\s:|][^:|]{0,79}?)\s*(?P<mark>[:|])(?: (?P<value>.*)|\s*)")
_NONE = {":": "NULL", "|": ""}


def read_vertical(content: Content, *, headerless: bool = False) -> Parsed:  # noqa: ARG001 - names stand in every row
    """Read the rows; the names are those of the first."""
    rows: list[dict[str, str]] = []
    places: list[int] = []
    mark, names, last = "", dict[str, None](), ""
    for number, line in enumerate(lines(content), 1):
        if found := _RECORD.fullmatch(line):
            mark = ":" if found["stars"] else "|"
            rows.append({})
            places.append(number)
            last = ""
            continue
        field = _FIELD.fullmatch(line) if rows else None
        named = field is not None and field["mark"] == mark and field["name"] not in rows[-1]
        if field is not None and named and (len(rows) == 1 or field["name"] in names):
            last = field["name"]
            names.setdefault(last)
            rows[-1][last] = field["value"] or ""
        elif rows and last and line.strip():
            more = line if mark == ":" else line.lstrip(" |")
            rows[-1][last] = f"{rows[-1][last].removesuffix('+').rstrip()}\n{more.strip()}"
    columns = [
        pl.Series(name, [_value(row.get(name), mark) for row in rows], dtype=pl.String) for name in names
    ]
    numbers = pl.Series(ROW, range(len(rows)), dtype=pl.Int64)
    starts = pl.Series(LINE, places, dtype=pl.Int64)
    return Parsed(pl.DataFrame([*columns, numbers, starts]))


def _value(text: str | None, mark: str) -> str | None:
    return None if text is None or text.strip() == _NONE.get(mark) else text.strip()


def _matches(_: Content, first: str, ending: str) -> bool:
    return ending in ("", ".txt") and _RECORD.fullmatch(first) is not None


VERTICAL = Format(read_vertical, matches=_matches)
