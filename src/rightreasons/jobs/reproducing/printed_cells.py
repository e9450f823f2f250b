"""A reproduction at a glance: cells of every item by verdict, what differs, why others cannot agree."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rightreasons.findings import Cell, Finding, View
from rightreasons.jobs.reproducing.cells import DEFINITION, verdict_figures
from rightreasons.papers.printed import PrintedPaper
from rightreasons.papers.reproduction import Reproduction, Verdict

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
        Figures: cells by verdict. Tables ``papers`` (of several), ``items``, ``differing``, ``reasons``.
    """
    rows = [row for each in papers for row in each.rows]
    tables = {"items": _items(papers), "differing": _differing(papers), "reasons": _reasons(papers)}
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
    return View("Papers: cells by what came of them", ("paper", "cells", *GROUPS), rows)


def _items(papers: Sequence[OfPaper]) -> View:
    return View(
        "Items: cells by what came of them",
        ("paper", "item", "cells", *GROUPS, "page"),
        tuple(line for each in papers for line in _lines(each)),
    )


def _lines(of: OfPaper) -> Iterator[tuple[Cell, ...]]:
    for name, rows in _by(of.rows, lambda row: row.cell.item).items():
        yield of.printed.name, name, len(rows), *_counts(rows), str(of.printed.items[name].page or "")


def _differing(papers: Sequence[OfPaper]) -> View:
    rows = tuple(
        (
            each.printed.name,
            row.cell.item,
            row.cell.name,
            row.cell.printed,
            row.ours if isinstance(row.ours, str) else row.ours.value if row.ours else None,
            row.difference,
            row.verdict,
            row.cell.corrected,
            row.cell.note,
        )
        for each in papers
        for row in each.rows
        if row.verdict in GROUPS["differ"]
    )
    return View("Cells that do not come out, and why", _DIFFERING, rows)


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
    return View("Why cells cannot agree", ("cells", "verdict", "reason", "items"), tuple(rows))


def _by(
    rows: Sequence[Reproduction], key: Callable[[Reproduction], str]
) -> Mapping[str, tuple[Reproduction, ...]]:
    found: dict[str, list[Reproduction]] = {}
    for row in rows:
        found.setdefault(key(row), []).append(row)
    return {name: tuple(each) for name, each in found.items()}
