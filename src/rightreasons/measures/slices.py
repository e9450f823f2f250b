"""Parts of a set that a guard is measured on: values of columns, thirds of the lengths of both texts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.challenges.challenge import item_column
from rightreasons.challenges.group_columns import by_value
from rightreasons.figures import Rows, where
from rightreasons.numbers import count
from rightreasons.sentences.templates import fill
from rightreasons.text.tokenisations import choose_tokenisation, tokenise

Flags = npt.NDArray[np.bool_]
THIRDS = ("short", "middle", "long")
_SENTENCES = ("premise", "hypothesis")
_PLACE = "place"


@dataclass(frozen=True)
class Slice:
    """Some items of a set.

    Parameters
    ----------
    by
        What they have in common: a column; ``"premise"`` or ``"hypothesis"`` for the length of that text.
    name
        The value.
    members
        Which items these are, shape (n,).
    rows
        The same as a condition on ``items.parquet``; None where no column of it tells them.
    """

    by: str
    name: str
    members: Flags
    rows: Rows | None = None


def slices_of(items: pl.DataFrame, groups: Sequence[str], name: str) -> Iterator[Slice]:
    """Yield the parts of a set, by every group column, then by thirds of the lengths of both texts.

    Parameters
    ----------
    items
        The group columns, and ``premise`` and ``hypothesis``, null where texts are not known.
    groups
        Columns; one of lists puts an item into every part that it names.
    name
        The name of the set.
    """
    for group in groups:
        yield from _by_group(items, group, name)
    for side in _SENTENCES:
        if side in items.columns and not items[side].null_count():
            yield from _by_length(items[side], side)


def _by_group(items: pl.DataFrame, group: str, name: str) -> Iterator[Slice]:
    placed = by_value(items.select(group).with_row_index(_PLACE), group).drop_nulls(group)
    for value in placed[group].cast(pl.String).unique().sort().to_list():
        members = np.zeros(len(items), dtype=np.bool_)
        members[placed.filter(pl.col(group).cast(pl.String) == value)[_PLACE].to_numpy()] = True
        rows = None
        if not isinstance(items.schema[group], pl.List):
            rows = where(set=name, **{item_column(group): value})
        yield Slice(group, value, members, rows)


def _by_length(texts: pl.Series, side: str) -> Iterator[Slice]:
    """Yield the thirds of the lengths in tokens; equal lengths stand in one, and an empty third in none."""
    lengths = tokenise(texts, choose_tokenisation([False], [texts])).list.len().to_numpy()
    ends = np.quantile(lengths, [1 / 3, 2 / 3], method="inverted_cdf")
    place = np.searchsorted(ends, lengths, side="left")
    for third, called in enumerate(THIRDS):
        members = place == third
        if members.any():
            low, high = (count(int(end)) for end in (lengths[members].min(), lengths[members].max()))
            named = fill(f"guard_slices.{called}", low=low, high=high)
            yield Slice(side, named, np.asarray(members))
