"""Markdown: the longest table of a page, its cells between bars."""

import re
from collections.abc import Iterator
from itertools import pairwise

from rightreasons.errors import UnreadableFileError
from rightreasons.printable import printable
from rightreasons.sources.formats.cells import Row, outside_note, table_of_cells
from rightreasons.sources.formats.lines import lines
from rightreasons.sources.raw import Content, Format, Parsed

ADDS = {"format": {"markdown": "MARKDOWN"}}
_RULE = re.compile(r"\s*\|?(\s*:?-{3,}:?\s*\|)+(\s*:?-{3,}:?)?\s*|\s*\|(\s*:?-+:?\s*\|)+\s*")
"""Of one or two dashes a cell only between bars: ``- | -`` may be a row of CSV."""
_BAR = re.compile(r"(?<!\\)\|")
_HEAD = 64 * 2**10
_LONGEST_RULE = 1_000


def read_markdown(content: Content, *, headerless: bool = False) -> Parsed:  # noqa: ARG001 - its header is above the rule
    """Read the longest table; a row of fewer or more cells than its header is malformed.

    How many lines of the page stand outside of it is a note.

    Raises
    ------
    UnreadableFileError
        If there is none.
    """
    tables = list(_tables(content))
    if not tables:
        raise UnreadableFileError(
            f"{printable(content.name)} holds no Markdown table",
            "a header, a rule and rows",
            "name another format",
        )
    table = max(tables, key=len)
    notes = (f"the longest of {len(tables)} tables was read",) if len(tables) > 1 else ()
    outside = sum(bool(line.strip()) for line in lines(content)) - len(table) - 1
    return table_of_cells(content, table, notes=(*notes, *outside_note(outside)))


def _tables(content: Content) -> Iterator[list[Row]]:
    """Yield tables, the header first, each row with its line."""
    above, open_rows = "", list[Row]()
    for number, line in enumerate(lines(content), 1):
        if open_rows and "|" in line:
            open_rows.append((number, _cells(line)))
            continue
        if open_rows:
            yield open_rows
            open_rows = []
        if "|" in above and _is_rule(line):
            open_rows = [(number - 1, _cells(above))]
        above = line
    if open_rows:
        yield open_rows


def _is_rule(line: str) -> bool:
    return len(line) < _LONGEST_RULE and set(line) <= set("|-: \t") and _RULE.fullmatch(line) is not None


def _cells(line: str) -> list[str]:
    inside = line.strip().removeprefix("|").removesuffix("|")
    return [cell.strip().replace("\\|", "|") for cell in _BAR.split(inside)]


def _matches(content: Content, _: str, ending: str) -> bool:
    return ending in ("", ".txt") and holds_table(content.data[:_HEAD])


def holds_table(data: bytes) -> bool:
    """Whether a text has a line of dashes and bars under a header row."""
    head = data.decode("utf-8", "replace").split("\n")
    return any("|" in one and _is_rule(other.removesuffix("\r")) for one, other in pairwise(head))


MARKDOWN = Format(read_markdown, matches=_matches)
