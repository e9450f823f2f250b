"""Logs of events: rows of one item that say different things of it, texts in some, the label in others."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import polars as pl

from rightreasons.printable import printable
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.proposals.beforehand import Prepared
from rightreasons.sources.proposals.contents import leaves_of
from rightreasons.sources.raw import HIDDEN, RawTable
from rightreasons.sources.recipes.places import Place
from rightreasons.sources.recipes.whole import Merge, merged

_LEAST_ROWS, _MOST_FILLED, _LEAST_FILLED, _MOST_KEYS = 1.4, 0.75, 0.1, 8
Parts = Sequence[tuple[RawTable, ReadOptions]]


def events(parts: Parts) -> Iterator[Prepared]:
    """Yield tables with the rows of one item as one row, where each says a part of it.

    Parameters
    ----------
    parts
        The tables, each with the options that it is read by.
    """
    by = {_key(raw) for raw, _ in parts}
    name = by.pop() if len(by) == 1 else None
    if name is None:
        return
    merge = Merge(name, Place("recipe"))
    done = [
        (replace(raw, parsed=replace(raw.parsed, frame=merged(raw.parsed.frame, merge, raw.name))), options)
        for raw, options in parts
    ]
    because = f"rows of one '{printable(name, 40)}' say different things of it: of each the last counts"
    yield Prepared(done, {"merge": name}, because)


def _key(raw: RawTable) -> str | None:
    """Return the column of an item of which each text and label is said in some rows only."""
    leaves = [leaf for leaf in leaves_of(raw) if leaf.is_column and leaf.path in raw.columns]
    texts = [leaf for leaf in leaves if leaf.kind in ("text", "category") and not leaf.numbers]
    parted = [leaf.path for leaf in texts if _LEAST_FILLED < leaf.filled < _MOST_FILLED]
    kinds = {leaf.kind for leaf in texts if leaf.path in parted}
    if kinds != {"text", "category"}:
        return None
    frame = raw.parsed.frame.drop(HIDDEN, strict=False)
    keys = [leaf.path for leaf in leaves if leaf.filled == 1 and leaf.kind not in ("text", "nothing")]
    return next((key for key in keys[:_MOST_KEYS] if _is_key(frame, key, parted)), None)


def _is_key(frame: pl.DataFrame, key: str, parted: Sequence[str]) -> bool:
    """Whether texts stand once for each value of a column, and most values have several rows."""
    if frame.schema[key].is_nested():
        return False
    texts = [name for name in parted if frame.schema[name] == pl.String]
    counts = frame.group_by(key).agg(
        pl.len().alias("rows"), *(pl.col(name).drop_nulls().n_unique().alias(f"n {name}") for name in texts)
    )
    several = frame.height >= _LEAST_ROWS * counts.height and counts.height > 1
    once = [name for name in texts if counts[f"n {name}"].max() == 1]
    return several and len(once) > 1
