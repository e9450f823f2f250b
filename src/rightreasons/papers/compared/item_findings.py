"""A reproduction as findings: one an item, its cells as a table, and all of them as one frame."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import get_args

import polars as pl

from rightreasons.figures import Figure
from rightreasons.findings import Cell, Finding, View
from rightreasons.papers.compared.layout import laid_out
from rightreasons.papers.compared.reproduction import Reproduction, Verdict
from rightreasons.papers.printed import Item, PrintedPaper
from rightreasons.sentences.templates import fill, joined
from rightreasons.statistics.results import Estimate

_COLUMNS = ("cell", "printed", "ours", "difference", "verdict", "corrected", "n", "notes")
SHOWN_AS_TEXT = {"ours": "text", "difference": "text"}
"""They are text, as `Reproduction` writes them: every cell has its own unit and decimals."""
LAYOUT = "layout"
_NOTE_COLUMNS = ("remark", "cells", "text")


def item_finding(printed: PrintedPaper, item: str, rows: Sequence[Reproduction]) -> Finding:
    """Return the cells of one item as a finding, with a figure for every verdict: how many cells got it."""
    of = printed.items[item]
    notes = Counter(text for row in rows for text in _notes(row))
    numbers = {text: str(number) for number, text in enumerate(notes, 1)}
    cells = tuple(_written(row, [numbers[text] for text in _notes(row)]) for row in rows)
    lines = tuple((numbers[text], count, text) for text, count in notes.items())
    layout = laid_out(rows)
    return Finding(
        measure=f"{printed.name}.{item}",
        subject=printed.citation,
        definition=fill("reproduction.definition"),
        headline=_headline(of, rows),
        figures=verdict_figures(rows),
        views=({} if layout is None else {LAYOUT: layout})
        | {
            "cells": View(fill("reproduction.cells"), _COLUMNS, cells, by=("cell",), roles=SHOWN_AS_TEXT),
            "notes": View(fill("reproduction.notes"), _NOTE_COLUMNS, lines),
        },
        settings={"item": item, "rounding": of.rounding},
    )


def _headline(item: Item, rows: Sequence[Reproduction]) -> str:
    if item.page:
        return fill("reproduction.item_on_page", title=item.title, page=item.page, verdicts=counted(rows))
    return fill("reproduction.item", title=item.title, verdicts=counted(rows))


def _notes(row: Reproduction) -> tuple[str, ...]:
    """Return what is to be said of a cell; it stands beside the table, once for all cells it is true of."""
    return tuple(text for text in (row.by, row.shared_reason, row.cell.note) if text)


def verdict_figures(rows: Sequence[Reproduction]) -> Iterator[Figure]:
    """Yield for every verdict how many cells got it."""
    counts = Counter(row.verdict for row in rows)
    for verdict in get_args(Verdict):
        estimate = Estimate(counts[verdict], "count", len(rows), reason="counted")
        yield Figure("count", estimate, {"verdict": verdict.replace(" ", "_")}, what="")


def counted(rows: Sequence[Reproduction]) -> str:
    """Return how many cells got each verdict, e.g. ``12 match, 16 not possible``."""
    figures = zip(get_args(Verdict), verdict_figures(rows), strict=True)
    parts = [
        fill("reproduction.verdict", cells=figure, verdict=verdict)
        for verdict, figure in figures
        if figure.value
    ]
    return fill("reproduction.verdicts", verdicts=joined(parts), cells=len(rows))


def _written(row: Reproduction, notes: Sequence[str]) -> tuple[Cell, ...]:
    cell, count = row.cell, (row.ours.n or None) if isinstance(row.ours, Estimate) else None
    beside = (cell.name, cell.printed, row.shown, row.shown_difference, row.verdict)
    return (*beside, cell.corrected, count, ", ".join(notes))


def cells_frame(printed: PrintedPaper, rows: Sequence[Reproduction]) -> pl.DataFrame:
    """Return one row a cell, with where it stands; what is text in both, in a column of its own."""
    return pl.DataFrame([_record(printed, row) for row in rows], infer_schema_length=None)


def _record(printed: PrintedPaper, row: Reproduction) -> dict[str, Cell]:
    """Return a cell with its numbers in full."""
    cell, ours = row.cell, row.ours
    estimate = ours if isinstance(ours, Estimate) else None
    interval = estimate.interval if estimate else None
    low, high = row.difference_bounds or (None, None)
    return {
        "paper": printed.name,
        "item": cell.item,
        "page": str(printed.items[cell.item].page or ""),
        "row": cell.row,
        "column": cell.column,
        "split": cell.split,
        "model": cell.model,
        "unit": cell.unit,
        "cell": cell.name,
        "printed": cell.printed,
        "ours": estimate.value if estimate else None,
        "ours_low": interval.low if interval else None,
        "ours_high": interval.high if interval else None,
        "difference": row.difference,
        "difference_low": low,
        "difference_high": high,
        "shown": row.shown,
        "shown_difference": row.shown_difference,
        "verdict": row.verdict,
        "corrected": cell.corrected,
        "n": (estimate.n or None) if estimate else None,
        "ours_text": ours if isinstance(ours, str) else None,
        "by": str(row.by),
        "reason": str(row.reason),
        "absence": row.absence,
        "evidence": row.evidence,
        "note": cell.note,
    }
