"""A probe on one screen: the verdict first, then accuracy where the heuristics are right and where wrong."""

from collections.abc import Iterator, Mapping

from rich.console import Console
from rich.markup import escape
from rich.table import Table as RichTable

from rightreasons.findings import Cell, Finding, Table
from rightreasons.printable import printable
from rightreasons.reports.console import print_data, print_end, print_table, terminal
from rightreasons.reports.results import Results, shown_estimate

_RULE_ROWS = 6
Row = Mapping[str, Cell]


def print_probe(probe: Results, console: Console | None = None) -> None:
    """Print verdict, tables by group, and notes of every challenge."""
    console = console or terminal()
    for finding in probe.findings:
        console.print(f"[bold]{escape(printable(finding.headline, 600))}[/]\n")
        tables = [finding.tables[name] for name in ("by_heuristic", "by_subcase") if name in finding.tables]
        for table in tables:
            console.print(_accuracies(table))
            console.print()
        if not tables:
            _print_figures(finding, console)
        if "collapse_rules" in finding.tables:
            console.print(escape(finding.tables["collapse_rules"].title))
            print_table(finding.tables["collapse_rules"], _RULE_ROWS, console)
        for note in finding.notes:
            console.print(f"[dim]- {escape(printable(note, 600))}[/]")
        console.print()
    print_data(probe, console)
    print_end(probe, console)


def _accuracies(table: Table) -> RichTable:
    group = table.columns[0]
    shown = RichTable(box=None, pad_edge=False, padding=(0, 2, 0, 1), header_style="dim")
    shown.add_column(escape(printable(group)), no_wrap=True)
    shown.add_column("gold label", no_wrap=True)
    headings = ["n", "accuracy (items)"]
    # Of a subcase with one template nothing can be said; the report has what there is.
    by_template = group == "heuristic" and "template_low" in table.columns
    headings += ["(whole templates)"] if by_template else []
    headings += ["100 BERTs (least to most)"] if "bert_mean" in table.columns else []
    for heading in headings:
        shown.add_column(heading, justify="right", no_wrap=True)
    for cells in table.rows:
        row = dict(zip(table.columns, cells, strict=True))
        names = (escape(printable(str(row[name]))) for name in (group, "label"))
        shown.add_row(*names, f"{row['n']:,}", *_figures(row, by_template=by_template))
    return shown


def _figures(row: Row, *, by_template: bool) -> Iterator[str]:
    yield f"{_percent(row['accuracy'])} ({_percent(row['low'])} to {_percent(row['high'])})"
    if by_template:
        yield f"({_percent(row['template_low'])} to {_percent(row['template_high'])})"
    if "bert_mean" in row:
        yield f"{_percent(row['bert_mean'])} ({_percent(row['bert_min'])} to {_percent(row['bert_max'])})"


def _percent(cell: Cell) -> str:
    return f"{100 * cell:.1f}" if isinstance(cell, int | float) else "–"


def _print_figures(finding: Finding, console: Console) -> None:
    shown = RichTable(box=None, pad_edge=False, padding=(0, 2, 0, 1), header_style="dim")
    for heading in ("figure", "n", "value"):
        shown.add_column(heading, justify="left" if heading == "figure" else "right", no_wrap=True)
    for name, figure in finding.figures.items():
        shown.add_row(escape(printable(name)), f"{figure.n:,}", escape(shown_estimate(figure)))
    console.print(shown)
