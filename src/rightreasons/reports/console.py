"""Parts of what every command shows on the terminal: data with accounts, tables, where a run was written."""

from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import View as RichTable

from rightreasons.findings import View
from rightreasons.printable import printable
from rightreasons.reports.columns import fitted
from rightreasons.reports.results import Results, account_sentence, label_sentence

WIDTH_WITHOUT_TERMINAL = 120


def terminal() -> Console:
    """Return a console on standard output; where that is no terminal, of a fixed width."""
    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=WIDTH_WITHOUT_TERMINAL)


def print_data(results: Results, console: Console) -> None:
    """Print the account of every set, with its notes."""
    for data in results.manifest["data"]:
        name = escape(printable(data["name"]))
        account = escape(printable(account_sentence(data), 600))
        console.print(f"[bold]{name}[/]: {account}. [dim]{label_sentence(data)}[/]")
        for note in data["notes"]:
            console.print(f"  [yellow]note[/] {escape(printable(note, 300))}")


def print_table(table: View, rows: int, console: Console) -> None:
    """Print the first rows of a table and as many columns as fit."""
    headings, cells = fitted(table, rows, console.width)
    shown = RichTable(box=None, pad_edge=False, padding=(0, 2, 0, 1), header_style="dim")
    for position, heading in enumerate(headings):
        words = any(isinstance(row[table.columns.index(_column(table, heading))], str) for row in table.rows)
        shown.add_column(escape(heading), justify="left" if words or position == 0 else "right", no_wrap=True)
    for row in cells:
        shown.add_row(*(escape(cell) for cell in row))
    console.print(shown)
    if len(table.rows) > rows:
        console.print(f"[dim] {len(table.rows) - rows:,} more rows in the report (-o DIR)[/]")


def print_end(results: Results, console: Console) -> None:
    """Print where the run was written, if it was."""
    path = getattr(getattr(results, "run", None), "path", None)
    if isinstance(path, Path):
        console.print(f"\n[dim]Written to {escape(printable(str(path), 300))}: open report.html[/]")


def _column(table: View, heading: str) -> str:
    return next(name for name in table.columns if name.replace("_", " ") == heading)
