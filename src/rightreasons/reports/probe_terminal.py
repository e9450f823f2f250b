"""A probe on one screen: what it comes to, then each finding as briefly as it can be read."""

from collections.abc import Callable, Mapping

from rich.console import Console
from rich.markup import escape

from rightreasons.findings import Finding, View
from rightreasons.printable import printable
from rightreasons.reports.behaviour_terminal import print_behaviour
from rightreasons.reports.console import print_data, print_end, print_table, terminal
from rightreasons.reports.probe_tables import accuracies, controls_table, estimates, wide_table
from rightreasons.reports.results import Results

_RULE_ROWS = 6
_GROUP_ROWS = 12
_BEHAVIOUR = ("behaviour", "insensitivity", "unseen_pairs", "polarity")
_WHERE = ("agree", "disagree", "none", "difference")
_GUARD = ("balanced_accuracy", "f1", "auroc", "calibration_error", "brier")


def print_probe(probe: Results, console: Console | None = None) -> None:
    """Print headline, tables and notes of every finding, each note once."""
    console = console or terminal()
    for missing in getattr(probe, "incomplete", ()):
        console.print(f"[bold red]Incomplete:[/] {escape(printable(missing, 600))}")
    notes: dict[str, None] = {}
    for finding in probe.findings:
        if finding.measure in _BEHAVIOUR:
            continue
        console.print(f"[bold]{escape(printable(finding.headline, 600))}[/]")
        _PRINTERS.get(finding.measure, _print_challenge)(finding, console)
        console.print()
        notes |= dict.fromkeys(finding.notes)
    print_behaviour(probe.findings, console)
    shown = {note for finding in probe.findings if finding.measure in _BEHAVIOUR for note in finding.notes}
    for note in (each for each in notes if each not in shown):
        console.print(f"[dim]- {escape(printable(note, 600))}[/]")
    for name, reason in probe.not_measured.items():
        console.print(f"[yellow]not measured[/] {escape(printable(name))}: {escape(printable(reason, 600))}")
    console.print()
    print_data(probe, console)
    print_end(probe, console)


def _print_challenge(finding: Finding, console: Console) -> None:
    by_hans = [finding.views[name] for name in ("by_heuristic", "by_subcase") if name in finding.views]
    by_group = [table for name, table in finding.views.items() if name.startswith("by_")]
    if by_hans:
        for table in by_hans:
            console.print(accuracies(table))
    else:
        console.print(estimates(finding, _overall(finding)))
        for table in (each for each in by_group if _is_named(each, finding)):
            console.print(escape(table.title))
            console.print(accuracies(table, _GROUP_ROWS))
    if "collapse_rules" in finding.views:
        console.print(escape(finding.views["collapse_rules"].title))
        print_table(finding.views["collapse_rules"], _RULE_ROWS, console)


def _is_named(table: View, finding: Finding) -> bool:
    """Whether the cells of a table are figures with a name; the other groups stand in the report."""
    return bool(table.rows) and f"{table.rows[0][0]}.{table.rows[0][1]}" in finding.figures


def _overall(finding: Finding) -> tuple[str, ...]:
    """Return the figures of the whole challenge: those of groups stand in tables."""
    first = ("accuracy", "unanswered", "accuracy_unanswered_wrong", "collapse_rules_differ")
    return tuple(name for name in finding.figures if name in first or name.startswith("all."))


def _print_controls(finding: Finding, console: Console) -> None:
    console.print(controls_table(finding.views["by_control"]))


def _print_guard(finding: Finding, console: Console) -> None:
    known = tuple(name for name in _GUARD if finding.figures[name].value is not None)
    console.print(wide_table(finding, known))


def _print_figures(finding: Finding, console: Console) -> None:
    console.print(estimates(finding, tuple(finding.figures)))


def _print_agreement(finding: Finding, console: Console) -> None:
    kinds = tuple(f"{kind}.{where}" for kind in ("words", "patterns") for where in _WHERE)
    console.print(estimates(finding, tuple(name for name in kinds if finding.figures[name].n)))


def _print_nothing(finding: Finding, console: Console) -> None:
    """Print no more: the headline says it all."""


_PRINTERS: Mapping[str, Callable[[Finding, Console], None]] = {
    "controls": _print_controls,
    "guard": _print_guard,
    "label_order": _print_nothing,
    "threshold": _print_nothing,
    "easy_hard_accuracy": _print_figures,
    "prompt_spread": _print_figures,
    "artifact_agreement": _print_agreement,
}
