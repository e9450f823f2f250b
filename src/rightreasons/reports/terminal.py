"""A result on one screen, whatever command made it: data, findings in brief, issues, and the verdict last."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.markup import escape

from rightreasons.findings import Finding
from rightreasons.printable import printable
from rightreasons.reports.console import (
    print_data,
    print_issues,
    print_shown,
    print_view,
    terminal,
)
from rightreasons.reports.end_of_result import print_end, print_verdict
from rightreasons.reports.judged import applying, invalidated_by, reason_of
from rightreasons.reports.results import Results
from rightreasons.reports.typed import Typed
from rightreasons.reports.views import shown_figures

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
DRAWN = frozenset({"thresholds", "curves", "map"})
"""Views that are the points of a curve, which nobody reads line by line."""
"""Of results with few findings: comparisons, trainings, sheets."""


def print_results(
    results: Results, extent: Extent, console: Console | None = None, typed: Typed | None = None
) -> None:
    """Print a result: findings, issues, then what it amounts to; no figure that a blocker invalidates."""
    console = console or terminal()
    has_issues = bool(results.verdict.issues)  # asked for first: what is wrong with a rule ends here
    for missing in getattr(results, "incomplete", ()):
        console.print(f"[bold red]Incomplete:[/] {escape(printable(missing, _LONGEST))}")
    if results.manifest.bundled:
        console.print(
            "[dim]No DATA given: this is the bundled corpus, which rightreasons makes itself, with planted "
            "artifacts.\nYours: rightreasons audit FILE \\[--test FILE][/]"
        )
    print_data(results, console)
    for run in results.manifest.runs:
        console.print(f"[dim]{escape(printable(run.name, 60))}: {escape(printable(str(run.model), 60))}[/]")
    shown = applying(results.findings)
    for finding in shown:
        _print_finding(results, finding, extent, console)
    for row in _each_once(getattr(results, "evidence", ())):
        _print_evidence(row, console)
    _print_notes(shown if extent.has_notes else (), console)
    if has_issues:
        console.print()
        print_issues(results, console, typed)
    console.print()
    print_verdict(results, console, typed)
    print_end(results, console)


def _print_finding(results: Results, finding: Finding, extent: Extent, console: Console) -> None:
    name = f"\n[bold cyan]{escape(printable(finding.name))}[/]"
    issue = invalidated_by(results, finding)
    if issue is not None:
        console.print(f"{name} [red]no result:[/] [dim]{escape(reason_of(issue))}[/]")
        return
    console.print(f"{name} {escape(printable(finding.headline, _LONGEST))}")
    whole = [name for name, each in finding.figures.items() if not each.group and each.value is not None]
    if extent.figures and whole:
        figures = {name: finding.figures[name] for name in whole[: extent.figures]}
        print_shown(shown_figures(finding, figures).first(_FIGURE_COLUMNS), console)
    grouped = set(results.manifest.options.get("group-by") or ())
    filled = [view for name, view in finding.views.items() if view.lines and name not in DRAWN]
    views = [
        view for at, view in enumerate(filled) if at < extent.views or grouped & set(view.items.values())
    ]
    for view in views:
        if len(views) > 1 or extent.figures:
            console.print(f"[dim]{escape(printable(view.title, 200))}[/]")
        print_view(view, extent.lines, console, results.manifest.nouns)


def _each_once(evidence: Iterable[Mapping[str, str | None]]) -> Iterator[Mapping[str, str | None]]:
    """Yield the rows behind figures of a measure, each at its first figure; an id alone shows nothing."""
    seen = set()
    for row in evidence:
        key = tuple(row[name] for name in ("measure", "subject", "set", "id"))
        if key not in seen and (row["premise"] is not None or row["hypothesis"] is not None):
            seen.add(key)
            yield row


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
