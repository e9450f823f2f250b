"""A reproduction as findings: one an item, its cells as a table, and all of them as one frame."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import get_args

import polars as pl

from rightreasons.figures import Figure
from rightreasons.findings import Cell, Finding, View
from rightreasons.jobs.reproducing.layout import laid_out
from rightreasons.papers.printed import PrintedPaper
from rightreasons.papers.reproduction import Reproduction, Verdict
from rightreasons.statistics.results import Estimate

COLUMNS = (
    "cell",
    "printed",
    "ours",
    "ours_low",
    "ours_high",
    "difference",
    "difference_low",
    "difference_high",
    "verdict",
    "corrected",
    "n",
)
LAYOUT = "layout"
_REMARKS_ARE = "Remarks: how ours was made, why there is none, what is misprinted"
_REMARKS = ("remark", "cells", "text")
DEFINITION = (
    "Printed figure beside ours; difference: ours minus printed, with the interval of ours. matches, "
    "differs: same data and definition, compared to the printed digits by the paper's way of rounding. adds "
    "up or not: computed from other figures that the paper prints. other data, other model, other "
    "definition: ours is of something else, named beside it. Nothing is filled from print."
)


def item_finding(printed: PrintedPaper, item: str, rows: Sequence[Reproduction]) -> Finding:
    """Return the cells of one item as a finding, with a figure for every verdict: how many cells got it."""
    of = printed.items[item]
    page = f", page {of.page}" if of.page else ""
    remarks = Counter(text for row in rows for text in _remarks(row))
    numbers = {text: str(number) for number, text in enumerate(remarks, 1)}
    cells = tuple((*_cells(row), ", ".join(numbers[text] for text in _remarks(row))) for row in rows)
    said = tuple((numbers[text], count, text) for text, count in remarks.items())
    layout = laid_out(rows)
    return Finding(
        measure=f"{printed.name}.{item}",
        subject=printed.citation,
        definition=DEFINITION,
        headline=f"{of.title}{page}: {counted(rows)}",
        figures=verdict_figures(rows),
        views=({} if layout is None else {LAYOUT: layout})
        | {
            "cells": View(
                "Printed beside ours",
                (*COLUMNS, "remarks"),
                cells,
                by=("cell",),
                quantities={"difference": "value"},
            ),
            "remarks": View(_REMARKS_ARE, _REMARKS, said),
        },
        settings={"item": item, "rounding": of.rounding},
    )


def _remarks(row: Reproduction) -> tuple[str, ...]:
    """Return what is to be said of a cell; it stands beside the table, once for all cells it is true of."""
    return tuple(text for text in (row.by, row.shared_reason, row.cell.note) if text)


def verdict_figures(rows: Sequence[Reproduction]) -> Iterator[Figure]:
    """Yield for every verdict how many cells got it."""
    counts = Counter(row.verdict for row in rows)
    for verdict in get_args(Verdict):
        estimate = Estimate(counts[verdict], "count", len(rows), reason="counted")
        yield Figure("count", estimate, {"verdict": verdict.replace(" ", "_")}, form="{group}")


def counted(rows: Sequence[Reproduction]) -> str:
    """Return how many cells got each verdict, e.g. ``12 match, 16 not possible``."""
    counts = Counter(row.verdict for row in rows)
    parts = [f"{counts[verdict]} {verdict}" for verdict in get_args(Verdict) if counts[verdict]]
    return f"{', '.join(parts)} of {len(rows)}"


def _cells(row: Reproduction) -> tuple[Cell, ...]:
    ours = row.ours
    estimate = ours if isinstance(ours, Estimate) else None
    interval = estimate.interval if estimate else None
    low, high = row.difference_bounds or (None, None)
    return (
        row.cell.name,
        row.cell.printed,
        estimate.value if estimate else ours if isinstance(ours, str) else None,
        interval.low if interval else None,
        interval.high if interval else None,
        row.difference,
        low,
        high,
        row.verdict,
        row.cell.corrected,
        (estimate.n or None) if estimate else None,
    )


def cells_frame(printed: PrintedPaper, rows: Sequence[Reproduction]) -> pl.DataFrame:
    """Return one row a cell, with where it stands; what is text in both, in a column of its own."""
    return pl.DataFrame([_record(printed, row) for row in rows], infer_schema_length=None)


def _record(printed: PrintedPaper, row: Reproduction) -> dict[str, Cell]:
    cell, said = row.cell, dict(zip(COLUMNS, _cells(row), strict=True))
    text = said["ours"] if isinstance(said["ours"], str) else None
    place: dict[str, Cell] = {
        "paper": printed.name,
        "item": cell.item,
        "page": str(printed.items[cell.item].page or ""),
        "row": cell.row,
        "column": cell.column,
        "split": cell.split,
        "model": cell.model,
        "unit": cell.unit,
    }
    words: dict[str, Cell] = {"by": row.by, "reason": row.reason, "note": cell.note}
    return {**place, **said, "ours": said["ours"] if text is None else None, "ours_text": text, **words}
