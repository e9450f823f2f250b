"""A training on one screen: accuracy on every set, then how it went."""

from rich.console import Console
from rich.markup import escape

from rightreasons.printable import printable
from rightreasons.reports.console import print_end, print_table, terminal
from rightreasons.reports.results import Results

_ROWS = 40


def print_training(training: Results, console: Console | None = None) -> None:
    """Print headline, tables and notes of every finding."""
    console = console or terminal()
    for finding in training.findings:
        console.print(f"\n[bold]{escape(printable(finding.headline, 600))}[/]\n")
        for table in finding.views.values():
            console.print(f"[bold cyan]{escape(printable(table.title, 200))}[/]")
            print_table(table, _ROWS, console)
            console.print()
    for note in dict.fromkeys(note for finding in training.findings for note in finding.notes):
        console.print(f"[dim]- {escape(printable(note, 600))}[/]")
    print_end(training, console)
