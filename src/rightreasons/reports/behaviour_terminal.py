"""Behaviour analysis on one screen: what it comes to, accuracy as in Table 1 of Sanchez et al., the tests."""

from collections.abc import Iterable, Mapping

from rich.console import Console
from rich.markup import escape
from rich.table import View as RichTable

from rightreasons.findings import Cell, Finding, View
from rightreasons.printable import printable
from rightreasons.reports.console import terminal

_SUBSETS = {
    "whole": "whole sample",
    "gold_changed": "gold label changes",
    "unseen": "unseen word pairs",
    "polarity_differs": "polarity ≠ gold",
}
_FACTORS = {
    "control": "control and transformed",
    "insensitivity": "insensitivity",
    "unseen": "unseen pairs",
    "polarity": "polarity",
    "polarity_by_gold": "polarity, within gold",
}
_MEASURES = ("behaviour", "insensitivity", "unseen_pairs", "polarity")
Row = Mapping[str, Cell]


def print_behaviour(findings: Iterable[Finding], console: Console | None = None) -> None:
    """Print headlines, accuracies, tests and notes of `rightreasons.challenges.swaps.analysis.analyse`.

    Other findings are left out.
    """
    console = console or terminal()
    found = [finding for finding in findings if finding.measure in _MEASURES]
    for finding in found:
        console.print(f"[bold]{escape(printable(finding.headline, 600))}[/]")
    for finding in found:
        if finding.measure == "behaviour":
            console.print("\nAccuracy in per cent, with bounds of 95 %, and instances")
            console.print(_accuracies(finding.views["accuracy"]))
            console.print(f"\nTests, {finding.settings['definition']}, level {finding.settings['level']:g}")
            console.print(_tests(finding.views["tests"]))
    for note in dict.fromkeys(note for finding in found for note in finding.notes):
        console.print(f"[dim]- {escape(printable(note, 600))}[/]")


def _accuracies(table: View) -> RichTable:
    shown = _empty()
    for heading in ("set", *_SUBSETS.values()):
        shown.add_column(heading, justify="left" if heading == "set" else "right", no_wrap=True)
    cells: dict[Cell, dict[Cell, Row]] = {}
    for row in _rows(table):
        cells.setdefault(row["set"], {})[row["subset"]] = row
    for name, subsets in cells.items():
        shown.add_row(str(name), *(_accuracy(subsets.get(subset)) for subset in _SUBSETS))
    return shown


def _accuracy(row: Row | None) -> str:
    if row is None or not row["n"]:
        return "–"
    return f"{_percent(row['accuracy'])} ({_percent(row['low'])}–{_percent(row['high'])}) {row['n']:>4,}"


def _tests(table: View) -> RichTable:
    shown = _empty()
    for heading in ("set", "factor", "test"):
        shown.add_column(heading, no_wrap=heading != "test")
    for heading in ("statistic", "p", "Holm", "effect", ""):
        shown.add_column(heading, justify="right", no_wrap=True)
    for row in _rows(table):
        factor = _FACTORS[str(row["factor"])]
        if row["p"] is None:
            shown.add_row(str(row["set"]), factor, f"[dim]{escape(str(row['reason']))}[/]")
            continue
        freedom = f" ({row['degrees_of_freedom']})" if row["degrees_of_freedom"] else ""
        statistic = f"{row['statistic']:.2f}{freedom}" if row["statistic"] is not None else "–"
        effect = f"{row['effect']} {row['size']:.2f}".replace("_", " ") if row["size"] is not None else "–"
        below = "below" if row["below_level"] else ""
        test = str(row["test"])
        shown.add_row(str(row["set"]), factor, test, statistic, _p(row["p"]), _p(row["holm"]), effect, below)
    return shown


def _rows(table: View) -> Iterable[Row]:
    return (dict(zip(table.columns, cells, strict=True)) for cells in table.rows)


def _empty() -> RichTable:
    return RichTable(box=None, pad_edge=False, padding=(0, 2, 0, 1), header_style="dim")


def _percent(cell: Cell) -> str:
    return f"{100 * cell:.1f}" if isinstance(cell, int | float) else "–"


def _p(cell: Cell) -> str:
    if not isinstance(cell, int | float):
        return "–"
    return f"{cell:.4f}" if cell >= 0.001 else f"{cell:.1e}"
