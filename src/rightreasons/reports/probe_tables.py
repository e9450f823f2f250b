"""Tables of a probe on the terminal: accuracy by group, the controls, figures below and beside each other."""

from collections.abc import Iterator, Mapping, Sequence

from rich.markup import escape
from rich.table import View as RichTable

from rightreasons.findings import Cell, Finding, View
from rightreasons.printable import printable
from rightreasons.reports.results import shown_estimate

Row = Mapping[str, Cell]


def accuracies(table: View, rows: int | None = None) -> RichTable:
    """Return accuracy by group and gold label, with the intervals that are there.

    Parameters
    ----------
    table
        The group first, then ``label``, ``n``, ``accuracy``, ``low``, ``high``.
    rows
        The most rows that are shown; None: all.
    """
    group = table.columns[0]
    shown = _empty()
    shown.add_column(escape(printable(group)), no_wrap=True)
    shown.add_column("gold label", no_wrap=True)
    headings = ["n", "accuracy (items)"]
    # Of a subcase with one template nothing can be said; the report has what there is.
    by_template = group == "heuristic" and "template_low" in table.columns
    headings += ["(whole templates)"] if by_template else []
    headings += ["100 BERTs (least to most)"] if "bert_mean" in table.columns else []
    for heading in headings:
        shown.add_column(heading, justify="right", no_wrap=True)
    for row in _rows(table)[:rows]:
        names = (escape(printable(str(row[name]))) for name in (group, "label"))
        shown.add_row(*names, f"{row['n']:,}", *_figures(row, by_template=by_template))
    if rows is not None and len(table.rows) > rows:
        shown.add_row(f"[dim]{len(table.rows) - rows:,} more in the report[/]")
    return shown


def controls_table(table: View) -> RichTable:
    """Return accuracy under every control beside the normal run."""
    shown = _empty()
    for heading in ("control", "n", "normal", "control", "difference (points)", "p (Holm)", "changed"):
        right = heading not in ("control",) or len(shown.columns) > 0
        shown.add_column(heading, justify="right" if right else "left", no_wrap=True)
    for row in _rows(table):
        name = escape(str(row["control"]).replace("_", " "))
        if not row["n"]:
            shown.add_row(name, "0", f"[dim]{escape(printable(str(row['what'])))}[/]")
            continue
        points = f"{_signed(row['difference'])} ({_signed(row['difference_low'])} to "
        shown.add_row(
            name,
            f"{row['n']:,}",
            _percent(row["normal"]),
            _percent(row["accuracy"]),
            f"{points}{_signed(row['difference_high'])})",
            _p_value(row["p_holm"]),
            _percent(row["changed"]),
        )
    return shown


def estimates(finding: Finding, names: Sequence[str]) -> RichTable:
    """Return figures below each other, with n and interval."""
    shown = _empty()
    for heading in ("figure", "n", "value"):
        shown.add_column(heading, justify="left" if heading == "figure" else "right", no_wrap=True)
    for name in names:
        figure = finding.figures[name]
        shown.add_row(escape(printable(name)), f"{figure.n:,}", escape(shown_estimate(figure)))
    return shown


def wide_table(finding: Finding, names: Sequence[str]) -> RichTable:
    """Return figures beside each other."""
    shown = _empty()
    for name in names:
        shown.add_column(escape(name.replace("_", " ")), justify="right", no_wrap=True)
    shown.add_row(*(escape(shown_estimate(finding.figures[name])) for name in names))
    return shown


def _empty() -> RichTable:
    return RichTable(box=None, pad_edge=False, padding=(0, 2, 0, 1), header_style="dim")


def _rows(table: View) -> list[dict[str, Cell]]:
    return [dict(zip(table.columns, cells, strict=True)) for cells in table.rows]


def _figures(row: Row, *, by_template: bool) -> Iterator[str]:
    yield f"{_percent(row['accuracy'])} ({_percent(row['low'])} to {_percent(row['high'])})"
    if by_template:
        yield f"({_percent(row['template_low'])} to {_percent(row['template_high'])})"
    if "bert_mean" in row:
        yield f"{_percent(row['bert_mean'])} ({_percent(row['bert_min'])} to {_percent(row['bert_max'])})"


def _percent(cell: Cell) -> str:
    return f"{100 * cell:.1f}" if isinstance(cell, int | float) else "–"


def _signed(cell: Cell) -> str:
    if not isinstance(cell, int | float):
        return "–"
    shown = f"{100 * cell:+.1f}"
    return "0.0" if shown in ("-0.0", "+0.0") else shown


def _p_value(cell: Cell) -> str:
    if not isinstance(cell, int | float):
        return "–"
    return f"{cell:.3f}" if cell >= 0.001 else f"{cell:.0e}"
