"""The polars expressions that follow paths into nested data; what is not there is null.

A cell of text that the path goes on into is read as JSON or as Python writes it. A block of rows that lacks a
field gives what the whole gives.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import polars as pl

from rightreasons.sources.recipes.inside_text import walked
from rightreasons.sources.recipes.steps import EVERY_FIELD, EVERY_ITEM, Step, natural

_LIST = pl.List(pl.String)
_NOTHING = pl.lit(None, dtype=pl.String)


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
        return as_text(cell).list.drop_nulls().fill_null([])
    return pl.concat_list(as_text(cell)).list.drop_nulls()


def as_text(cell: Cell) -> pl.Expr:
    """Return a value as text, the items of a list each; whole numbers alike, whatever stands beside them."""
    if not isinstance(cell.kind, pl.List):
        text = cell.expression.cast(pl.String, strict=False)
        return text.str.replace(r"\.0$", "") if cell.kind.is_float() else text
    if cell.inner.is_float():
        return cell.expression.list.eval(as_text(Cell(pl.element(), cell.inner)))
    return cell.expression.cast(_LIST, strict=False)


def _inside_text(cell: Cell, steps: Sequence[Step]) -> Cell:
    several = any(step.many for step in steps)
    kind: pl.DataType = _LIST if several else pl.String()
    walk: Callable[[pl.Series], pl.Series] = partial(walked, steps=tuple(steps), several=several)
    return Cell(cell.expression.map_batches(walk, return_dtype=kind, is_elementwise=True), kind)
