"""The one column of several that holds a mark, as radio buttons and crosses of a sheet are written.

``{marked: {follows: entailment, contradicts: contradiction}}`` is the name of the column that is marked.
Anything is a mark but nothing, 0, false, no, n, off and a dash; rows with no mark, or with two, have none.
Columns of lists, as of the votes that rows put together make, give a list.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import polars as pl

from rightreasons.sources.recipes.paths import Cell, as_text
from rightreasons.sources.recipes.places import Place
from rightreasons.sources.recipes.values import TEXTS, Path, Scope, Value

_NO_MARK = ("", "0", "0.0", "false", "no", "n", "off", "-", "nan", "none", "null", "unchecked")


def marked(keys: Mapping[str, Any], place: Place) -> Value:
    """Return the value of ``marked``: the name beside the one path that leads to a mark.

    Raises
    ------
    RecipeError
        If fewer than two columns are named.
    """
    own = place.at("marked")
    written = own.mapping(keys["marked"])
    if len(written) < 2:
        raise own.error(f"{len(written)} columns", "two at least, each with what its mark means", "add them")
    paths = [Path(name, own.at(name)) for name in written]
    names = [own.at(name).text(each) for name, each in written.items()]

    def cell(scope: Scope) -> Cell:
        cells = [scope.cell(scope.steps(path)) for path in paths]
        several = all(isinstance(each.kind, pl.List) for each in cells)
        records = pl.struct(as_text(each).alias(str(at)) for at, each in enumerate(cells))
        kind = TEXTS if several else pl.String()
        made = records.map_batches(
            partial(_named, names, several=several), return_dtype=kind, is_elementwise=True
        )
        return Cell(made, kind)

    return Value(cell, f"the one marked of {', '.join(written)}", tuple(paths))


def is_mark(text: str | None) -> bool:
    """Return whether a cell holds a mark."""
    return text is not None and text.strip().lower() not in _NO_MARK


def _named(names: Sequence[str], records: pl.Series, *, several: bool) -> pl.Series:
    rows = records.struct.unnest().iter_rows()
    if not several:
        return pl.Series(records.name, [_one(names, row) for row in rows], dtype=pl.String)
    found = [
        [name for votes in zip(*row, strict=False) if (name := _one(names, votes))]
        if all(each is not None for each in row)
        else []
        for row in rows
    ]
    return pl.Series(records.name, found, dtype=TEXTS)


def _one(names: Sequence[str], cells: Sequence[Any]) -> str | None:
    found = [name for name, each in zip(names, cells, strict=True) if is_mark(each)]
    return found[0] if len(found) == 1 else None
