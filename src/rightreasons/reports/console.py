"""Parts of what every command shows on the terminal: verdict, data with accounts, views, where a run is."""

from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table as RichTable

from rightreasons.findings import View
from rightreasons.pairs import Nouns
from rightreasons.printable import printable
from rightreasons.reports.judged import LONGEST_SENTENCE, JudgedIssue, judged_issues
from rightreasons.reports.results import Results, account_sentence, label_sentence
from rightreasons.reports.tested import scope_lines
from rightreasons.reports.views import ShownView, described, shown_view
from rightreasons.sentences.templates import fill

WIDTH_WITHOUT_TERMINAL = 120
LONGEST_CELL = 48
_GAP = 3
_COLOURS = {"blocker": "bold red", "severe": "red", "warning": "yellow", "note": "dim"}


class _Terminal(Console):
    """A console that leaves it to the command what it means that nobody reads on: rich would exit with 1."""

    def on_broken_pipe(self) -> None:
        """Raise `BrokenPipeError`."""
        raise BrokenPipeError


def terminal() -> Console:
    """Return a console on standard output; where that is no terminal, of a fixed width."""
    console = _Terminal(highlight=False)
    return console if console.is_terminal else _Terminal(highlight=False, width=WIDTH_WITHOUT_TERMINAL)


def print_verdict(results: Results, console: Console) -> None:
    """Print the headline, then what is wrong, the worst first: blockers in full, notes counted."""
    verdict = results.verdict
    colour = "bold red" if verdict.blockers else "bold"
    console.print(f"[{colour}]{escape(printable(verdict.headline, LONGEST_SENTENCE))}[/]")
    issues = judged_issues(results)
    for issue in issues:
        if issue.severity != "note":
            _print_issue(issue, console)
    notes = Counter(issue.code for issue in issues if issue.severity == "note")
    if notes:
        codes = ", ".join(code if times == 1 else f"{times} times {code}" for code, times in notes.items())
        console.print(f"[dim]note: {notes.total()} more ({codes}), in full with --json or -o DIR[/]")
    for line in scope_lines(verdict):
        console.print(escape(line))


def _print_issue(issue: JudgedIssue, console: Console) -> None:
    in_full = issue.severity == "blocker"
    allowed = " (allowed)" if issue.is_allowed else ""
    named = f"[{_COLOURS[issue.severity]}]{issue.severity} {escape(issue.code)}{allowed}[/]"
    console.print(f"{named} {escape(issue.sentence or '(above)')}")
    for name, value in issue.figures if in_full else ():
        console.print(f"  [dim]{escape(name)}: {escape(value)}[/]")
    if in_full and issue.rows is not None:
        console.print(f"  [dim]rows: {escape(described(issue.rows))}[/]")
    if issue.remedy:
        console.print(f"  [dim]→ {escape(issue.remedy)}[/]")


def print_data(results: Results, console: Console) -> None:
    """Print the account of every set, with its notes."""
    for data in results.manifest.data:
        account = escape(printable(account_sentence(data), 600))
        console.print(f"[bold]{escape(printable(data.name))}[/]: {account}. [dim]{label_sentence(data)}[/]")
        for note in data.notes:
            console.print(f"  [yellow]note[/] {escape(printable(note, 300))}")


def print_view(view: View, lines: int, console: Console, nouns: Nouns | None = None) -> None:
    """Print the first lines of a view and as many columns as fit, in the words of the data."""
    print_shown(shown_view(view, lines, nouns or Nouns()), console)


def print_shown(view: ShownView, console: Console) -> None:
    """Print a view that is text already, as many columns as fit."""
    table = RichTable(box=None, pad_edge=False, padding=(0, 2, 0, 1), header_style="dim")
    kept = fitting(view, console.width)
    for column in view.columns[:kept]:
        table.add_column(
            escape(column.heading), justify="right" if column.is_number else "left", no_wrap=True
        )
    for line in view.lines:
        table.add_row(*(escape(printable(cell.text, LONGEST_CELL)) for cell in line.cells[:kept]))
    console.print(table)
    if view.total > len(view.lines):
        console.print(f"[dim] {fill('on_the_terminal.more_rows', rows=view.total - len(view.lines))}[/]")


def fitting(view: ShownView, width: int) -> int:
    """Return how many of the first columns fit into so many characters; at least one."""
    taken = 0
    for place, column in enumerate(view.columns):
        cells = (len(printable(line.cells[place].text, LONGEST_CELL)) for line in view.lines)
        taken += max([len(column.heading), *cells]) + _GAP
        if taken > width and place:
            return place
    return len(view.columns)


def print_end(results: Results, console: Console) -> None:
    """Print where the run was written, if it was."""
    path = getattr(getattr(results, "run", None), "path", None)
    if isinstance(path, Path):
        console.print(f"\n[dim]Written to {escape(printable(str(path), 300))}: open report.html[/]")
