"""The human study on one screen: the verdict first, then accuracy, time and agreement beside the paper's."""

from rich.console import Console
from rich.markup import escape

from rightreasons.printable import printable
from rightreasons.reports.console import print_end, print_table, terminal
from rightreasons.reports.results import Results

_TABLES = ("accuracy", "people_and_time")
_ROWS = 20


def print_human_study(results: Results, console: Console | None = None) -> None:
    """Print headline, tables and notes."""
    console = console or terminal()
    for finding in results.findings:
        console.print(f"[bold]{escape(printable(finding.headline, 600))}[/]\n")
        for name in _TABLES:
            console.print(escape(finding.views[name].title))
            print_table(finding.views[name], _ROWS, console)
            console.print()
        for note in finding.notes:
            console.print(f"[dim]- {escape(printable(note, 600))}[/]")
    print_end(results, console)
