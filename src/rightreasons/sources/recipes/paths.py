"""Paths into nested data, ``answers.*.claims[].text``, and the polars expressions that follow them.

``.name`` is a field of a record, ``.*`` every field of one, ``[]`` every item of a list, ``[0]`` or ``[-1]``
one of them. A cell of text that the path goes on into is read as JSON or as Python writes it. What is not
there is null, so that a block of rows that lacks a field gives what the whole gives.
"""

import ast
import json
import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import polars as pl

from rightreasons.sources.raw import as_text

_STEP = re.compile(r"\.(?P<every>\*)|\.(?P<name>[^.\[\]]+)|\[(?P<at>-?\d*)\]")
_LIST = pl.List(pl.String)
_NOTHING = pl.lit(None, dtype=pl.String)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a path.

    Parameters
    ----------
    name
        The field of a record or the column; ``"*"``: every field; ``"[]"``: every item; else empty.
    at
        Position of the one item of a list.
    """

    name: str = ""
    at: int | None = None

    @property
    def many(self) -> bool:
        """Whether one value becomes several."""
        return self in (EVERY_FIELD, EVERY_ITEM)


EVERY_FIELD, EVERY_ITEM = Step("*"), Step("[]")
Steps = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """An expression and the type that it gives."""

    expression: pl.Expr
    kind: pl.DataType

    @property
    def inner(self) -> pl.DataType:
        """The type of the items of a list."""
        return self.kind.inner if isinstance(self.kind, pl.List) else self.kind  # type: ignore[return-value]  # an instance in a schema

    @property
    def fields(self) -> dict[str, pl.DataType]:
        """The types of the fields of a record, by name in natural order; none of anything else."""
        if not isinstance(self.kind, pl.Struct):
            return {}
        found = {each.name: each.dtype for each in self.kind.fields}
        return {name: found[name] for name in sorted(found, key=natural)}  # type: ignore[misc]  # as above


ABSENT = Cell(_NOTHING, pl.String())


def natural(name: str) -> tuple[int, int, str]:
    """Return the key by which names are sorted: numbers first, by their value."""
    return (0, int(name), name) if name.isascii() and name.isdecimal() else (1, 0, name)


def steps_of(path: str, columns: Sequence[str]) -> Steps:
    """Return the steps of a path; a column may have any name, also one with a point in it.

    Parameters
    ----------
    path
        As written.
    columns
        Columns that the path may begin with.

    Raises
    ------
    ValueError
        If it is no path.
    """
    first = max((name for name in columns if _begins(path, name)), key=len, default="")
    first = first or re.split(r"[.\[]", path, maxsplit=1)[0]
    steps, at = [Step(first)], len(first)
    while at < len(path):
        found = _STEP.match(path, at)
        if found is None or not first:
            raise ValueError(f"no path from '{path[at:]}' on")
        steps.append(_step(found))
        at = found.end()
    return tuple(steps)


def _begins(path: str, name: str) -> bool:
    return path == name or (path.startswith(name) and path[len(name)] in ".[")


def _step(found: re.Match[str]) -> Step:
    if found["every"]:
        return EVERY_FIELD
    if found["name"]:
        return Step(found["name"])
    return Step(at=int(found["at"])) if found["at"] else EVERY_ITEM


def follow(cell: Cell, steps: Sequence[Step]) -> Cell:
    """Return what a path leads to; of several values one flat list, without nulls.

    Parameters
    ----------
    cell
        Where it begins.
    steps
        The steps from there.
    """
    if not steps:
        return cell
    step, rest = steps[0], steps[1:]
    if cell.kind == pl.String:
        return _inside_text(cell, steps)
    if step == EVERY_FIELD:
        return _every_field(cell, rest)
    if isinstance(cell.kind, pl.List):
        return _in_list(cell, step, rest)
    if step == EVERY_ITEM:  # a value that is no list is a list of one
        one = pl.concat_list(cell.expression).list.drop_nulls()
        return _each(Cell(one, pl.List(cell.kind)), rest)
    kind = cell.fields.get(step.name)
    return ABSENT if kind is None else follow(Cell(cell.expression.struct.field(step.name), kind), rest)


def _in_list(cell: Cell, step: Step, rest: Sequence[Step]) -> Cell:
    if step.at is not None:
        return follow(Cell(cell.expression.list.get(step.at, null_on_oob=True), cell.inner), rest)
    return _each(cell, rest if step == EVERY_ITEM else (step, *rest))


def _each(cell: Cell, rest: Sequence[Step]) -> Cell:
    """Return the rest of a path for every item of a list."""
    if cell.kind == pl.List(pl.Null):
        return Cell(cell.expression.cast(_LIST).list.drop_nulls(), _LIST)
    found = follow(Cell(pl.element(), cell.inner), rest)
    lists = cell.expression.list.eval(found.expression) if rest else cell.expression
    if rest and isinstance(found.kind, pl.List):
        flat = lists.list.eval(pl.element().explode(empty_as_null=False, keep_nulls=False))
        return Cell(flat.list.drop_nulls(), found.kind)
    return Cell(lists.list.drop_nulls(), pl.List(found.kind))


def _every_field(cell: Cell, rest: Sequence[Step]) -> Cell:
    found = [
        follow(Cell(cell.expression.struct.field(name), kind), rest) for name, kind in cell.fields.items()
    ]
    texts = [as_texts(each) for each in found if each is not ABSENT]
    return (
        Cell(pl.concat_list(texts).list.drop_nulls(), _LIST) if texts else Cell(_NOTHING.cast(_LIST), _LIST)
    )


def as_items(cell: Cell) -> pl.Expr:
    """Return a value as a list of whatever it holds, without nulls; of one item where it is no list."""
    if isinstance(cell.kind, pl.List):
        return cell.expression.list.drop_nulls()
    return pl.concat_list(cell.expression).list.drop_nulls()


def as_texts(cell: Cell) -> pl.Expr:
    """Return a value as a list of texts: of one text where it is no list, empty where there is nothing."""
    if isinstance(cell.kind, pl.List):
        return cell.expression.cast(_LIST, strict=False).list.drop_nulls().fill_null([])
    return pl.concat_list(cell.expression.cast(pl.String, strict=False)).list.drop_nulls()


# Cells of text that hold records or lists, as JSON or as Python writes them.


def _inside_text(cell: Cell, steps: Sequence[Step]) -> Cell:
    several = any(step.many for step in steps)
    kind: pl.DataType = _LIST if several else pl.String()
    walk: Callable[[pl.Series], pl.Series] = partial(_walked, steps=tuple(steps), several=several)
    return Cell(cell.expression.map_batches(walk, return_dtype=kind, is_elementwise=True), kind)


def _walked(texts: pl.Series, *, steps: Steps, several: bool) -> pl.Series:
    found = [
        None if text is None else [as_text(each) for each in _walk(decoded(text), steps)] for text in texts
    ]
    if several:
        lists = [None if each is None else [text for text in each if text is not None] for each in found]
        return pl.Series(texts.name, lists, dtype=_LIST)
    return pl.Series(texts.name, [each[0] if each else None for each in found], dtype=pl.String)


def decoded(text: str) -> Any:
    """Return what a text holds as JSON or as Python writes it; the text itself if it is neither."""
    if text.lstrip()[:1] not in ("[", "{"):
        return text
    for read in (json.loads, _as_python_writes):
        try:
            return read(text)
        except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
            continue
    return text


def _as_python_writes(text: str) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)  # of text that only looks like it
        return ast.literal_eval(text)


def _walk(value: Any, steps: Steps) -> list[Any]:
    if not steps or value is None:
        return [value] if value is not None else []
    step, rest = steps[0], steps[1:]
    if step == EVERY_FIELD:
        keys = sorted(value, key=natural) if isinstance(value, Mapping) else []
        return [found for key in keys for found in _walk(value[key], rest)]
    if step == EVERY_ITEM:
        return [
            found for each in (value if isinstance(value, list) else [value]) for found in _walk(each, rest)
        ]
    if step.at is not None:
        there = isinstance(value, list) and -len(value) <= step.at < len(value)
        return _walk(value[step.at], rest) if there else []
    if isinstance(value, list):
        return [found for each in value for found in _walk(each, steps)]
    return _walk(value.get(step.name), rest) if isinstance(value, Mapping) else []


def fields_in(text: str | None, key: str, value: str) -> list[dict[str, str | None]]:
    """Return the fields of a record that a text holds, as records of key and value; none of anything else."""
    record = None if text is None else decoded(text)
    if not isinstance(record, Mapping):
        return []
    names = sorted((name for name in record if record[name] is not None), key=lambda name: natural(str(name)))
    return [{key: str(name), value: as_text(record[name])} for name in names]
