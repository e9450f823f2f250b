"""The header of delimited text: names of columns, or positions where there is none."""

from collections.abc import Sequence

from rightreasons.errors import ColumnError
from rightreasons.printable import printable, quoted
from rightreasons.sources.raw import HIDDEN, Content


def header_names(content: Content, first: Sequence[str], *, headerless: bool) -> list[str]:
    """Return the names of the columns: the fields of the first line, or their positions from 0.

    A nameless column is called by its position (``column 0``).

    Raises
    ------
    ColumnError
        If two columns share a name.
    """
    if headerless:
        return [str(position) for position in range(len(first))]
    names = [name.strip() or f"column {position}" for position, name in enumerate(first)]
    twice = sorted({name for name in names if names.count(name) > 1 or name in HIDDEN})
    if twice:
        raise ColumnError(
            f"{printable(content.name)} has the column {quoted(tuple(twice))} more than once",
            "distinct names in the first line",
            f"rename them; if there is no header, give positions ({_positions(first)}): "
            "--columns premise=...,hypothesis=...,label=...",
        )
    return names


def fields_problem(found: int, expected: int) -> str:
    """Say that a row has the wrong number of fields."""
    return f"has {found} of {expected} fields" if found < expected else f"has {found} fields, not {expected}"


def _positions(first: Sequence[str]) -> str:
    """Return the fields of the first line with their positions, as far as they fit in a message."""
    return ", ".join(f"{position} is '{printable(field, 40)}'" for position, field in enumerate(first[:8]))
