"""What stands elsewhere under the key that a row has: in the same document, or in another file.

A key may have an ``item`` beside it, which says what is meant of what it leads to: the sentence of a page.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Any

import polars as pl

from rightreasons.errors import ColumnError
from rightreasons.printable import printable, quoted
from rightreasons.sources.python_values import as_text as text_of
from rightreasons.sources.raw import ROW, Beside
from rightreasons.sources.recipes.inside_text import decoded, walk
from rightreasons.sources.recipes.paths import Cell, as_text, as_texts
from rightreasons.sources.recipes.places import Place
from rightreasons.sources.recipes.steps import Steps, steps_of
from rightreasons.sources.recipes.values import TEXTS, Path, Scope, Value

_START = "it"
_JOIN = " "
_NUMBERED_LINE = re.compile(r"(?m)^(\d{1,6})\t([^\t\n]*)")
"""A sentence of a page of FEVER: its number, itself, and what it links to."""
KEYS_OF_LOOK_UP = ("in", "in_file", "by", "take", "item")
ValueOf = Callable[[Any, Place], Value]


class TooFewLinesError(Exception):
    """A file with fewer lines than rows: raised where polars calls us, which keeps the message alone."""


@dataclass(frozen=True)
class _LookUp:
    """What is looked up: where, by which field of it, and what is taken of what is found.

    Parameters
    ----------
    key
        What the row calls it.
    by
        The field that has the key; empty: it stands under the key itself.
    take
        The steps from there.
    place
        Where it is written.
    """

    key: Value
    by: str
    take: Steps
    place: Place


def look_up(keys: Mapping[str, Any], place: Place, value_of: ValueOf) -> Value:
    """Return the value of ``look_up``: a key of the row, and where what it stands for is.

    Raises
    ------
    RecipeError
        If it is not written as one; with the line.
    """
    if ("in" in keys) == ("in_file" in keys):
        raise place.error("'look_up' without one of 'in' and 'in_file'", "one of them", "say where it stands")
    by, take = (place.at(key).text(keys.get(key, "")) for key in ("by", "take"))
    if "in_file" in keys and not by:
        raise place.error("no 'by' beside 'in_file'", "the column there that has the key", "add it")
    key = value_of(keys["look_up"], place.at("look_up"))
    found = _LookUp(key, by, _steps(take, place.at("take")), place)
    if "item" in keys and "in" in keys:
        raise place.error("'item' beside 'in'", "'item' beside 'in_file'", "write a path that leads to it")
    if "item" in keys:
        return _items_in_file(found, value_of(keys["item"], place.at("item")), keys, take)
    return _in_file(found, keys, take) if "in_file" in keys else _in_row(found, keys, take)


def row_of(keys: Mapping[str, Any], place: Place) -> Value:
    """Return the value of ``row_of``: what stands in the line of another file that has the row's number.

    A folder stands for its files, in order, each of which is one text.
    """
    name = place.at("row_of").text(keys["row_of"])

    def cell(scope: Scope) -> Cell:
        lines = _beside(scope, place).lines(name)
        if lines is None:
            raise _no_file(scope, name, place)
        return Cell(_by_number(lines, name, scope.file), pl.String())

    return Value(cell, f"the same row of {name}", files=(name,))


def _by_number(lines: Sequence[str], name: str, file: str) -> pl.Expr:
    def taken(numbers: pl.Series) -> pl.Series:
        if len(numbers) and numbers.max() >= len(lines):  # type: ignore[operator]  # there are some
            raise TooFewLinesError(f"{printable(file)} has more rows than {printable(name)} ({len(lines):,})")
        return pl.Series(numbers.name, lines, dtype=pl.String).gather(numbers)

    return pl.col(ROW).map_batches(taken, return_dtype=pl.String, is_elementwise=True)


def _steps(take: str, place: Place) -> Steps:
    """Return the steps of a path from whatever is found."""
    between = "" if not take or take.startswith(("[", ".")) else "."
    try:
        return steps_of(f"{_START}{between}{take}", [_START])[1:]
    except ValueError as error:
        raise place.error(f"'{take}' ({error})", "a path such as abstract[]", "correct it") from None


def _in_row(found: _LookUp, keys: Mapping[str, Any], take: str) -> Value:
    within = Path(found.place.at("in").text(keys["in"]), found.place.at("in"))
    described = f"{take or 'what stands'} in {within.text} by {found.key.described}"

    def cell(scope: Scope) -> Cell:
        steps = scope.steps(within)
        moves = any(steps[: len(each)] == each for each in scope.rows)
        records = pl.struct(
            pl.col(ROW).alias("row"),
            scope.cell(steps).expression.alias("in"),
            as_texts(found.key.cell(scope)).alias("keys"),
        )

        def taken(series: pl.Series) -> pl.Series:
            return pl.Series(series.name, list(_taken(found, series, moves=moves)), dtype=TEXTS)

        made = records.map_batches(taken, return_dtype=TEXTS, is_elementwise=True)
        return Cell(made, TEXTS)

    return Value(cell, described, (*found.key.reads, within), key=found.key.key)


def _taken(found: _LookUp, series: pl.Series, *, moves: bool) -> Iterator[list[str]]:
    """Yield what the keys of each row stand for; what is looked into is the same in all of one row."""
    rows, within, keys = (series.struct.field(name) for name in ("row", "in", "keys"))
    last, held = None, dict[str, Any]()
    for at, (row, own) in enumerate(zip(rows, keys, strict=True)):
        if moves or row != last:
            last, held = row, _held(_plain(within[at]), found.by)
        values = [each for key in own for each in walk(held.get(key), found.take)]
        yield [text for value in values if (text := text_of(value)) is not None]


def _plain(value: Any) -> Any:
    """Return a value as Python has it, what is written in a text among it."""
    if isinstance(value, pl.Series):
        return value.to_list()
    return decoded(value) if isinstance(value, str) else value


def _held(value: Any, by: str) -> dict[str, Any]:
    """Return what stands under each key: of a record, of a list (0 or A), of a list of records by a field."""
    if by:
        items = value if isinstance(value, list) else []
        return {
            str(text_of(each[by])): each
            for each in items
            if isinstance(each, Mapping) and each.get(by) is not None
        }
    if isinstance(value, list):
        letters = dict(zip(ascii_uppercase, value, strict=False))
        return {**letters, **{str(at): each for at, each in enumerate(value)}}
    return {str(key): each for key, each in value.items()} if isinstance(value, Mapping) else {}


def _in_file(found: _LookUp, keys: Mapping[str, Any], take: str) -> Value:
    name = found.place.at("in_file").text(keys["in_file"])

    def cell(scope: Scope) -> Cell:
        texts = _texts(_rows(scope, found, name), found, take, name)
        before = found.key.cell(scope)
        old, new = list(texts), list(texts.values())

        def change(text: pl.Expr) -> pl.Expr:
            return text.replace_strict(old, new, default=None, return_dtype=pl.String)

        text = as_text(before)
        if isinstance(before.kind, pl.List):
            return Cell(text.list.eval(change(pl.element())).list.drop_nulls(), TEXTS)
        return Cell(change(text), pl.String())

    described = f"{take or 'what stands'} in {name} by {found.key.described}"
    return Value(cell, described, found.key.reads, key=found.key.key, files=(name,))


def _items_in_file(found: _LookUp, item: Value, keys: Mapping[str, Any], take: str) -> Value:
    """Return of what a key leads to in another file the item that a value beside the key names."""
    name = found.place.at("in_file").text(keys["in_file"])

    def cell(scope: Scope) -> Cell:
        there = _rows(scope, found, name)
        held = {key: items_held(text) for key, text in _texts(there, found, take, name, whole=True).items()}
        records = pl.struct(
            as_texts(found.key.cell(scope)).alias("keys"), as_texts(item.cell(scope)).alias("items")
        )

        def taken(series: pl.Series) -> pl.Series:
            both = zip(series.struct.field("keys"), series.struct.field("items"), strict=True)
            texts = [_items_of(held, list(own), list(items)) for own, items in both]
            return pl.Series(series.name, texts, dtype=TEXTS)

        return Cell(records.map_batches(taken, return_dtype=TEXTS, is_elementwise=True), TEXTS)

    described = f"{item.described} of {take or 'what stands'} in {name} by {found.key.described}"
    reads = (*found.key.reads, *item.reads)
    return Value(cell, described, reads, key=found.key.key, files=(name, *item.files))


def _items_of(held: Mapping[str, Mapping[str, str]], keys: list[str], items: list[str]) -> list[str]:
    """Return the items of what keys lead to, one each, or several of one key, or one of several keys."""
    most = max(len(keys), len(items))
    keys, items = (each * most if len(each) == 1 else each for each in (keys, items))
    if len(keys) != len(items):
        return []
    found = [held.get(key, {}).get(item) for key, item in zip(keys, items, strict=True)]
    return [text for text in found if text is not None]


def items_held(found: object) -> dict[str, str]:
    """Return what a value holds by name or by position: of a record, a list, or numbered lines of a text."""
    value = _plain(found)
    if isinstance(value, Mapping):
        return {str(key): _one_text(each) for key, each in value.items() if each is not None}
    if isinstance(value, list):
        return {str(at): _one_text(each) for at, each in enumerate(value) if each is not None}
    lines = _NUMBERED_LINE.finditer(value) if isinstance(value, str) else ()
    return {match[1]: match[2].strip() for match in lines}


def _one_text(value: Any) -> str:
    """Return the texts of a value, joined by spaces; records have none."""
    if isinstance(value, list):
        return _JOIN.join(filter(None, map(_one_text, value)))
    return text_of(value) or ""


def _rows(scope: Scope, found: _LookUp, name: str) -> pl.DataFrame:
    """Return the rows of another file, or of those of a folder."""
    there = _beside(scope, found.place).rows(name, found.by)
    if there is None:
        raise _no_file(scope, name, found.place)
    return there


def _texts(
    there: pl.DataFrame, found: _LookUp, take: str, name: str, *, whole: bool = False
) -> dict[str, str]:
    """Return the text of each key in another file; `whole`: lists and records as JSON."""
    if found.by not in there.columns:
        raise ColumnError(
            f"{found.place}: no '{printable(found.by)}' in {printable(name)}",
            f"one of {quoted(tuple(there.columns), 40)}",
            "name the column there that has the key",
        )
    scope = Scope(dict(there.schema))
    steps = scope.steps(Path(take or found.by, found.place))
    value = Value(lambda own: own.cell(steps), take)
    text = as_json(value.cell(scope)) if whole else value.text(scope, _JOIN)
    pairs = there.select(
        as_text(Cell(pl.col(found.by), there.schema[found.by])).alias("key"), text.alias("text")
    )
    distinct = pairs.drop_nulls().unique(maintain_order=True)
    twice = distinct.filter(pl.col("key").is_duplicated())
    if twice.height:
        key = printable(twice["key"][0], 40)
        raise ColumnError(
            f"{printable(name)} has several texts for '{printable(found.by)}' '{key}'",
            "one row for each key",
            "look up by another column",
        )
    return dict(distinct.iter_rows())


def as_json(cell: Cell) -> pl.Expr:
    """Return a value as text, lists and records as JSON."""
    if not cell.kind.is_nested():
        return as_text(cell)

    def written(series: pl.Series) -> pl.Series:
        texts = [None if each is None else json.dumps(each, default=str) for each in series.to_list()]
        return pl.Series(series.name, texts, dtype=pl.String)

    return cell.expression.map_batches(written, return_dtype=pl.String, is_elementwise=True)


def _beside(scope: Scope, place: Place) -> Beside:
    if scope.beside is None:
        raise place.error(
            f"{printable(scope.file) or 'data in memory'} stands alone",
            "a folder or archive with both files",
            "name the folder",
        )
    return scope.beside


def _no_file(scope: Scope, name: str, place: Place) -> ColumnError:
    there = scope.beside.names if scope.beside else ()
    return ColumnError(
        f"{place}: no '{printable(name)}' beside {printable(scope.file)}",
        f"one of {quoted(tuple(there), 20)}",
        "name a file of the folder",
    )
