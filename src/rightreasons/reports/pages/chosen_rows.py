"""Which rows of a run a page holds: all of a small one; of a large one some of each figure, and a sample."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import polars as pl

from rightreasons.figures import Rows
from rightreasons.findings import Finding

MOST_ROWS = 4_000
ROWS_A_FIGURE = 10
MOST_CONDITIONS = 600
SEED = 0
_ROW, _RANK, _DRAW = "__row", "__rank", "__draw"
_FIRST_LOOK, _FURTHER = 20_000, 8


def chosen_rows(items: pl.DataFrame, findings: Sequence[Finding], strata: Sequence[str]) -> pl.DataFrame:
    """Return the rows that a page holds, in their order, at most `MOST_ROWS` of them.

    Parameters
    ----------
    items
        All rows, with a column ``id``.
    findings
        Some rows of each of their figures, and of each line of their views, come first.
    strata
        Columns over which the rest is drawn evenly, without replacement, by a fixed seed.
    """
    if items.height <= MOST_ROWS:
        return items
    order = np.random.default_rng(SEED).permutation(items.height)
    drawn = items.with_row_index(_ROW)[order].with_row_index(_DRAW)
    first = pl.Series(_ROW, list(_named(drawn, findings)), dtype=pl.UInt32).head(MOST_ROWS // 2)
    by = [name for name in strata if name in items.columns]
    ranked = drawn.with_columns(pl.int_range(pl.len()).over(by).alias(_RANK)) if by else drawn
    rest = ranked.sort(_RANK if by else _DRAW, _DRAW)[_ROW]
    places = pl.concat([first, rest]).unique(maintain_order=True).head(MOST_ROWS)
    return items[places.sort()]


def rows_named(findings: Iterable[Finding]) -> Iterator[Rows]:
    """Yield the rows that figures and lines of views are about, figures first."""
    for finding in findings:
        yield from (figure.rows for figure in finding.figures.values() if figure.rows is not None)
    for finding in findings:
        for view in finding.views.values():
            lines = (view.rows_of(line) for line in range(len(view.lines)))
            yield from (rows for rows in lines if rows is not None)


def _named(drawn: pl.DataFrame, findings: Sequence[Finding]) -> Iterator[int]:
    """Yield places of some rows of everything that is named, a few of each."""
    named = [rows for rows in dict.fromkeys(rows_named(findings)) if rows.where or rows.first]
    found = [_some(drawn, rows) for rows in named[:MOST_CONDITIONS]]
    for rank in range(ROWS_A_FIGURE):
        yield from (places[rank] for places in found if rank < len(places))


def _some(drawn: pl.DataFrame, rows: Rows) -> list[int]:
    """Return places of some of these rows; the first that are drawn are looked at before all."""
    look = _FIRST_LOOK
    while True:
        places: list[int] = rows.of(drawn.head(look)).head(ROWS_A_FIGURE)[_ROW].to_list()
        if len(places) == ROWS_A_FIGURE or look >= drawn.height:
            return places
        look *= _FURTHER


"""A column of this name, or one that begins or ends with it, says whether a model was right."""
"""Columns that say what to mark in a sentence, and how."""
"""Columns that stand beside the pair: what a model replied, and why that is no label."""
