"""What a recipe does to the rows of a whole source, before anything is read: fill, and put rows together."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

import polars as pl

from rightreasons.errors import ColumnError
from rightreasons.printable import printable, quoted
from rightreasons.sources.raw import HIDDEN
from rightreasons.sources.recipes.places import Place

_MOST_NAMES = 200
_KEYS = ("by", "names", "values")


@dataclass(frozen=True)
class Together:
    """Rows of one value, each with a name and a text, as one row with a column a name.

    Parameters
    ----------
    by
        The column whose value they share.
    names, values
        The columns of names and of the values under them.
    place
        Where it is written.
    """

    by: str
    names: str
    values: str
    place: Place = field(compare=False)


@dataclass(frozen=True)
class Fill:
    """A column whose empty cells hold what the last full one above them holds; where it is written."""

    column: str
    place: Place = field(compare=False)


def written_together(written: Any, place: Place) -> Together | None:
    """Return what is written under ``together``; None for nothing.

    Raises
    ------
    RecipeError
        If a key lacks, or is none of its own.
    """
    keys = place.mapping(written)
    for key in keys:
        place.among(key, _KEYS)
    if not keys:
        return None
    for key in _KEYS:
        if key not in keys:
            raise place.error(f"no '{key}'", f"the keys {', '.join(_KEYS)}", "add it")
    by, names, values = (place.at(key).text(keys[key]) for key in _KEYS)
    return Together(by, names, values, place)


def written_fill(written: Any, place: Place) -> tuple[Fill, ...]:
    """Return what is written under ``fill``: a column, or several.

    Raises
    ------
    RecipeError
        If one is no text.
    """
    listed = written if isinstance(written, list) else [written]
    return tuple(Fill(place.at(at).text(each), place.at(at)) for at, each in enumerate(listed))


def filled(frame: pl.DataFrame, fills: Sequence[Fill], file: str) -> pl.DataFrame:
    """Return rows with the empty cells of columns filled from above.

    Raises
    ------
    ColumnError
        If there is no such column.
    """
    for each in fills:
        _check(frame, each.column, each.place, file)
        column = pl.col(each.column)
        if frame.schema[each.column] == pl.String:
            column = pl.when(column.str.contains(r"\S")).then(column)
        frame = frame.with_columns(column.forward_fill().alias(each.column))
    return frame


def put_together(frame: pl.DataFrame, together: Together, file: str) -> pl.DataFrame:
    """Return one row for every value of a column, in the order in which they first stand there.

    A name that one value has several times makes lists of all its values. Columns that vary between the
    rows of one value are left out.

    Raises
    ------
    ColumnError
        If there is no such column, or names are so many that they are none.
    """
    by, names, values = together.by, together.names, together.values
    for column in (by, names, values):
        _check(frame, column, together.place, file)
    found = _names(frame, together, file)
    rest = [name for name in frame.columns if name not in {by, names, values, *found, *HIDDEN}]
    groups = frame.group_by(by, maintain_order=True)
    varies = groups.agg(pl.col(rest).n_unique()).select(pl.col(rest).max()).row(0) if rest else ()
    kept = [name for name, most in zip(rest, varies, strict=True) if most == 1]
    named = pl.col(names).cast(pl.String, strict=False)
    gathered = [pl.col(values).filter(named == name).alias(name) for name in found if name != by]
    whole = groups.agg(*gathered, pl.col(*kept, *HIDDEN).first())
    single = [each for each in found if each != by and whole[each].list.len().max() == 1]
    return whole.with_columns(pl.col(single).list.first()) if single else whole


def _names(frame: pl.DataFrame, together: Together, file: str) -> list[str]:
    """Return the distinct names, which columns are called by."""
    column = frame[together.names]
    found = None if column.dtype.is_nested() else column.cast(pl.String, strict=False).drop_nulls()
    named: list[str] = [] if found is None else found.unique(maintain_order=True).to_list()
    what = f"{len(named):,} distinct values"
    if found is None:
        what = "lists or records"
    elif taken := [each for each in named if each in HIDDEN]:
        what = f"the name {quoted(taken)}, which columns of ours have,"
    elif len(named) <= _MOST_NAMES:
        return named
    raise ColumnError(
        f"{together.place}: {what} in '{printable(together.names)}' of {printable(file)}",
        f"a column of names, at most {_MOST_NAMES}",
        "name the column that says what a value is",
    )


def of_whole(
    frame: pl.DataFrame, fills: Sequence[Fill], together: Together | None, file: str
) -> pl.DataFrame:
    """Return the rows of a source after both."""
    frame = filled(frame, fills, file)
    return frame if together is None else put_together(frame, together, file)


def _check(frame: pl.DataFrame, column: str, place: Place, file: str) -> None:
    if column in frame.columns and column not in HIDDEN:
        return
    known = [name for name in frame.columns if name not in HIDDEN]
    near = get_close_matches(column, known, n=1)
    raise ColumnError(
        f"{place}: no column '{printable(column)}' in {printable(file)}, but {quoted(tuple(known), 40)}",
        "a column of the file",
        f"did you mean '{printable(near[0])}'?" if near else "see `rightreasons describe` for all columns",
    )
