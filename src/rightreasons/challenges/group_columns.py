"""Which columns of labelled pairs are groups to score by, and columns that hold several tags a row."""

from collections.abc import Sequence

import polars as pl

from rightreasons.errors import InputError
from rightreasons.labels import resolve
from rightreasons.pairs import PairTable

MOST_VALUES = 50
PREMISE = "premise"
_TAG = r"""(?:'[^']*'|"[^"]*")"""
_TAGS = rf"^\s*\[\s*(?:{_TAG}\s*(?:,\s*{_TAG}\s*)*)?\]\s*$"
_NUMBERS = r"^[\s\d.,;+-]*$"


def group_columns(pairs: PairTable, most: int = MOST_VALUES) -> tuple[str, ...]:
    """Return the columns by which results can sensibly be grouped, those with the fewest values first.

    Columns of text with at least two values, at most `most`, and at least twice as many rows as values.
    Neither numbers nor the labels of somebody's predictions are groups, unless the user names them.

    Parameters
    ----------
    pairs
        Labelled pairs.
    most
        The most values of a group column.
    """
    sizes = {
        name: values.n_unique() for name in pairs.groups if (values := _values(pairs.frame[name])) is not None
    }
    fitting = {name: size for name, size in sizes.items() if 2 <= size <= min(most, len(pairs) // 2)}
    return tuple(sorted(fitting, key=lambda name: fitting[name]))


def premise_clusters(pairs: PairTable) -> str | None:
    """Return the column of `Challenge.clusters` where premises stand in several items, otherwise None."""
    return PREMISE if pairs.premises.n_unique() < len(pairs) else None


def with_tags(items: pl.DataFrame, groups: Sequence[str]) -> pl.DataFrame:
    """Return the items with lists in those group columns whose texts are lists: ``['Basic', 'Lexical']``.

    A tag that an item has twice is kept once.
    """
    tagged = [name for name in groups if holds_tags(items[name])]
    return items.with_columns(_split(items[name]) for name in tagged)


def holds_tags(column: pl.Series) -> bool:
    """Return whether a column holds several tags a row: lists of strings, or texts that are such lists."""
    if column.dtype == pl.List(pl.String):
        return True
    if column.dtype != pl.String or not column.count():
        return False
    return bool(column.drop_nulls().str.contains(_TAGS).all())


def by_value(items: pl.DataFrame, group: str) -> pl.DataFrame:
    """Return one row an item and value of a group column: an item with several tags stands under each."""
    if not isinstance(items.schema[group], pl.List):
        return items
    return items.explode(group, empty_as_null=False, keep_nulls=False)


def without_overlap(items: pl.DataFrame, groups: Sequence[str]) -> tuple[str, ...]:
    """Return the groups whose values occur in none before, so that a value names one cell."""
    seen: set[object] = set()
    named = []
    for group in groups:
        values = set(by_value(items.select(group), group)[group].drop_nulls().unique().to_list())
        if not values & seen:
            named.append(group)
            seen |= values
    return tuple(named)


def _values(column: pl.Series) -> pl.Series | None:
    """Return the values of a column that can be a group column: its texts or tags; None for any other."""
    if holds_tags(column):
        return by_value(_split(column).to_frame(), column.name)[column.name]
    if not isinstance(column.dtype, pl.String | pl.Categorical | pl.Enum):
        return None
    values = column.drop_nulls().cast(pl.String)
    return None if values.str.contains(_NUMBERS).all() or _are_labels(values) else values


def _split(column: pl.Series) -> pl.Series:
    if isinstance(column.dtype, pl.List):
        return column.list.unique(maintain_order=True)
    tags = column.str.extract_all(_TAG).list.eval(pl.element().str.strip_chars("'\""))
    return tags.list.unique(maintain_order=True)


def _are_labels(values: pl.Series) -> bool:
    distinct = values.unique().to_list()
    if len(distinct) > MOST_VALUES:
        return False
    try:
        resolve(distinct)
    except InputError:
        return False
    return True
