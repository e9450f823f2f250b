"""Some rows of a large table: enough to see what it holds, few enough not to wait for."""

import random
from collections.abc import Sequence
from typing import TypeVar

import polars as pl

_PIECES = 50
Item = TypeVar("Item")


def some_of(items: Sequence[Item], most: int) -> list[Item]:
    """Return about so many items from all over a list, one from each of equal parts, none by a rhythm.

    Parameters
    ----------
    items
        The list.
    most
        Items from which on it is too long.
    """
    step = max(1, len(items) // most)
    if step == 1:
        return list(items)
    draw = random.Random(0)  # noqa: S311 - no secret
    return [
        items[draw.randrange(start, min(start + step, len(items)))] for start in range(0, len(items), step)
    ]


def some_rows(frame: pl.DataFrame, most: int, most_bytes: int) -> pl.DataFrame:
    """Return rows that stand evenly among all, in pieces of neighbours.

    Neighbours, because every third row may be of one label.

    Parameters
    ----------
    frame
        The table.
    most
        Rows that are taken at most.
    most_bytes
        What they may take in memory, about; a piece has one row at least.
    """
    rows = min(most, number_within(frame, most_bytes))
    if frame.height <= max(rows, _PIECES):
        return frame
    size = max(1, rows // _PIECES)
    starts = [at * (frame.height - size) // (_PIECES - 1) for at in range(_PIECES)]
    return pl.concat([frame.slice(start, size) for start in dict.fromkeys(starts)])


def number_within(frame: pl.DataFrame, most_bytes: int) -> int:
    """Return how many rows take so many bytes, about."""
    size = int(frame.estimated_size())
    return frame.height if size <= most_bytes else frame.height * most_bytes // size
