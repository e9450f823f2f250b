"""A reproduction on one screen: items, cells with ours beside them, why others have none, what is trained."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table as RichTable

from rightreasons import numbers
from rightreasons.findings import View
from rightreasons.papers.compared.reproduction import Reproduction, Verdict
from rightreasons.papers.needs import Needs
from rightreasons.papers.possible import WAYS, Possible
from rightreasons.printable import printable
from rightreasons.reports.console import fitting, print_view, terminal
from rightreasons.reports.end_of_result import print_end, print_verdict
from rightreasons.reports.results import Results
from rightreasons.reports.views import shown_view
from rightreasons.sentences.templates import fill
from rightreasons.statistics.results import Estimate

_ROWS = 30
_MOST_ITEMS = 60
_LONGEST = 60
_LONGEST_TITLE = 200
_LONGEST_NEEDS = 2_000
_LAYOUT = "layout"
_WRONG: tuple[Verdict, ...] = ("differs", "does not add up")
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
    for note in results.manifest.data[0].notes:
        console.print(f"[dim]{escape(printable(note, 300))}[/]")
    for finding in results.findings:
        if "cells" not in finding.views:
            continue
        own = [row for row in rows if row.cell.item == finding.settings["item"]]
        console.print(f"\n[bold]{finding.settings['item']}[/] {escape(printable(finding.headline, 300))}")
        _print_figures(own, finding.views.get(_LAYOUT), console)
        _print_reasons(own, console)
    for finding in results.findings[1:]:
        if "cells" not in finding.views:
            console.print(f"\n[bold]{finding.measure}[/] {escape(printable(finding.headline, 600))}")
    console.print()
    print_verdict(results, console)
    print_end(results, console)


def print_summary(results: Results, console: Console | None = None) -> None:
    """Print a reproduction of all papers at a glance: the tables of its first finding."""
    console = console or terminal()
    summary = results.findings[0]
    console.print(f"[bold]{escape(printable(summary.headline, _LONGEST_TITLE * 2))}[/]")
    for name in ("papers", "items", "agreeing"):
        console.print()
        print_view(summary.views[name], _MOST_ITEMS, console)
    console.print(f"\n{summary.views['differing'].title}")
    for row in summary.views["differing"].records():
        where = escape(printable(f"{row['paper']} {row['item']} {row['cell']}", _LONGEST_TITLE))
        beside = fill("reproduction.beside", printed=row["printed"], ours=row["ours"], note=row["note"])
        console.print(f" [red]{row['verdict']}[/] {where}: {escape(printable(beside, _LONGEST_TITLE * 2))}")
    console.print(f"\n{summary.views['reasons'].title}")
    for row in summary.views["reasons"].records():
        why = escape(printable(f"{row['reason']} ({row['items']})", _LONGEST_TITLE * 2))
        console.print(f" [dim]{row['cells']} {row['verdict']}: {why}[/]")
    console.print()
    print_verdict(results, console)
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
        _print_needs(items, console)
        console.print()
    for way, meaning in WAYS.items():
        console.print(f"[dim]{escape(fill('can_be_had.cells', way=way, how=fill(meaning)))}[/]")


def print_trainings(
    trainings: Sequence[tuple[str, str]],
    missing_reasons: Mapping[str, str],
    finished: int,
    workers: int,
    hours: float,
    console: Console,
) -> None:
    """Print how many trainings there are by recipe and data, how long they take, and what cannot be trained.

    Parameters
    ----------
    trainings
        Recipe and training data of each.
    missing_reasons
        Why a model cannot be trained.
    time
        How long those that are not finished take.
    console
        Where to.
    """
    table = RichTable(box=None, pad_edge=False, padding=(0, 2, 0, 1), header_style="dim")
    table.add_column("recipe", no_wrap=True)
    table.add_column("trained on", no_wrap=True)
    table.add_column("trainings", justify="right")
    for (recipe, data), count in Counter(trainings).items():
        table.add_row(escape(printable(recipe)), escape(printable(data)), numbers.count(count))
    console.print(table)
    there = fill("trained_models.finished", trainings=finished) if finished else ""
    planned = fill(
        "trained_models.planned", trainings=len(trainings), there=there, hours=hours, workers=workers
    )
    console.print(f"[bold]{planned}[/] [dim](probes not counted)[/]")
    for reason, models in Counter(missing_reasons.values()).items():
        console.print(f" [dim]{models} models not trained: {escape(printable(reason, 300))}[/]")


def _print_figures(rows: Sequence[Reproduction], layout: View | None, console: Console) -> None:
    """Print what there is of ours: as the paper lays it out where that fits, else cell by cell."""
    beside = sorted((row for row in rows if row.ours is not None), key=lambda row: row.verdict not in _WRONG)
    if layout is not None and _fits(layout, beside, console):
        console.print(f"[dim]{escape(layout.title)}[/]")
        print_view(layout, len(layout.lines), console)
        return
    if beside:
        console.print(_table(beside[:_ROWS]))
    if len(beside) > _ROWS:
        console.print(f"[dim] {fill('reproduction.more', cells=len(beside) - _ROWS)}[/]")


def _fits(layout: View, beside: Sequence[Reproduction], console: Console) -> bool:
    """Say whether a layout holds all of ours, and fits the screen."""
    shown = shown_view(layout, len(layout.lines))
    whole = fitting(shown, console.width) == len(shown.columns)
    return whole and all(isinstance(row.ours, Estimate) for row in beside)


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
        of = fill("reproduction.of_models", models=", ".join(filter(None, models))) if any(models) else ""
        reason = fill("reproduction.not_possible", cells=models.total(), reason=printable(f"{text}{of}", 600))
        console.print(f" [dim]{escape(reason)}[/]")


def _reasons(rows: Sequence[Reproduction]) -> Mapping[str, Counter[str]]:
    """Return why cells have nothing beside them, each reason once, with the models it is about."""
    reasons: dict[str, Counter[str]] = {}
    for row in rows:
        option = f"--from {row.cell.model}="
        model = row.cell.model if option in row.reason else ""
        if row.reason:
            reasons.setdefault(row.reason.replace(option, "--from MODEL="), Counter())[model] += 1
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
            escape(printable(row.shown_value, _LONGEST_TITLE)),
            row.shown_difference,
            f"[{colour}]{row.verdict}[/]",
        )
    return table


def _named(row: Reproduction) -> str:
    return printable(row.cell.name, _LONGEST_TITLE)


def _print_needs(items: Sequence[Possible], console: Console) -> None:
    """Print what the items of a paper need at the paper's scale, and which files are missing."""
    same: dict[str, list[str]] = {}
    for item in items:
        text = "; ".join(_needed(item.needs))
        if text:
            same.setdefault(text, []).append(item.item)
    for text, names in same.items():
        shown = escape(printable(fill("needed.by", items=", ".join(names), needs=text), _LONGEST_NEEDS))
        console.print(f" [dim]{shown}[/]", soft_wrap=True)


def _needed(needs: Needs) -> Iterator[str]:
    if needs.files:
        yield fill("needed.files", files=", ".join(needs.files))
    if needs.vectors:
        yield fill("needed.vectors", vectors=", ".join(needs.vectors))
    if needs.encoders:
        yield fill("needed.encoders", encoders=", ".join(needs.encoders))
    if needs.gpu:
        yield fill("needed.gpu")
    if needs.missing:
        yield fill("needed.missing", files=", ".join(needs.missing))
