"""What people answered on sheets, on one screen: the verdict first, then the tables."""

from rich.console import Console
from rich.markup import escape

from rightreasons.printable import printable
from rightreasons.reports.console import print_end, print_table, terminal
from rightreasons.reports.results import Results

_ROWS = 30


def print_annotation(results: Results, console: Console | None = None) -> None:
    """Print headline, tables and notes."""
    console = console or terminal()
    for finding in results.findings:
        console.print(f"[bold]{escape(printable(finding.headline, 600))}[/]\n")
        for table in finding.views.values():
            if table.rows:
                console.print(escape(printable(table.title, 200)))
                print_table(table, _ROWS, console)
                console.print()
        for note in finding.notes:
            console.print(f"[dim]- {escape(printable(note, 600))}[/]")
    print_end(results, console)
