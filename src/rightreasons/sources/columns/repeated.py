"""Headers in which a name stands several times: refused, unless columns are stated."""

from rightreasons.errors import ColumnError
from rightreasons.printable import printable
from rightreasons.sources.raw import RawTable

_MOST_SHOWN = 8


def refuse_repeated(raw: RawTable) -> None:
    """Refuse a table whose header has a name several times.

    Raises
    ------
    ColumnError
        If there is one; it says which columns have the name, and how each of them can be named.
    """
    repeated = raw.parsed.repeated
    if not repeated:
        return
    named = [_places(raw, name) for name in dict.fromkeys(repeated.values())]
    first = [repeated.get(name, name) for name in raw.columns[:_MOST_SHOWN]]
    positions = ", ".join(f"{at} is '{printable(name, 40)}'" for at, name in enumerate(first))
    numbered = ", ".join(f"'{printable(name, 40)}'" for name in list(repeated)[:_MOST_SHOWN])
    raise ColumnError(
        f"{printable(raw.name)} has {'; '.join(named)}",
        "distinct names in the first line",
        f"state the columns with --columns, where these are called {numbered}; if there is no header, give "
        f"positions ({positions}): --columns premise=...,hypothesis=...,label=...",
    )


def _places(raw: RawTable, name: str) -> str:
    places = [str(at) for at, column in enumerate(raw.columns) if raw.parsed.repeated.get(column) == name]
    listed = f"{', '.join(places[:-1])} and {places[-1]}"
    return f"the column '{printable(name, 40)}' {len(places)} times (positions {listed})"
