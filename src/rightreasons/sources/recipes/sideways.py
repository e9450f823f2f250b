"""A table on its side: every row is a field, every column an item; it is turned before anything else."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from rightreasons.errors import ColumnError
from rightreasons.printable import printable
from rightreasons.sources.python_values import as_text
from rightreasons.sources.raw import HIDDEN, LINE, ROW, RawTable

_MOST_FIELDS = 1_000
_LONGEST_NAME = 80
ASKED = "asked"
"""What the column is called that has what was asked in each column of a survey."""
ITEM = "item"
"""What the column of the names of items is called, where its own name is empty or taken."""


def turned(raw: RawTable) -> RawTable:
    """Return a table whose columns are rows: the first column has the names of what were rows.

    A name that is empty or longer than 80 characters is ``row N``, from 1; one that several columns would
    have is numbered. What was named in the header is the first column.

    Parameters
    ----------
    raw
        The table.

    Raises
    ------
    ColumnError
        If it has more than 1,000 rows, malformed ones, or one column only.
    """
    frame = raw.parsed.frame.drop(HIDDEN)
    name = printable(raw.name)
    if frame.height > _MOST_FIELDS or frame.width < 2 or raw.parsed.malformed:
        raise ColumnError(
            f"{name} has {frame.height:,} rows, {len(raw.parsed.malformed):,} malformed, and {frame.width:,} "
            "columns",
            f"a table on its side: at most {_MOST_FIELDS:,} whole rows, each a field",
            "leave 'sideways' out",
        )
    stated = [as_text(value) or "" for value in frame.to_series(0).to_list()]
    first = raw.parsed.repeated.get(frame.columns[0], frame.columns[0])
    called = [_called(text, at) for at, text in enumerate(stated, 1)]
    items = [raw.parsed.repeated.get(each, each) for each in frame.columns[1:]]
    rows = [[as_text(value) for value in frame[each].to_list()] for each in frame.columns[1:]]
    own = ITEM if first in called or not first.strip() or first.startswith("column ") else first
    asked = raw.parsed.asked
    beside = [[asked.get(name) for name in frame.columns[1:]]] if asked else []
    fields: list[Sequence[str | None]] = [items, *beside, *zip(*rows, strict=True)]
    names = _distinct([own, *([ASKED] if asked else []), *called])
    columns = [
        *(pl.Series(name, values, dtype=pl.String) for name, values in zip(names, fields, strict=True)),
        pl.Series(ROW, range(len(rows)), dtype=pl.Int64),
        pl.Series(LINE, [None] * len(rows), dtype=pl.Int64),
    ]
    return replace(raw, parsed=replace(raw.parsed, frame=pl.DataFrame(columns), repeated={}))


def _called(text: str, at: int) -> str:
    plain = text.strip()
    return plain if plain and len(plain) <= _LONGEST_NAME and plain not in HIDDEN else f"row {at}"


def _distinct(names: list[str]) -> list[str]:
    counts, seen = Counter(names), Counter[str]()
    found = []
    for name in names:
        seen[name] += 1
        new = name if counts[name] == 1 else f"{name} ({seen[name]})"
        while counts[name] > 1 and (new in counts or new in found):
            new = f"{new} ({seen[name]})"
        found.append(new)
    return found
