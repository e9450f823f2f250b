"""An audit on one screen: the verdict first, then a table a measure."""

from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table as RichTable

from rightreasons.findings import Finding
from rightreasons.printable import printable
from rightreasons.reports.console import print_data, print_end, print_table, terminal
from rightreasons.reports.results import (
    Results,
    shown_estimate,
    shown_points,
    shown_value,
    verdict,
)

ROWS_SHOWN = 3
GROUPS_SHOWN = 12
GROUP_TABLES = "by_"


def print_audits(audits: Sequence[Results], console: Console | None = None) -> None:
    """Print one audit in full, or several as one table with a row each."""
    console = console or terminal()
    if len(audits) == 1:
        _print_audit(audits[0], console)
        return
    for audit in audits:
        print_data(audit, console)
    console.print(_baselines([finding for audit in audits for finding in audit.findings], by_data=True))
    for audit in audits:
        print_end(audit, console)


def _print_audit(audit: Results, console: Console) -> None:
    if audit.manifest["bundled"]:
        console.print(
            "[dim]No DATA given: this is the bundled corpus, which rightreasons makes itself, with planted "
            "artifacts.\nYours: rightreasons audit FILE \\[--test FILE][/]"
        )
    print_data(audit, console)
    console.print(f"\n[bold]{escape(printable(verdict(audit), 300))}[/]\n")
    baselines = [finding for finding in audit.findings if _is_baseline(finding)]
    if baselines:
        console.print(_baselines(baselines, by_data=False))
    for finding in audit.findings:
        _print_finding(finding, console)
    for row in getattr(audit, "evidence", ()):
        _print_evidence(row, console)
    for measure, reason in audit.not_measured.items():
        console.print(f"[dim]{measure}: not measured: {escape(printable(reason, 300))}[/]")
    print_end(audit, console)


def _print_finding(finding: Finding, console: Console) -> None:
    if _is_baseline(finding):
        for name, table in finding.views.items():
            if name.startswith(GROUP_TABLES):
                console.print(f"[bold cyan]{finding.measure}[/] {escape(printable(table.title, 120))}")
                print_table(table, GROUPS_SHOWN, console)
        return
    console.print(f"[bold cyan]{finding.measure}[/] {escape(printable(finding.headline, 300))}")
    for table in list(finding.views.values())[:1]:
        print_table(table, ROWS_SHOWN, console)


def _print_evidence(row: Mapping[str, str | None], console: Console) -> None:
    shown = {name: escape(printable(text or "–", 400)) for name, text in row.items()}
    console.print(f"[dim]{shown['measure']}.{shown['figure']}[/] {shown['id']} [bold]{shown['label']}[/]")
    console.print(f"  {shown['premise']}\n  {shown['hypothesis']}")


def _is_baseline(finding: Finding) -> bool:
    return {"accuracy", "majority", "gain"} <= set(finding.figures)


def _baselines(findings: Sequence[Finding], *, by_data: bool) -> RichTable:
    """Return the columns of Poliak et al. 2018, Table 2, a row a baseline or a dataset."""
    table = RichTable(box=None, pad_edge=False, padding=(0, 2, 0, 1), header_style="dim")
    table.add_column("data" if by_data else "baseline", overflow="fold")
    for heading in ("n", "accuracy", "majority", "own majority", "gain (points)", "gain %"):
        table.add_column(heading, justify="right", no_wrap=True)
    for finding in findings:
        if not _is_baseline(finding) or (by_data and finding.measure != "hypothesis_only"):
            continue
        name = finding.subject if by_data else _named(finding, findings)
        table.add_row(escape(printable(name, 60)), *_baseline_cells(finding))
    return table


def _baseline_cells(finding: Finding) -> tuple[str, ...]:
    figures = finding.figures
    return (
        f"{figures['accuracy'].n:,}",
        shown_estimate(figures["accuracy"]),
        shown_value(figures["majority"]),
        shown_value(figures["majority_own"]),
        shown_points(figures["gain"]),
        shown_value(figures["gain_percent"]),
    )


def _named(finding: Finding, findings: Sequence[Finding]) -> str:
    several = sum(each.measure == finding.measure for each in findings) > 1
    scored = finding.subject.rpartition(" -> ")[2]
    return f"{finding.measure}, {scored}" if several else finding.measure
