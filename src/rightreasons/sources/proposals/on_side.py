"""Tables on their side: what their rows are if every column of theirs is a row."""

from collections.abc import Iterator, Sequence

from rightreasons.errors import ColumnError
from rightreasons.printable import quoted
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.proposals.beforehand import Prepared
from rightreasons.sources.raw import RawTable
from rightreasons.sources.recipes.sideways import turned

_LEAST_COLUMNS, _MOST_FIELDS, _SHOWN = 4, 60, 6
Parts = Sequence[tuple[RawTable, ReadOptions]]


def on_their_side(parts: Parts) -> Iterator[Prepared]:
    """Yield tables with columns and rows changed, where they have more columns than rows.

    Parameters
    ----------
    parts
        The tables, each with the options that it is read by.
    """
    wide = all(
        len(raw.columns) >= _LEAST_COLUMNS and raw.parsed.frame.height <= min(_MOST_FIELDS, len(raw.columns))
        for raw, _ in parts
    )
    if not parts or not wide:
        return
    try:
        done = [(turned(raw), options) for raw, options in parts]
    except ColumnError:
        return
    names = quoted(tuple(done[0][0].columns[1:]), _SHOWN)
    yield Prepared(done, {"sideways": True}, f"the table lies on its side: its rows are {names}")
