"""What `make` wrote, on the terminal: the parts of a split, and the audit's gains before and after."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table as RichTable

from rightreasons.numbers import NOTHING, count, percent
from rightreasons.printable import pasteable, printable
from rightreasons.reports.console import terminal
from rightreasons.reports.folding import folded
from rightreasons.sentences.kinds import written
from rightreasons.statistics.results import Estimate, Interval

_WIDEST = 100
_LONGEST = 200
_LONGEST_NOTE = 400


def print_parts(made: Mapping[str, Any], console: Console | None = None) -> None:
    """Print rows, shares, components and labels of every part of a split."""
    console = console or terminal()
    parts: Mapping[str, Mapping[str, Any]] = made["counts"]["parts"]
    labels = dict.fromkeys(label for each in parts.values() for label in each["labels"])
    table = _table("part", "rows", "share", "asked", "components", *labels)
    for name, each in parts.items():
        shares = (percent(each[which]) for which in ("share", "asked"))
        numbers = (count(each["labels"].get(label)) for label in labels)
        table.add_row(name, count(each["rows"]), *shares, count(each["components"]), *numbers)
    console.print(table)


def print_notes(notes: Sequence[str], others: Mapping[str, str], console: Console | None = None) -> None:
    """Print notes of a split, and other splits by their lines to paste with a note before each."""
    console = console or terminal()
    if notes or others:
        console.print()
    for note in notes:
        console.print(escape(printable(note, _LONGEST_NOTE)), highlight=False)
    for line, note in others.items():
        console.print(escape(printable(note, _LONGEST_NOTE)), highlight=False)
        console.print(f"    {escape(folded(pasteable(line), console, 4))}", soft_wrap=True, highlight=False)


def print_before_and_after(audit: Mapping[str, Any], console: Console | None = None) -> None:
    """Print the gains of an audit of what was read and of what was written, side by side."""
    console = console or terminal()
    table = _table("", "before", "after", left=3)
    table.add_row("", *(_sets(audit[when]) for when in ("before", "after")))
    for each in audit["figures"]:
        cells = (_cell(each["kind"], each[when]) for when in ("before", "after"))
        table.add_row(escape(printable(each["title"], _LONGEST)), *map(escape, cells))
    console.print(table, width=min(console.width, _WIDEST))


def _table(*headings: str, left: int = 1) -> RichTable:
    table = RichTable(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for place, heading in enumerate(headings):
        table.add_column(escape(printable(heading)), justify="left" if place < left else "right")
    return table


def _sets(described: Mapping[str, Mapping[str, Any]]) -> str:
    return "\n".join(_set_lines(described))


def _set_lines(described: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    for role, each in described.items():
        name = escape(printable(each["name"], 40))
        yield f"{'scored on ' if role == 'test' else ''}{name}, {count(each['rows'])} rows"


def _cell(kind: str, stored: Mapping[str, Any]) -> str:
    """Return a figure with its bounds and n beneath it; of one that is not there the reason."""
    interval = stored["interval"]
    estimate = Estimate(**{**stored, "interval": None if interval is None else Interval(**interval)})
    if estimate.value is None:
        return f"{NOTHING}\n{printable(str(estimate.reason), _LONGEST)}"
    value, beneath = written(kind, replace(estimate, interval=None)), f"of {count(estimate.n)}"
    if estimate.interval is not None:
        beneath = written("bounds_signed" if kind.startswith("points") else "bounds", estimate)
    return f"{value}\n{beneath}"
