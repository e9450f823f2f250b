"""A reproduction at a glance: cells of every item by verdict, what differs, why others cannot agree."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import get_args

from pydantic import TypeAdapter

from rightreasons.findings import Cell, Finding, View
from rightreasons.papers.compared.item_findings import SHOWN_AS_TEXT, verdict_figures
from rightreasons.papers.compared.reproduction import Absence, Evidence, Reproduction, Verdict
from rightreasons.papers.compared.rounding import number
from rightreasons.papers.printed import PrintedPaper, data_of
from rightreasons.sentences.templates import fill
from rightreasons.statistics.results import Estimate

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
BESIDE = "beside"
"""The view that the chart of printed figures against ours is drawn from."""
_BESIDE = ("paper", "item", "cell", "printed_share", "our_share", "verdict")
_SHARES = {"printed_share": "share", "our_share": "share", "cell": "group"}
_SCALES = {"percent": 100, "proportion": 1}
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
        ``empty``, ``reasons``, ``beside`` (printed shares and ours).
    """
    rows = [row for each in papers for row in each.rows]
    tables = {
        "items": _items(papers),
        "agreeing": _agreeing(papers),
        "differing": _differing(papers),
        "empty": _empty(papers),
        "reasons": _reasons(papers),
        BESIDE: _beside(papers),
    }
    several = {"papers": _papers(papers)} if len(papers) > 1 else {}
    return Finding(
        measure=MEASURE,
        subject=", ".join(each.printed.name for each in papers),
        definition=fill("reproduction.definition"),
        headline=_headline(rows, papers),
        figures=verdict_figures(rows),
        views=several | tables,
    )


def _headline(rows: Sequence[Reproduction], papers: Sequence[OfPaper]) -> str:
    count = dict(zip(GROUPS, _counts(rows), strict=True))
    several = fill("reproduction.several", papers=len(papers))
    return fill(
        "reproduction.headline",
        cells=len(rows),
        papers=papers[0].printed.name if len(papers) == 1 else several,
        agree=count["agree"],
        add_up=count["add up"],
        differ=count["differ"],
        other_data=count["other data"],
        ours_only=count["ours only"],
        not_possible=count["not possible"],
    )


def _counts(rows: Sequence[Reproduction]) -> list[int]:
    counts = Counter(row.verdict for row in rows)
    return [sum(counts[verdict] for verdict in verdicts) for verdicts in GROUPS.values()]


def _papers(papers: Sequence[OfPaper]) -> View:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (each.printed.name, len(each.rows), *_counts(each.rows)) for each in papers
    )
    return View(fill("reproduction.papers"), ("paper", "cells", *GROUPS), rows, roles=_COUNTED)


def _items(papers: Sequence[OfPaper]) -> View:
    return View(
        fill("reproduction.items"),
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
    return View(fill("reproduction.agreeing"), columns, lines, roles={"items": "text"})


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
    return View(fill("reproduction.differing"), _DIFFERING, rows, roles=SHOWN_AS_TEXT)


def _beside(papers: Sequence[OfPaper]) -> View:
    """Return every printed share with ours, as proportions: what the picture of a reproduction draws."""
    rows = tuple(
        (each.printed.name, row.cell.item, row.cell.name, *shares, row.verdict)
        for each in papers
        for row in each.rows
        if (shares := _shares(row)) is not None
    )
    return View(fill("reproduction.beside_title"), _BESIDE, rows, by=_BESIDE[:3], roles=_SHARES)


def _shares(row: Reproduction) -> tuple[float, float] | None:
    """Return what is printed and ours as proportions; None where the cell is no share, or ours is missing."""
    scale, printed = _SCALES.get(row.cell.unit), number(row.cell.printed)
    ours = row.ours.value if isinstance(row.ours, Estimate) else None
    if scale is None or printed is None or ours is None or row.verdict in GROUPS["ours only"]:
        return None
    return float(printed) / scale, ours / scale


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
    title, columns = fill("reproduction.empty"), ("why", "cells", "items")
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
    return View(fill("reproduction.reasons"), columns, tuple(rows), roles={"items": "text"})


def _by(
    rows: Sequence[Reproduction], key: Callable[[Reproduction], str]
) -> Mapping[str, tuple[Reproduction, ...]]:
    found: dict[str, list[Reproduction]] = {}
    for row in rows:
        found.setdefault(key(row), []).append(row)
    return {name: tuple(each) for name, each in found.items()}
