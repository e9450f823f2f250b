"""A reproduction as findings: one an item, laid out as the paper prints it, and a summary of all."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import get_args

import polars as pl
from pydantic import TypeAdapter

from rightreasons.figures import Figure
from rightreasons.findings import Cell, Finding, View
from rightreasons.papers.printed import PrintedPaper, data_of
from rightreasons.papers.reproduction import Absence, Evidence, Reproduction, Verdict, number
from rightreasons.statistics.results import Estimate

# A table as the paper lays it out: in every cell what is printed, ours, and the difference with interval.


TITLE = "As in the paper: printed / ours / difference (interval); * ours is of other data or another model"
_OTHER = ("other data", "other model", "other definition")
_SHARE_FILLED = 0.5
_Placed = Mapping[tuple[str, str], Reproduction]


def laid_out(rows: Sequence[Reproduction]) -> View | None:
    """Return the figures of an item by row and column; the split stands with that which leaves fewer gaps.

    Parameters
    ----------
    rows
        Its cells; those that are no numbers stay out.

    Returns
    -------
    View or None
        None where the item has one row or one column, or is no table: half of its places are empty.
    """
    figures = [row for row in rows if number(row.cell.printed) is not None]
    by_column = {_place(row.cell.row, row.cell.column, row.cell.split): row for row in figures}
    by_row = {_place(_joined(row.cell.row, row.cell.split), row.cell.column): row for row in figures}
    placed = max(by_column, by_row, key=_share_filled)
    if len(placed) < len(figures) or _share_filled(placed) < _SHARE_FILLED:
        return None
    names, headings = _names(placed)
    if min(len(names), len(headings)) < 2:
        return None
    lines = (
        (name, *(_cell_text(placed[name, each]) if (name, each) in placed else "" for each in headings))
        for name in names
    )
    return View(TITLE, ("row", *headings), tuple(lines), roles=dict.fromkeys(("row", *headings), "text"))


def _place(row: str, *heading: str) -> tuple[str, str]:
    """Return row and heading of a figure, the heading without what the row says already."""
    return row, _joined(*(part for part in heading if part not in row))


def _joined(*parts: str) -> str:
    return ", ".join(part for part in parts if part)


def _names(placed: _Placed) -> tuple[list[str], list[str]]:
    rows, headings = (list(dict.fromkeys(place[at] for place in placed)) for at in (0, 1))
    return rows, headings


def _share_filled(placed: _Placed) -> float:
    rows, headings = _names(placed)
    return len(placed) / max(len(rows) * len(headings), 1)


def _cell_text(row: Reproduction) -> str:
    if not row.shown_difference:
        return f"{row.cell.printed} / –"
    mark = "*" if row.verdict in _OTHER else ""
    return f"{row.cell.printed} / {row.shown_value}{mark} / {row.shown_difference}"


# A reproduction as findings: one an item, its cells as a table, and all of them as one frame.


_COLUMNS = ("cell", "printed", "ours", "difference", "verdict", "corrected", "n", "remarks")
_WRITTEN = {"ours": "text", "difference": "text"}
"""They are text, as `Reproduction` writes them: every cell has its own unit and decimals."""
LAYOUT = "layout"
_NOTES_TITLE = "Remarks: how ours was made, why there is none, what is misprinted"
_NOTE_COLUMNS = ("remark", "cells", "text")
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
    notes = Counter(text for row in rows for text in _notes(row))
    numbers = {text: str(number) for number, text in enumerate(notes, 1)}
    cells = tuple(_written(row, [numbers[text] for text in _notes(row)]) for row in rows)
    lines = tuple((numbers[text], count, text) for text, count in notes.items())
    layout = laid_out(rows)
    return Finding(
        measure=f"{printed.name}.{item}",
        subject=printed.citation,
        definition=DEFINITION,
        headline=f"{of.title}{page}: {counted(rows)}",
        figures=verdict_figures(rows),
        views=({} if layout is None else {LAYOUT: layout})
        | {
            "cells": View("Printed beside ours", _COLUMNS, cells, by=("cell",), roles=_WRITTEN),
            "remarks": View(_NOTES_TITLE, _NOTE_COLUMNS, lines),
        },
        settings={"item": item, "rounding": of.rounding},
    )


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
    counts = Counter(row.verdict for row in rows)
    parts = [f"{counts[verdict]} {verdict}" for verdict in get_args(Verdict) if counts[verdict]]
    return f"{', '.join(parts)} of {len(rows)}"


def _written(row: Reproduction, remarks: Sequence[str]) -> tuple[Cell, ...]:
    cell, count = row.cell, (row.ours.n or None) if isinstance(row.ours, Estimate) else None
    beside = (cell.name, cell.printed, row.shown, row.shown_difference, row.verdict)
    return (*beside, cell.corrected, count, ", ".join(remarks))


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
        "by": row.by,
        "reason": row.reason,
        "absence": row.absence,
        "evidence": row.evidence,
        "note": cell.note,
    }


# A reproduction at a glance: cells of every item by verdict, what differs, why others cannot agree.


MEASURE = "reproduction"
GROUPS: Mapping[str, tuple[Verdict, ...]] = {
    "agree": ("matches",),
    "add up": ("adds up",),
    "differ": ("differs", "does not add up"),
    "other data": ("other data", "other model", "other definition"),
    "ours only": ("ours only",),
    "not possible": ("not possible",),
}
"""Verdicts as the tables count them; under other data also other models and definitions."""

_COUNTED = dict.fromkeys(GROUPS, "count")
_DIFFERING = ("paper", "item", "cell", "printed", "ours", "difference", "verdict", "corrected", "note")


@dataclass(frozen=True)
class OfPaper:
    """The cells of one paper beside ours.

    Parameters
    ----------
    printed
        The paper.
    rows
        Its cells, in its order.
    """

    printed: PrintedPaper
    rows: tuple[Reproduction, ...]


def summary_finding(papers: Sequence[OfPaper]) -> Finding:
    """Return what came of one paper or several.

    Returns
    -------
    Finding
        Figures: cells by verdict. Tables ``papers`` (of several), ``items``, ``agreeing``, ``differing``,
        ``empty``, ``reasons``.
    """
    rows = [row for each in papers for row in each.rows]
    tables = {
        "items": _items(papers),
        "agreeing": _agreeing(papers),
        "differing": _differing(papers),
        "empty": _empty(papers),
        "reasons": _reasons(papers),
    }
    several = {"papers": _papers(papers)} if len(papers) > 1 else {}
    return Finding(
        measure=MEASURE,
        subject=", ".join(each.printed.name for each in papers),
        definition=DEFINITION,
        headline=_headline(rows, papers),
        figures=verdict_figures(rows),
        views=several | tables,
    )


def _headline(rows: Sequence[Reproduction], papers: Sequence[OfPaper]) -> str:
    count = dict(zip(GROUPS, _counts(rows), strict=True))
    of = papers[0].printed.name if len(papers) == 1 else f"{len(papers)} papers"
    return (
        f"Of {len(rows):,} printed figures of {of} {count['agree']:,} come out as printed, "
        f"{count['add up']:,} follow from others that are printed, {count['differ']:,} do not come out, "
        f"{count['other data']:,} are beside ours of other data or models, {count['ours only']:,} are drawn "
        f"without a number, {count['not possible']:,} cannot be had here."
    )


def _counts(rows: Sequence[Reproduction]) -> list[int]:
    counts = Counter(row.verdict for row in rows)
    return [sum(counts[verdict] for verdict in verdicts) for verdicts in GROUPS.values()]


def _papers(papers: Sequence[OfPaper]) -> View:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (each.printed.name, len(each.rows), *_counts(each.rows)) for each in papers
    )
    return View("Papers: cells by what came of them", ("paper", "cells", *GROUPS), rows, roles=_COUNTED)


def _items(papers: Sequence[OfPaper]) -> View:
    return View(
        "Items: cells by what came of them",
        ("paper", "item", "cells", *GROUPS, "page"),
        tuple(line for each in papers for line in _lines(each)),
        roles=_COUNTED,
    )


def _lines(of: OfPaper) -> Iterator[tuple[Cell, ...]]:
    for name, rows in _by(of.rows, lambda row: row.cell.item).items():
        yield of.printed.name, name, len(rows), *_counts(rows), str(of.printed.items[name].page or "")


@cache
def evidence() -> Mapping[Evidence, str]:
    """Return what agreement is worth, by what a figure of ours rests on."""
    return TypeAdapter(dict[Evidence, str]).validate_python(data_of("evidence.yaml"))


def _agreeing(papers: Sequence[OfPaper]) -> View:
    """Count cells that come out by what they rest on, and say where they are."""
    found: dict[Evidence, Counter[str]] = {}
    for each in papers:
        for row in each.rows:
            if row.verdict in GROUPS["agree"] and row.evidence is not None:
                found.setdefault(row.evidence, Counter())[f"{each.printed.name} {row.cell.item}"] += 1
    lines = tuple(
        (kind, found[kind].total(), meaning, _places(found[kind]))
        for kind, meaning in evidence().items()
        if kind in found
    )
    columns = ("kind", "cells", "remark", "items")
    return View("Cells that come out, by what they rest on", columns, lines, roles={"items": "text"})


def _places(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{item}: {count}" for item, count in counts.items())


def _differing(papers: Sequence[OfPaper]) -> View:
    rows = tuple(
        (
            each.printed.name,
            row.cell.item,
            row.cell.name,
            row.cell.printed,
            row.shown,
            row.shown_difference,
            row.verdict,
            row.cell.corrected,
            row.cell.note,
        )
        for each in papers
        for row in each.rows
        if row.verdict in GROUPS["differ"]
    )
    return View("Cells that do not come out, and why", _DIFFERING, rows, roles=_WRITTEN)


def _empty(papers: Sequence[OfPaper]) -> View:
    """Count empty cells by kind of reason, and say where they are."""
    found: dict[Absence, Counter[str]] = {}
    for each in papers:
        for row in each.rows:
            if row.absence is not None:
                found.setdefault(row.absence, Counter())[f"{each.printed.name} {row.cell.item}"] += 1
    lines = tuple(
        (kind, found[kind].total(), _places(found[kind])) for kind in get_args(Absence) if kind in found
    )
    title, columns = "Empty cells: why, and how many where", ("why", "cells", "items")
    return View(title, columns, lines, roles={"items": "text"})


def _reasons(papers: Sequence[OfPaper]) -> View:
    """Count cells by why they cannot agree: nothing to compare, or ours is of something else."""
    found: dict[tuple[str, str], Counter[str]] = {}
    for each in papers:
        for row in each.rows:
            text = row.by if row.verdict in GROUPS["other data"] else row.shared_reason
            if text and row.verdict in (*GROUPS["other data"], *GROUPS["not possible"]):
                found.setdefault((row.verdict, text), Counter())[f"{each.printed.name} {row.cell.item}"] += 1
    rows = sorted(
        ((where.total(), verdict, text, ", ".join(where)) for (verdict, text), where in found.items()),
        key=lambda line: -line[0],
    )
    columns = ("cells", "verdict", "reason", "items")
    return View("Why cells cannot agree", columns, tuple(rows), roles={"items": "text"})


def _by(
    rows: Sequence[Reproduction], key: Callable[[Reproduction], str]
) -> Mapping[str, tuple[Reproduction, ...]]:
    found: dict[str, list[Reproduction]] = {}
    for row in rows:
        found.setdefault(key(row), []).append(row)
    return {name: tuple(each) for name, each in found.items()}
