"""The header of delimited text: names of columns, or positions where there is none."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rightreasons.sources.raw import Content, check_names


@dataclass(frozen=True)
class Header:
    """What the columns of a table are called.

    Parameters
    ----------
    names
        Distinct names: a name that the header has several times is numbered, ``label (1)``, ``label (2)``.
    repeated
        Those that are numbered, each with its name as it stands.
    """

    names: list[str]
    repeated: Mapping[str, str] = field(default_factory=dict)


def header_of(content: Content, first: Sequence[str], *, headerless: bool) -> Header:
    """Return the names of the columns: the fields of the first line, or their positions from 0.

    A nameless column is called by its position (``column 0``).

    Raises
    ------
    ColumnError
        If a name is one that columns of our own have.
    """
    if headerless:
        return Header([str(position) for position in range(len(first))])
    stated = [name.strip() or f"column {position}" for position, name in enumerate(first)]
    check_names(stated, content.name)
    counts = Counter(stated)
    seen: Counter[str] = Counter()
    names = []
    for name in stated:
        seen[name] += 1
        names.append(name if counts[name] == 1 else _numbered(name, seen[name], counts))
    return Header(names, {new: name for new, name in zip(names, stated, strict=True) if counts[name] > 1})


def _numbered(name: str, number: int, taken: Mapping[str, int]) -> str:
    """Return a name with its number, in as many brackets as make it distinct from the others."""
    found = f"{name} ({number})"
    return found if found not in taken else _numbered(f"{name} ", number, taken)


def fields_problem(found: int, expected: int) -> str:
    """Say that a row has the wrong number of fields."""
    return f"has {found} of {expected} fields" if found < expected else f"has {found} fields, not {expected}"
