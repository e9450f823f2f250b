"""A reproduction on one screen: items, cells with ours beside them, and why others have none."""

from collections import Counter
from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import View as RichTable

from rightreasons.findings import View
from rightreasons.papers.agreement import shown_beside
from rightreasons.papers.possible import WAYS, Possible
from rightreasons.papers.reproduction import Reproduction, Verdict
from rightreasons.printable import printable
from rightreasons.reports.columns import fitted
from rightreasons.reports.console import print_end, print_table, terminal
from rightreasons.reports.reproduce_needs import print_needs
from rightreasons.reports.results import Results, shown_cell
from rightreasons.statistics.results import Estimate

_ROWS = 30
_MOST_ITEMS = 60
_LONGEST = 60
_LONGEST_TITLE = 200
_DECIMALS_MORE = 2
_LAYOUT = "layout"
_WRONG: tuple[Verdict, ...] = ("differs", "does not add up")
_OF_TRAINED = (".trained", ".claims")
_COLOURS: Mapping[Verdict, str] = {
    "matches": "green",
    "adds up": "green",
    "differs": "red",
    "does not add up": "red",
    "not possible": "dim",
}


def print_reproduction(
    results: Results, rows: Sequence[Reproduction], console: Console | None = None
) -> None:
    """Print every item: verdicts counted, cells beside ours (what differs first), and reasons."""
    console = console or terminal()
    for note in results.manifest["data"][0]["notes"]:
        console.print(f"[dim]{escape(printable(note, 300))}[/]")
    for finding in results.findings:
        if "cells" not in finding.views:
            continue
        item = finding.measure.partition(".")[2]  # PAPER.ITEM; items such as section-6.1 have dots too
        console.print(f"\n[bold]{item}[/] {escape(printable(finding.headline, 300))}")
        own = [row for row in rows if row.cell.item == item]
        _print_figures(own, finding.views.get(_LAYOUT), console)
        _print_reasons(own, console)
    for finding in results.findings:
        if finding.measure.endswith(_OF_TRAINED):
            console.print(f"\n[bold]{finding.measure}[/] {escape(printable(finding.headline, 600))}")
    counts = Counter(row.verdict for row in rows)
    total = ", ".join(f"{count} {verdict}" for verdict, count in counts.most_common())
    console.print(f"\n[bold]{len(rows):,} printed figures: {total}[/]")
    print_end(results, console)


def print_summary(results: Results, console: Console | None = None) -> None:
    """Print a reproduction of all papers at a glance: the tables of its first finding."""
    console = console or terminal()
    summary = results.findings[0]
    console.print(f"[bold]{escape(printable(summary.headline, _LONGEST_TITLE * 2))}[/]")
    for name in ("papers", "items"):
        console.print()
        print_table(summary.views[name], _MOST_ITEMS, console)
    console.print(f"\n{summary.views['differing'].title}")
    for paper, item, cell, printed, ours, _difference, verdict, _corrected, note in summary.views[
        "differing"
    ].rows:
        where = escape(printable(f"{paper} {item} {cell}", _LONGEST_TITLE))
        said = escape(printable(f"printed {printed}, ours {shown_cell(ours)}; {note}", _LONGEST_TITLE * 2))
        console.print(f" [red]{verdict}[/] {where}: {said}")
    console.print(f"\n{summary.views['reasons'].title}")
    for cells, verdict, reason, items in summary.views["reasons"].rows:
        why = escape(printable(f"{reason} ({items})", _LONGEST_TITLE * 2))
        console.print(f" [dim]{cells} {verdict}: {why}[/]")
    print_end(results, console)


def print_possible(papers: Mapping[str, Sequence[Possible]], console: Console | None = None) -> None:
    """Print what can be reproduced of every paper: cells by how they can be had."""
    console = console or terminal()
    for name, items in papers.items():
        table = RichTable(box=None, pad_edge=False, padding=(0, 2, 0, 1), header_style="dim")
        table.add_column(name, no_wrap=True)
        table.add_column("", overflow="ellipsis", no_wrap=True)
        for way in ("cells", *WAYS):
            table.add_column(way, justify="right")
        for item in items:
            ways = [str(item.ways.get(way, "")) for way in WAYS]
            table.add_row(item.item, escape(printable(item.title, _LONGEST_TITLE)), str(item.cells), *ways)
        console.print(table)
        print_needs(items, console)
        console.print()
    for way, meaning in WAYS.items():
        console.print(f"[dim]{way}: cells that can be had {escape(meaning)}[/]")


