"""A reproduction as findings: one an item, its cells as a table, and all of them as one frame."""

from collections import Counter
from collections.abc import Sequence
from typing import get_args

import polars as pl

from rightreasons.findings import Cell, Finding, Table
from rightreasons.papers.printed import PrintedPaper
from rightreasons.papers.reproduction import Reproduction, Verdict
from rightreasons.statistics.results import Estimate

COLUMNS = (
    "row",
    "column",
    "split",
    "printed",
    "ours",
    "low",
    "high",
    "n",
    "difference",
    "verdict",
    "corrected",
    "by",
    "note",
)
DEFINITION = (
    "Printed figure beside ours. matches, differs: same data and definition, compared to the printed digits "
    "by the paper's way of rounding. adds up or not: computed from other figures that the paper prints. "
    "other data, other model: ours is of something else, named beside it. Nothing is filled from print."
)


def item_finding(printed: PrintedPaper, item: str, rows: Sequence[Reproduction]) -> Finding:
    """Return the cells of one item as a finding, with a figure for every verdict: how many cells got it."""
    counts = Counter(row.verdict for row in rows)
    figures = {
        verdict.replace(" ", "_"): Estimate(counts[verdict], "count", len(rows), reason="counted")
        for verdict in get_args(Verdict)
    }
    of = printed.items[item]
    page = f", page {of.page}" if of.page else ""
    return Finding(
        measure=f"{printed.name}.{item}",
        subject=printed.citation,
        definition=DEFINITION,
        headline=f"{of.title}{page}: {counted(rows)}",
        figures=figures,
        tables={"cells": Table("Printed beside ours", COLUMNS, tuple(_cells(row) for row in rows))},
        settings={"rounding": of.rounding},
    )


def counted(rows: Sequence[Reproduction]) -> str:
    """Return how many cells got each verdict, e.g. ``12 match, 16 not possible``."""
    counts = Counter(row.verdict for row in rows)
    parts = [f"{counts[verdict]} {verdict}" for verdict in get_args(Verdict) if counts[verdict]]
    return f"{', '.join(parts)} of {len(rows)}"


def _cells(row: Reproduction) -> tuple[Cell, ...]:
    ours = row.ours
    estimate = ours if isinstance(ours, Estimate) else None
    interval = estimate.interval if estimate else None
    return (
        row.cell.row,
        row.cell.column,
        row.cell.split,
        row.cell.printed,
        estimate.value if estimate else ours if isinstance(ours, str) else None,
        interval.low if interval else None,
        interval.high if interval else None,
        estimate.n if estimate else None,
        row.difference,
        row.verdict,
        row.cell.corrected,
        row.by,
        "; ".join(part for part in (row.reason, row.cell.note) if part),
    )


def cells_frame(rows: Sequence[Reproduction]) -> pl.DataFrame:
    """Return one row a cell; what is text in both, in columns of its own."""
    records = []
    for row in rows:
        record = dict(zip(COLUMNS, _cells(row), strict=True))
        text = record["ours"] if isinstance(record["ours"], str) else None
        value = None if text is not None else record["ours"]
        records.append({"item": row.cell.item, **record, "ours": value, "ours_text": text})
    return pl.DataFrame(records, infer_schema_length=None)
