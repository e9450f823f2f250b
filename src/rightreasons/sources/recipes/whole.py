"""What a recipe does to the rows of a whole source, before anything is read: fill, merge, put together."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from rightreasons.errors import ColumnError
from rightreasons.errors.nearest import nearest
from rightreasons.printable import printable, quoted
from rightreasons.sources.raw import HIDDEN, ROW
from rightreasons.sources.recipes.places import Place

_MOST_NAMES = 200
_KEYS = ("by", "names", "values", "where")
_NEEDED = ("by", "values")


@dataclass(frozen=True)
class Together:
    """Rows of one value, each with a name and a text, as one row with a column a name.

    Parameters
    ----------
    by
        The columns whose values they share.
    names, values
        The columns of names and of their values; without names, values are a list (of votes), of each of
        several columns.
    place
        Where it is written.
    where
        By column the values that a row must have to be put together with others; others are left out.
    """

    by: tuple[str, ...]
    names: str | None
    values: str | tuple[str, ...]
    place: Place = field(compare=False)
    where: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True)
class Merge:
    """A column the rows of one value of which are one row; where it is written."""

    by: str
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
    for key in _NEEDED:
        if key not in keys:
            raise place.error(f"no '{key}'", f"the keys {', '.join(_KEYS)}", "add it")
    by = keys["by"] if isinstance(keys["by"], list) and keys["by"] else [keys["by"]]
    shared = tuple(place.at("by", at).text(each) for at, each in enumerate(by))
    values = _values(keys["values"], place.at("values"))
    if "names" in keys and not isinstance(values, str):
        raise place.at("values").error("several columns beside 'names'", "one column", "name one")
    names = place.at("names").text(keys["names"]) if "names" in keys else None
    return Together(shared, names, values, place, _where(keys.get("where", {}), place.at("where")))


def _where(written: Any, place: Place) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the values that rows must have, by column."""
    found = []
    for column, values in place.mapping(written).items():
        listed = values if isinstance(values, list) else [values]
        found.append((column, tuple(place.at(column).text(each) for each in listed)))
    return tuple(found)


def _values(written: Any, place: Place) -> str | tuple[str, ...]:
    if not isinstance(written, list):
        return place.text(written)
    return tuple(place.at(at).text(each) for at, each in enumerate(written))


def written_fill(written: Any, place: Place) -> tuple[Fill, ...]:
    """Return what is written under ``fill``: a column, or several.

    Raises
    ------
    RecipeError
        If one is no text.
    """
    listed = written if isinstance(written, list) else [written]
    return tuple(Fill(place.at(at).text(each), place.at(at)) for at, each in enumerate(listed))


def written_merge(written: Any, place: Place) -> Merge | None:
    """Return what is written under ``merge``: a column; None for nothing.

    Raises
    ------
    RecipeError
        If it is no text.
    """
    return None if written is None else Merge(place.text(written), place)


def merged(frame: pl.DataFrame, merge: Merge, file: str) -> pl.DataFrame:
    """Return one row for every value of a column: of each other column the last value that is filled.

    Rows without a value in that column stay as they are; the rows keep the order in which they begin.

    Raises
    ------
    ColumnError
        If there is no such column.
    """
    _check(frame, merge.by, merge.place, file)
    shared = pl.col(merge.by)
    has_one = shared.str.contains(r"\S") if frame.schema[merge.by] == pl.String else shared.is_not_null()
    has_one = has_one.fill_null(value=False)
    alone = frame.filter(~has_one)
    rest = [name for name in frame.columns if name not in {merge.by, *HIDDEN}]
    groups = frame.filter(has_one).group_by(merge.by, maintain_order=True)
    whole = groups.agg(*(_full(name, frame.schema[name]).last() for name in rest), pl.col(*HIDDEN).first())
    return pl.concat([whole, alone.select(whole.columns)]).sort(ROW)


def _full(name: str, kind: pl.DataType) -> pl.Expr:
    column = pl.col(name)
    return column.filter(column.str.contains(r"\S")) if kind == pl.String else column.drop_nulls()


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


def that_count(frame: pl.DataFrame, together: Together, file: str) -> pl.DataFrame:
    """Return the rows that are put together: those that have the values of `where`.

    Raises
    ------
    ColumnError
        If there is no such column.
    """
    for column, values in together.where:
        _check(frame, column, together.place, file)
        meets = pl.col(column).cast(pl.String, strict=False).is_in(list(values))
        frame = frame.filter(meets.fill_null(value=False))
    return frame


def put_together(frame: pl.DataFrame, together: Together, file: str) -> pl.DataFrame:
    """Return one row for every value of one column or several, in the order in which they first stand there.

    A name that one value has several times, and values without names, make lists. Columns that vary between
    the rows of one value are left out.

    Raises
    ------
    ColumnError
        If there is no such column, or there are so many names that they are none.
    """
    frame = that_count(frame, together, file)
    by, names = list(together.by), together.names
    values = [together.values] if isinstance(together.values, str) else list(together.values)
    for column in filter(None, (*by, names, *values)):
        _check(frame, column, together.place, file)
    plain = {name: pl.col(name) for name in values}
    gathered = plain if names is None else _named(frame, together, file)
    rest = [name for name in frame.columns if name not in {*by, names, *values, *gathered, *HIDDEN}]
    groups = frame.group_by(by, maintain_order=True)
    varies = groups.agg(pl.col(rest).n_unique()).select(pl.col(rest).max()).row(0) if rest else ()
    kept = [name for name, most in zip(rest, varies, strict=True) if most == 1]
    whole = groups.agg(
        *(column.alias(name) for name, column in gathered.items() if name not in by),
        pl.col(*kept, *HIDDEN).first(),
    )
    lists = [name for name in gathered if name not in by and names is not None]
    single = [name for name in lists if whole[name].list.len().max() == 1]
    return whole.with_columns(pl.col(single).list.first()) if single else whole


def _named(frame: pl.DataFrame, together: Together, file: str) -> dict[str, pl.Expr]:
    """Return the values of each name."""
    named = pl.col(str(together.names)).cast(pl.String, strict=False)
    found = _names(frame, str(together.names), together.place, file)
    return {name: pl.col(str(together.values)).filter(named == name) for name in found}


def _names(frame: pl.DataFrame, names: str, place: Place, file: str) -> list[str]:
    """Return the distinct names, which columns are called by."""
    column = frame[names]
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
        f"{place}: {what} in '{printable(names)}' of {printable(file)}",
        f"a column of names, at most {_MOST_NAMES}",
        "name the column that says what a value is",
    )


def of_whole(
    frame: pl.DataFrame, fills: Sequence[Fill], merge: Merge | None, together: Together | None, file: str
) -> pl.DataFrame:
    """Return the rows of a source after these."""
    frame = filled(frame, fills, file)
    frame = frame if merge is None else merged(frame, merge, file)
    return frame if together is None else put_together(frame, together, file)


def _check(frame: pl.DataFrame, column: str, place: Place, file: str) -> None:
    if column in frame.columns and column not in HIDDEN:
        return
    known = [name for name in frame.columns if name not in HIDDEN]
    near = nearest(column, known)
    raise ColumnError(
        f"{place}: no column '{printable(column)}' in {printable(file)}, but {quoted(tuple(known), 40)}",
        "a column of the file",
        f"did you mean '{printable(near)}'?" if near else "see `rightreasons describe` for all columns",
    )
