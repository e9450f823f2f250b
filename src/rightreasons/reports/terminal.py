"""A result on one screen, whatever command made it: the verdict, the data, then each finding in brief."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table as RichTable

from rightreasons.findings import Finding, View
from rightreasons.gates.checks import Check, passes
from rightreasons.pairs import Nouns
from rightreasons.printable import printable
from rightreasons.reports.results import (
    LONGEST_SENTENCE,
    JudgedIssue,
    Results,
    account_sentence,
    applying,
    judged_issues,
    label_sentence,
    reason_of,
    shown_estimate,
    spoilt_by,
    title_of,
)
from rightreasons.reports.viewer.pages import DATASETS, Named, table_of
from rightreasons.reports.views import ShownView, described, shown_figures, shown_view

# Parts of what every command shows on the terminal: verdict, data with accounts, views, where a run is.


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
        console.print(f"[dim] {view.total - len(view.lines):,} more rows in the report (-o DIR)[/]")


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


# A result on one screen, whatever command made it: the verdict, the data, then each finding in brief.


_LONGEST = 600
_FIGURE_COLUMNS = 3  # its name, its value, n; how the interval was made stands in the report


@dataclass(frozen=True)
class Extent:
    """How much of each finding is printed.

    Parameters
    ----------
    lines
        The most lines of a view.
    figures
        The most figures of the whole, beside those in the view.
    views
        The most views.
    has_notes
        Whether notes on how to read figures are printed, each once.
    """

    lines: int
    figures: int = 0
    views: int = 1
    has_notes: bool = True


MEASURES = Extent(lines=3, has_notes=False)
"""Of an audit, which has many findings."""
PROBES = Extent(lines=12, figures=6)
EVERYTHING = Extent(lines=40, views=100)
"""Of results with few findings: comparisons, trainings, sheets."""


def print_results(results: Results, extent: Extent, console: Console | None = None) -> None:
    """Print a result: the verdict first, and no figure that it spoils."""
    console = console or terminal()
    for missing in getattr(results, "incomplete", ()):
        console.print(f"[bold red]Incomplete:[/] {escape(printable(missing, _LONGEST))}")
    if results.manifest.bundled:
        console.print(
            "[dim]No DATA given: this is the bundled corpus, which rightreasons makes itself, with planted "
            "artifacts.\nYours: rightreasons audit FILE \\[--test FILE][/]"
        )
    print_verdict(results, console)
    console.print()
    print_data(results, console)
    for run in results.manifest.runs:
        console.print(f"[dim]{escape(printable(run.name, 60))}: {escape(printable(str(run.model), 60))}[/]")
    shown = applying(results.findings)
    for finding in shown:
        _print_finding(results, finding, extent, console)
    for row in getattr(results, "evidence", ()):
        _print_evidence(row, console)
    _print_notes(shown if extent.has_notes else (), console)
    _print_missing(results, console)
    print_end(results, console)


def print_audits(audits: Sequence[Results], console: Console | None = None) -> None:
    """Print one audit in full, or several as one table with a row each (Poliak et al. 2018, Table 2)."""
    console = console or terminal()
    if len(audits) == 1:
        print_results(audits[0], MEASURES, console)
        return
    for audit in audits:
        print_data(audit, console)
        print_verdict(audit, console)
        console.print()
    named = [Named(audit, title_of(audit.manifest)) for audit in audits]
    table = table_of(DATASETS, named)
    if table.rows:
        print_shown(table.view(), console)
    for audit in audits:
        print_end(audit, console)


def _print_finding(results: Results, finding: Finding, extent: Extent, console: Console) -> None:
    console.print(f"\n[bold cyan]{escape(printable(finding.name))}[/]", end=" ")
    issue = spoilt_by(results, finding)
    if issue is not None:
        console.print(f"[red]no result:[/] [dim]{escape(reason_of(issue))}[/]")
        return
    console.print(escape(printable(finding.headline, _LONGEST)))
    whole = [name for name, each in finding.figures.items() if not each.group and each.value is not None]
    if extent.figures and whole:
        figures = {name: finding.figures[name] for name in whole[: extent.figures]}
        print_shown(shown_figures(finding, figures).first(_FIGURE_COLUMNS), console)
    grouped = {f"by_{group}" for group in results.manifest.options.get("group-by") or ()}
    filled = [name for name, view in finding.views.items() if view.lines]
    views = [finding.views[name] for at, name in enumerate(filled) if at < extent.views or name in grouped]
    for view in views:
        if len(views) > 1 or extent.figures:
            console.print(f"[dim]{escape(printable(view.title, 200))}[/]")
        print_view(view, extent.lines, console, results.manifest.nouns)


def _print_evidence(row: Mapping[str, str | None], console: Console) -> None:
    shown = {name: escape(printable(text or "–", 400)) for name, text in row.items()}
    measured = f"{shown['measure']}.{shown['figure']}"
    console.print(f"[dim]{measured}[/] {shown['id']} [bold]{shown['label']}[/]")
    console.print(f"  {shown['premise']}\n  {shown['hypothesis']}")


def _print_notes(findings: Sequence[Finding], console: Console) -> None:
    notes = dict.fromkeys(note for finding in findings for note in finding.notes)
    if notes:
        console.print()
    for note in notes:
        console.print(f"[dim]- {escape(printable(note, _LONGEST))}[/]")


def _print_missing(results: Results, console: Console) -> None:
    for each in results.not_measured:
        shown = escape(printable(f"{each.name}: not measured: {each.why}", _LONGEST))
        console.print(f"[dim]{shown}[/]")


# A gate on one screen: passed or failed first, then what was required and observed, failures on top.


_HELD_ROWS = 40
_LONGEST_NAME = 60
_GATE_TERMINAL_COLOURS = {"held": "green", "waived": "yellow"}


def print_gate(gate: Results, checks: Sequence[Check], console: Console | None = None) -> None:
    """Print the verdict, a row a check, reasons of what does not hold or is waived, and warnings."""
    console = console or terminal()
    colour = "green" if passes(checks) else "red"
    console.print(f"[bold {colour}]{escape(printable(gate.findings[0].headline, 600))}[/]\n")
    failed = [check for check in checks if not check.holds]
    held = [check for check in checks if check.holds]
    console.print(_table([*failed, *held[:_HELD_ROWS]], several=len({check.run for check in checks}) > 1))
    if len(held) > _HELD_ROWS:
        console.print(f"[dim] {len(held) - _HELD_ROWS:,} more rows hold (-o DIR, --json)[/]")
    console.print()
    for check in [*failed, *(check for check in held if check.verdict == "waived")]:
        name = escape(printable(check.name or str(check.requirement), 200))
        about = f" ({escape(printable(check.subject, 120))})" if check.subject else ""
        colour = _GATE_TERMINAL_COLOURS.get(check.verdict, "red")
        console.print(f"[{colour}]{check.verdict}[/] {name}{about}: {escape(printable(check.reason, 600))}")
    for note in gate.findings[0].notes:
        console.print(f"[yellow]warning[/] {escape(printable(note, 600))}")
    print_end(gate, console)


def _table(checks: Sequence[Check], *, several: bool) -> RichTable:
    table = RichTable(box=None, pad_edge=False, padding=(0, 2, 0, 1), header_style="dim")
    for heading in ("verdict", "required", "figure", *(["run"] if several else [])):
        table.add_column(heading, overflow="fold")
    for heading in ("observed", "n"):
        table.add_column(heading, justify="right", no_wrap=True)
    for check in checks:
        observed = check.observed
        texts = (str(check.requirement), check.name or "–", *([check.run] if several else []))
        table.add_row(
            f"[{_GATE_TERMINAL_COLOURS.get(check.verdict, 'red')}]{check.verdict}[/]",
            *(escape(printable(text, _LONGEST_NAME)) for text in texts),
            "–" if observed is None else escape(_observed(check)),
            "–" if observed is None else f"{observed.n:,}",
        )
    return table


def _observed(check: Check) -> str:
    observed = check.observed
    return "–" if observed is None or observed.value is None else shown_estimate(observed)
