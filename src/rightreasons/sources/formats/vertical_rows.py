"""Rows of a query printed below one another: ``*** 1. row ***`` (MySQL), ``-[ RECORD 1 ]-`` (PostgreSQL).

The names stand in every row, before ``:`` or ``|``; a line without a name goes on with the value above it.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

import polars as pl

from rightreasons.printable import printable
from rightreasons.sources.formats.cells import frame_of
from rightreasons.sources.formats.lines import lines
from rightreasons.sources.raw import BadRow, Content, Format, Parsed

ADDS = {"format": {"vertical": "VERTICAL"}}
_RECORD = re.compile(r"\s*(?:(?P<stars>\*{3,}) *\d{1,12}\. row \*{3,}|[-*]*\[ RECORD \d{1,12} \][-+]*)\s*")
_FIELD = re.compile(r"\s*(?P<name>[^\s:|][^:|]{0,79}?)\s*(?P<mark>[:|])(?: (?P<value>.*)|\s*)")
_NONE = {":": "NULL", "|": ""}
_COUNT = re.compile(r"\s*(?:\d{1,12} rows? in set\b.*|\(\d{1,12} rows?\))\s*")
_OFTEN = 0.9


def read_vertical(content: Content, *, headerless: bool = False) -> Parsed:  # noqa: ARG001 - names stand in every row
    """Read the rows; one whose names are not those of most is malformed.

    Where nine in ten marks stand in one place below names of several lengths, as both programs print them,
    others are part of a text. A row with a line that belongs to no name, or with a name twice, is malformed.

    Raises
    ------
    ColumnError
        If a name is one that columns of our own have.
    """
    place = _place(content)
    rows: list[dict[str, str]] = []
    starts: list[int] = []
    problems: dict[int, str] = {}
    mark, last, ended = "", "", False
    for number, line in enumerate(lines(content), 1):
        if found := _RECORD.fullmatch(line):
            mark, last, ended = ":" if found["stars"] else "|", "", False
            rows.append({})
            starts.append(number)
        elif not rows or not line.strip():
            continue
        elif ended:
            problems.setdefault(len(rows) - 1, f"has '{printable(line.strip(), 40)}' below its end")
        elif (field := _FIELD.fullmatch(line)) and field["mark"] == mark and _stands(field, place):
            last = field["name"]
            if last in rows[-1]:
                problems.setdefault(len(rows) - 1, f"has '{printable(last)}' twice")
            rows[-1][last] = field["value"] or ""
        elif _COUNT.fullmatch(line):
            ended = True
        elif last:
            more = line if mark == ":" else line.lstrip(" |")
            before = rows[-1][last].removesuffix("+") if mark == "|" else rows[-1][last]
            rows[-1][last] = f"{before.rstrip()}\n{more.strip()}"
        else:
            problems.setdefault(len(rows) - 1, f"has '{printable(line.strip(), 40)}' below no name")
    problems = _of_other_names(rows) | problems
    whole = [(at, starts[at]) for at in range(len(rows)) if at not in problems]
    names = dict.fromkeys(name for row in (rows[at] for at, _ in whole) for name in row)
    columns = [
        pl.Series(name, [_value(rows[at].get(name), mark) for at, _ in whole], dtype=pl.String)
        for name in names
    ]
    malformed = tuple(BadRow(at, starts[at], problem) for at, problem in sorted(problems.items()))
    return Parsed(frame_of(content, columns, whole), malformed)


def _of_other_names(rows: Sequence[Mapping[str, str]]) -> dict[int, str]:
    """Return what is wrong with rows whose names are not those of most: a query prints all in each row."""
    most = next(iter(Counter(frozenset(row) for row in rows).most_common(1)), (frozenset[str](), 0))[0]
    problems = {}
    for at, row in enumerate(rows):
        if lacking := sorted(most - row.keys()):
            problems[at] = f"lacks '{printable(lacking[0])}'"
        elif more := sorted(row.keys() - most):
            problems[at] = f"has '{printable(more[0])}', which most rows lack"
    return problems


def _place(content: Content) -> int | None:
    """Return where in its line nearly every mark stands; None where there is no such place."""
    fields = [found for line in lines(content) if (found := _FIELD.fullmatch(line))]
    place, times = next(iter(Counter(each.start("mark") for each in fields).most_common(1)), (None, 0))
    lengths = {len(each["name"]) for each in fields if each.start("mark") == place}
    return place if len(lengths) > 1 and times >= _OFTEN * len(fields) else None


def _stands(field: re.Match[str], place: int | None) -> bool:
    return place is None or field.start("mark") == place


def _value(text: str | None, mark: str) -> str | None:
    return None if text is None or text.strip() == _NONE.get(mark) else text.strip()


def _matches(_: Content, first: str, ending: str) -> bool:
    return ending in ("", ".txt") and _RECORD.fullmatch(first) is not None


VERTICAL = Format(read_vertical, matches=_matches)
