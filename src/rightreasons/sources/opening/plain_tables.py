"""Whether the lines of a text are the rows of a table, each with as many fields, or each a JSON object."""

import csv
import re
from collections.abc import Iterable

from rightreasons.sources.formats.delimited.separators import separator_of
from rightreasons.sources.raw import Content

_HEAD = 64 * 2**10
_LEAST = 0.9
"""Share of the lines that have as many fields as the first."""
_FEWEST = 2
_NAME = re.compile(r"\w[\w .#/()-]{0,39}")
_MARKS = (",", ";", "|")


def is_plain_table(content: Content) -> bool:
    """Return whether a text is a table by most lines of its head, whatever single lines or cells look like.

    Its lines have as many tabs as the first one; or as many fields as the first one has names; or they are
    JSON objects.
    """
    text = content.data[:_HEAD].decode("utf-8", errors="replace")
    whole = text if len(content.data) <= _HEAD else text.rpartition("\n")[0]
    lines = [line for line in whole.splitlines() if line.strip()]
    if len(lines) < _FEWEST:
        return False
    tabs = lines[0].count("\t")
    if tabs and _share(line.count("\t") == tabs for line in lines) >= _LEAST:
        return True
    if _share(line.startswith('{"') and line.rstrip().endswith("}") for line in lines) >= _LEAST:
        return True
    return _is_below_names(whole, separator_of(content))


def _is_below_names(text: str, mark: str) -> bool:
    """Return whether the first line has names, and the others as many fields."""
    if mark not in _MARKS:
        return False
    try:
        rows = [row for row in csv.reader(text.splitlines(keepends=True), delimiter=mark) if row]
    except csv.Error:
        return False
    names = [name.strip() for name in rows[0]]
    named = len(names) == len(set(names)) >= _FEWEST and all(map(_NAME.fullmatch, names))
    return named and len(rows) > 1 and _share(len(row) == len(names) for row in rows) >= _LEAST


def _share(true: Iterable[bool]) -> float:
    found = list(true)
    return sum(found) / len(found)
