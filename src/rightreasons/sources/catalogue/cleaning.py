"""Clean the known dirt of published datasets, and count every row that is changed."""

from collections.abc import Mapping, Sequence
from functools import cache, reduce
from operator import or_

import polars as pl
from pydantic import ConfigDict, TypeAdapter
from pydantic.dataclasses import dataclass

from rightreasons.errors import UnknownNameError
from rightreasons.guarded_yaml import packaged_yaml
from rightreasons.pairs import Count
from rightreasons.printable import quoted


@dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class Dirt:
    """One kind of dirt, as described in the data file beside this module.

    Parameters
    ----------
    reason
        What it is, in words.
    columns
        Columns it is found in.
    where
        Only texts in which this pattern is found are cleaned.
    replace
        Pattern and replacement, applied in order.
    """

    reason: str
    columns: tuple[str, ...]
    where: str
    replace: tuple[tuple[str, str], ...]


def dirt_names() -> tuple[str, ...]:
    """Return the names of the dirt that can be cleaned."""
    return tuple(_known_dirt())


def clean(frame: pl.DataFrame, names: Sequence[str]) -> tuple[pl.DataFrame, tuple[Count, ...]]:
    """Return the rows without the named dirt, and how many rows each kind was cleaned from.

    Parameters
    ----------
    frame
        Rows with text columns such as ``premise`` and ``hypothesis``; columns that a kind of dirt speaks of
        and that are not there are passed over. Text without the dirt stays as it is, to the character.
    names
        Names of the dirt, cleaned in this order; see `dirt_names`.

    Returns
    -------
    tuple
        The cleaned rows in the same order, and one `Count` a kind of dirt that was found, its reason the
        name of the dirt in words.

    Raises
    ------
    UnknownNameError
        If a name is not one of `dirt_names`.
    """
    unknown = [name for name in names if name not in _known_dirt()]
    if unknown:
        raise UnknownNameError(
            f"dirt {quoted(unknown)}", f"one of {', '.join(dirt_names())}", "correct the name"
        )
    counts = []
    for name in names:
        dirt = _known_dirt()[name]
        frame, rows = _without(frame, dirt)
        if rows:
            counts.append(Count(dirt.reason, rows))
    return frame, tuple(counts)


def _without(frame: pl.DataFrame, dirt: Dirt) -> tuple[pl.DataFrame, int]:
    columns = [name for name in dirt.columns if frame.schema.get(name) == pl.String]
    if not columns:
        return frame, 0
    cleaned = frame.with_columns(_cleaned(pl.col(name), dirt) for name in columns)
    changed = reduce(or_, (frame[name].ne_missing(cleaned[name]) for name in columns))
    return cleaned, int(changed.sum())


def _cleaned(text: pl.Expr, dirt: Dirt) -> pl.Expr:
    clean_text = reduce(lambda expr, pair: expr.str.replace_all(pair[0], pair[1]), dirt.replace, text)
    return pl.when(text.str.contains(dirt.where)).then(clean_text).otherwise(text)


@cache
def _known_dirt() -> Mapping[str, Dirt]:
    return TypeAdapter(dict[str, Dirt]).validate_python(
        packaged_yaml("rightreasons.sources.catalogue", "cleaning.yaml")
    )
