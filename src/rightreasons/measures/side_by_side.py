"""Pairs beside those that they are like, as a view."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from rightreasons.findings import Cell, View
from rightreasons.pairs import PairTable
from rightreasons.printable import printable
from rightreasons.sentences.templates import fill

MOST = 10
_LONGEST = 300
_ROLES = {"hypothesis": "text", "premise": "text", "label": "label", "id": "id"}
# Near pairs first: of the others a reader sees no difference.
_ORDER = {kind: place for place, kind in enumerate(("near", "exchanged", "normalised", "exact", "contrast"))}


ReadRows = Callable[[Sequence[int]], Sequence[Mapping[str, Any]]]
"""Gives some rows of a set, by their places in any order, with their texts, labels and ids."""


def reading(table: PairTable) -> ReadRows:
    """Return what gives rows of a table."""
    return lambda places: table.frame.select(*_ROLES)[list(places)].to_dicts() if places else ()


def side_by_side(found: Mapping[str, tuple[ReadRows, pl.DataFrame]], reference: ReadRows) -> View:
    """Return some pairs of every set beside those of another set that they are like.

    Parameters
    ----------
    found
        By name what gives the rows of the set, and what `artifacts.similar_pairs.occurring` says of them.
    reference
        What gives the rows of the set in which they occur.
    """
    chosen = [(name, *each) for name, (_, rows) in found.items() for each in _chosen(rows)]
    own = [
        row
        for name, (read, _) in found.items()
        for row in read([place for of, place, *_ in chosen if of == name])
    ]
    others = reference([partner for *_, partner in chosen])
    lines = [
        (name, kind, *_cells(row, other))
        for (name, _, kind, _), row, other in zip(chosen, own, others, strict=True)
    ]
    pairs = [column for name in _ROLES for column in (name, f"other_{name}")]
    return View(
        fill("similar.examples"),
        ("set", "kind", *pairs),
        tuple(lines),
        roles={name: _ROLES[name.removeprefix("other_")] for name in pairs},
    )


def _chosen(rows: pl.DataFrame) -> Iterator[tuple[int, str, int]]:
    order = pl.col("kind").cast(pl.String).replace_strict(_ORDER, return_dtype=pl.Int8)
    like = rows.with_row_index("row").filter(pl.col("partner").is_not_null())
    yield from like.sort(order, "row").head(MOST).select("row", "kind", "partner").iter_rows()


def _cells(own: Mapping[str, Any], other: Mapping[str, Any]) -> Iterator[Cell]:
    for column in _ROLES:
        for each in (own, other):
            yield None if each[column] is None else printable(each[column], _LONGEST)