def _print_figures(rows: Sequence[Reproduction], layout: View | None, console: Console) -> None:
    """Print what there is of ours: as the paper lays it out where that fits, else cell by cell."""
    beside = sorted((row for row in rows if row.ours is not None), key=lambda row: row.verdict not in _WRONG)
    if layout is not None and _fits(layout, beside, console):
        console.print(f"[dim]{escape(layout.title)}[/]")
        print_table(layout, len(layout.rows), console)
        return
    if beside:
        console.print(_table(beside[:_ROWS]))
    if len(beside) > _ROWS:
        console.print(f"[dim] {len(beside) - _ROWS:,} more cells (-o DIR, --json)[/]")


def _fits(layout: View, beside: Sequence[Reproduction], console: Console) -> bool:
    """Say whether a layout holds all of ours, and fits the screen."""
    headings, _ = fitted(layout, len(layout.rows), console.width)
    return len(headings) == len(layout.columns) and all(isinstance(row.ours, Estimate) for row in beside)


def _print_reasons(rows: Sequence[Reproduction], console: Console) -> None:
    """Print what does not come out and why, how ours was made, and why other cells have none."""
    for row in rows:
        if row.verdict in _WRONG and row.cell.note:
            console.print(
                f" [red]{row.verdict}[/] {escape(_named(row))}: {escape(printable(row.cell.note, 300))}"
            )
    for text, count in Counter(row.by for row in rows if row.by and row.ours is not None).items():
        console.print(f" [dim]{count}: {escape(printable(text, 300))}[/]")
    for text, models in _reasons(rows).items():
        named = f"; MODEL: {', '.join(filter(None, models))}" if any(models) else ""
        console.print(f" [dim]{models.total()} not possible: {escape(printable(text + named, 600))}[/]")


def _reasons(rows: Sequence[Reproduction]) -> Mapping[str, Counter[str]]:
    """Return why cells have nothing beside them, each reason once, with the models it is about."""
    reasons: dict[str, Counter[str]] = {}
    for row in rows:
        wanted = f"--from {row.cell.model}="
        model = row.cell.model if wanted in row.reason else ""
        if row.reason:
            reasons.setdefault(row.reason.replace(wanted, "--from MODEL="), Counter())[model] += 1
    return reasons


def _table(rows: Sequence[Reproduction]) -> RichTable:
    table = RichTable(box=None, pad_edge=False, padding=(0, 2, 0, 1), header_style="dim")
    table.add_column("cell", overflow="ellipsis", no_wrap=True, max_width=_LONGEST)
    for heading in ("printed", "ours"):
        table.add_column(heading, justify="right", overflow="ellipsis", no_wrap=True, max_width=_LONGEST // 3)
    table.add_column("difference", justify="right", no_wrap=True)
    table.add_column("verdict", no_wrap=True)
    for row in rows:
        colour = _COLOURS.get(row.verdict, "yellow")
        table.add_row(
            escape(_named(row)),
            escape(printable(row.cell.printed or "–", _LONGEST_TITLE)),
            escape(_ours(row)),
            _difference(row),
            f"[{colour}]{row.verdict}[/]",
        )
    return table


def _named(row: Reproduction) -> str:
    return printable(row.cell.name, _LONGEST_TITLE)


def _ours(row: Reproduction) -> str:
    if not isinstance(row.ours, Estimate) or row.ours.value is None:
        return printable(str(row.ours), _LONGEST_TITLE)
    return shown_beside(row.ours.value, row.cell.printed, _DECIMALS_MORE)


def _difference(row: Reproduction) -> str:
    """Return ours minus printed with its interval."""
    if row.difference is None:
        return ""
    shown = shown_beside(row.difference, row.cell.printed, _DECIMALS_MORE, "+")
    if row.difference_bounds is None:
        return shown
    low, high = (
        shown_beside(bound, row.cell.printed, _DECIMALS_MORE, "+") for bound in row.difference_bounds
    )
    return f"{shown} ({low} to {high})"
