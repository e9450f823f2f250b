"""An audit on one screen: the verdict first, then a table a measure."""

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table as RichTable

from rightreasons.findings import Finding, Table
from rightreasons.printable import printable
from rightreasons.reports.results import (
    Results,
    account_sentence,
    label_sentence,
    shown_cell,
    shown_estimate,
    verdict,
)

ROWS_SHOWN = 4
KEY_FIGURES = ("accuracy", "majority", "majority_own", "gain", "gain_percent")


def print_audits(audits: Sequence[Results], console: Console | None = None) -> None:
    """Print one audit in full, or several as one table with a row each."""
    console = console or Console(highlight=False)
    if len(audits) == 1:
        _print_audit(audits[0], console)
        return
    console.print(_comparison(audits))
    for audit in audits:
        _print_end(audit, console)


def _print_audit(audit: Results, console: Console) -> None:
    if audit.manifest["bundled"]:
        console.print("[dim]No DATA given: this is the bundled corpus, made by rightreasons, with planted[/]")
        console.print("[dim]artifacts. Yours: rightreasons audit FILE [--test FILE][/]")
    for data in audit.manifest["data"]:
        name = escape(printable(data["name"]))
        console.print(f"[bold]{name}[/]: {account_sentence(data)}. [dim]{label_sentence(data)}[/]")
        for note in data["notes"]:
            console.print(f"  [yellow]note[/] {escape(printable(note, 300))}")
    console.print(f"\n[bold]{escape(verdict(audit))}[/]\n")
    for finding in audit.findings:
        _print_finding(finding, console)
    for measure, reason in audit.not_measured.items():
        console.print(f"[dim]{measure}: not measured: {escape(printable(reason, 300))}[/]")
    _print_end(audit, console)


def _print_finding(finding: Finding, console: Console) -> None:
    console.print(f"[bold cyan]{finding.measure}[/] {escape(printable(finding.headline, 300))}")
    table = next(iter(finding.tables.values()), None)
    if table is not None:
        console.print(_rich(table))


def _print_end(audit: Results, console: Console) -> None:
    path = getattr(getattr(audit, "run", None), "path", None)
    if isinstance(path, Path):
        console.print(f"[dim]Written to {escape(printable(str(path), 300))}: report.html, findings.json[/]")


def _rich(table: Table) -> RichTable:
    shown = RichTable(box=None, pad_edge=False, padding=(0, 2, 0, 2), header_style="dim")
    for position, column in enumerate(table.columns):
        numeric = all(not isinstance(row[position], str) for row in table.rows)
        shown.add_column(column.replace("_", " "), justify="right" if numeric else "left", no_wrap=True)
    for row in table.rows[:ROWS_SHOWN]:
        shown.add_row(*(escape(printable(shown_cell(cell), 40)) for cell in row))
    if len(table.rows) > ROWS_SHOWN:
        shown.caption = f"{len(table.rows) - ROWS_SHOWN} more rows in the report"
        shown.caption_justify = "left"
    return shown


def _comparison(audits: Sequence[Results]) -> RichTable:
    """Return the columns of Poliak et al. 2018, Table 2, a row a dataset and test set."""
    table = RichTable(title="Hypothesis-only baseline", header_style="bold")
    for heading in ("data", "n", *(name.replace("_", " ") for name in KEY_FIGURES)):
        table.add_column(heading, justify="left" if heading == "data" else "right")
    for audit in audits:
        for finding in audit.findings:
            if finding.measure == "hypothesis_only":
                figures = [finding.figures.get(name) for name in KEY_FIGURES]
                n = next((figure.n for figure in figures if figure is not None), 0)
                cells = [shown_estimate(figure) if figure else "–" for figure in figures]
                table.add_row(escape(printable(finding.subject, 60)), f"{n:,}", *cells)
    return table
