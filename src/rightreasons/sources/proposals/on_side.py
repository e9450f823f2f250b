"""Tables on their side: what their rows are if every column of theirs is a row."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import polars as pl

from rightreasons.errors import ColumnError
from rightreasons.printable import quoted
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.proposals.beforehand import Prepared
from rightreasons.sources.proposals.contents import leaves_of
from rightreasons.sources.proposals.readings import readings_of
from rightreasons.sources.raw import RawTable
from rightreasons.sources.recipes.sideways import turned

_WORDS_OF_A_TEXT, _WORDS_OF_A_QUESTION = 8, 10
_MOST_ASKED, _MOSTLY = 500, 0.6
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
    wide = wide or (asks_in_names(parts) and all(raw.parsed.frame.height <= _MOST_ASKED for raw, _ in parts))
    if not parts or not wide:
        return
    try:
        done = [(turned(raw), options) for raw, options in parts]
    except ColumnError:
        return
    names = quoted(tuple(done[0][0].columns[1:]), _SHOWN)
    because = f"the table lies on its side: its rows are {names}"
    yield Prepared(done, {"sideways": True}, because)
    with_texts = [(_of_texts(raw), options) for raw, options in done]
    readings = readings_of(leaves_of(with_texts[0][0]), {})
    if readings and 0 < with_texts[0][0].parsed.frame.height < done[0][0].parsed.frame.height:
        yield Prepared(parts, {"sideways": True}, because, readings=readings)


def asks_in_names(parts: Parts) -> bool:
    """Whether most names of columns are texts, as what was asked in a survey; rows are those who answered.

    Parameters
    ----------
    parts
        The tables, each with the options that it is read by.
    """
    names = [name for raw, _ in parts for name in raw.columns]
    long = sum(len(name.split()) >= _WORDS_OF_A_QUESTION for name in names)
    return long >= max(_LEAST_COLUMNS, _MOSTLY * len(names))


def _of_texts(raw: RawTable) -> RawTable:
    """Return a table without the rows that have no long text: those of times and ids beside questions."""
    frame = raw.parsed.frame
    words = pl.max_horizontal(
        pl.col(name).str.count_matches(r"\S+").fill_null(0)
        for name in raw.columns
        if frame.schema[name] == pl.String
    )
    return replace(raw, parsed=replace(raw.parsed, frame=frame.filter(words >= _WORDS_OF_A_TEXT)))
