"""A comparison on one screen: the verdict first, then a table a set, and items that only one got right."""

from collections.abc import Mapping

from rich.console import Console
from rich.markup import escape

from rightreasons.printable import printable
from rightreasons.reports.console import print_end, print_table, terminal
from rightreasons.reports.results import Results

_ROWS = 40


def print_comparison(comparison: Results, console: Console | None = None) -> None:
    """Print headline, tables, evidence and notes of every run beside the first."""
    console = console or terminal()
    for run in comparison.manifest["runs"]:
        name, model = (escape(printable(str(run[key]), 60)) for key in ("name", "model"))
        console.print(f"[dim]{name}: {model}[/]")
    for finding in comparison.findings:
        console.print(f"\n[bold]{escape(printable(finding.headline, 600))}[/]\n")
        for table in finding.views.values():
            console.print(f"[bold cyan]{escape(printable(table.title, 200))}[/]")
            print_table(table, _ROWS, console)
            console.print()
    for row in getattr(comparison, "evidence", ()):
        _print_evidence(row, console)
    for note in dict.fromkeys(note for finding in comparison.findings for note in finding.notes):
        console.print(f"[dim]- {escape(printable(note, 600))}[/]")
    print_end(comparison, console)


def _print_evidence(row: Mapping[str, str | None], console: Console) -> None:
    if row["premise"] is None:
        return
    shown = {name: escape(printable(text or "–", 400)) for name, text in row.items()}
    console.print(f"[dim]{shown['figure']}[/] {shown['id']} [bold]{shown['label']}[/]")
    console.print(f"  {shown['premise']}\n  {shown['hypothesis']}")
