"""Parts of what every command shows on the terminal: issues, data with accounts, views."""

from collections import Counter

from rich.console import Console
from rich.markup import escape
from rich.table import Table as RichTable

from rightreasons.findings import View
from rightreasons.pairs import Nouns
from rightreasons.printable import printable
from rightreasons.reports.folding import folded
from rightreasons.reports.judged import JudgedIssue, judged_issues
from rightreasons.reports.results import Results, account_sentence, label_sentence
from rightreasons.reports.typed import Typed
from rightreasons.reports.views import ShownView, described, shown_view
from rightreasons.sentences.templates import fill

WIDTH_WITHOUT_TERMINAL = 120
LONGEST_CELL = 48
_GAP = 3
_BENEATH = "  "
_NOTES = 3
_SAID_ELSEWHERE = ("V401", "V402")
"""Notes that the headline says, or the list of what was not tested beneath it."""
COLOURS = {"blocker": "bold red", "severe": "red", "warning": "yellow", "note": "dim"}


class _Terminal(Console):
    """A console that leaves it to the command what it means that nobody reads on: rich would exit with 1."""

    def on_broken_pipe(self) -> None:
        """Raise `BrokenPipeError`."""
        raise BrokenPipeError


def terminal() -> Console:
    """Return a console on standard output that prints texts as they are; of a fixed width if no terminal."""
    console = _Terminal(highlight=False, emoji=False)  # rich reads the model `py:m:f` as py, a sign, f
    if console.is_terminal:
        return console
    return _Terminal(highlight=False, emoji=False, width=WIDTH_WITHOUT_TERMINAL)


def print_issues(results: Results, console: Console, typed: Typed | None = None) -> None:
    """Print what is wrong, the worst first: blockers in full, of notes the first few."""
    issues = judged_issues(results, typed)
    for issue in issues:
        if issue.severity != "note":
            _print_issue(issue, console)
    shown = [each for each in issues if each.severity == "note" and each.code not in _SAID_ELSEWHERE]
    for issue in shown[:_NOTES]:
        _print_issue(issue, console)
    counted = [each for each in issues if each.severity == "note" and each not in shown[:_NOTES]]
    notes = Counter(issue.code for issue in counted)
    if notes:
        codes = ", ".join(code if times == 1 else f"{times} times {code}" for code, times in notes.items())
        where = "with --json, or in the report that -o DIR writes"
        console.print(f"[dim]note: {notes.total()} more ({codes}), in full {where}[/]")


def _print_issue(issue: JudgedIssue, console: Console) -> None:
    in_full = issue.severity == "blocker"
    allowed = " (allowed)" if issue.is_allowed else ""
    named = f"[{COLOURS[issue.severity]}]{issue.severity} {escape(issue.code)}{allowed}[/]"
    console.print(f"{named} [bold]{escape(issue.name)}[/]: {escape(issue.sentence)}")
    for name, value in issue.figures if in_full else ():
        console.print(f"  [dim]{escape(name)}: {escape(value)}[/]")
    if in_full and issue.rows is not None:
        console.print(f"  [dim]rows: {escape(described(issue.rows))}[/]")
    if issue.remedy:
        console.print(f"  [dim]→ {escape(issue.remedy)}[/]")
    if issue.command:
        console.print(f"  [dim]→[/] {escape(folded(issue.command, console, 4))}", soft_wrap=True)


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
    """Print a view that is text already, as many columns as fit: beneath what names a line if far more do."""
    kept, names = fitting(view, console.width), view.names
    numbers = view.behind(names)
    beneath = fitting(numbers, console.width - len(_BENEATH)) if numbers.columns else 0
    if names and beneath >= 2 * max(kept - names, 1):
        kept = names + beneath
        _print_beneath(view, numbers.first(beneath), console)
    else:
        console.print(_table(view.first(kept)))
    if kept < len(view.columns):
        left_out = ", ".join(column.heading for column in view.columns[kept:])
        console.print(f"[dim] {escape(fill('first_screen.left_out', columns=left_out))}[/]")
    if view.total > len(view.lines):
        console.print(f"[dim] {fill('on_the_terminal.more_rows', rows=view.total - len(view.lines))}[/]")


def _table(view: ShownView) -> RichTable:
    table = RichTable(box=None, pad_edge=False, padding=(0, 2, 0, 1), header_style="dim")
    for column in view.columns:
        table.add_column(
            escape(column.heading), justify="right" if column.is_number else "left", no_wrap=True
        )
    for line in view.lines:
        table.add_row(*(escape(printable(cell.text, LONGEST_CELL)) for cell in line.cells))
    return table


def _print_beneath(view: ShownView, numbers: ShownView, console: Console) -> None:
    """Print each line of numbers beneath the texts that name it."""
    room = console.options.update_width(console.width - len(_BENEATH))
    lines = console.render_lines(_table(numbers), room, pad=False)
    written = [_BENEATH + "".join(segment.text for segment in line).rstrip() for line in lines]
    named = [
        ", ".join(printable(each.text, LONGEST_CELL) for each in line.cells[: view.names])
        for line in view.lines
    ]
    console.print(f"[dim]{escape(written[0])}[/]")
    for name, own in zip(named, written[1:], strict=True):
        console.print(escape(name), overflow="ellipsis", no_wrap=True)
        console.print(escape(own))


def fitting(view: ShownView, width: int) -> int:
    """Return how many of the first columns fit into so many characters; at least one."""
    taken = 0
    for place, column in enumerate(view.columns):
        cells = (len(printable(line.cells[place].text, LONGEST_CELL)) for line in view.lines)
        taken += max([len(column.heading), *cells]) + _GAP
        if taken > width and place:
            return place
    return len(view.columns)
