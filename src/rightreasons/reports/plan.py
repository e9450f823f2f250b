"""What a probe would ask, on the terminal, before it is begun."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table as RichTable

from rightreasons.numbers import count, significant
from rightreasons.printable import printable
from rightreasons.reports.console import terminal

_COLUMNS = {
    "part": "part",
    "pairs": "items",
    "asked": "asked",
    "input_tokens": "tokens read",
    "output_tokens": "tokens written",
    "cost": "cost",
}


def print_plan(rows: Sequence[Mapping[str, Any]], console: Console | None = None) -> None:
    """Print what every part of a probe would ask, and the sum."""
    console = console or terminal()
    shown = [name for name in _COLUMNS if any(row[name] is not None for row in rows)]
    table = RichTable(box=None, pad_edge=False, padding=(0, 2, 0, 1), header_style="dim")
    for name in shown:
        table.add_column(_COLUMNS[name], justify="left" if name == "part" else "right", no_wrap=True)
    for row in rows:
        table.add_row(*(_cell(row[name]) for name in shown))
    sums = {name: sum(row[name] or 0 for row in rows) for name in shown if name != "part"}
    table.add_row("in all", *(_cell(value) for value in sums.values()), style="bold")
    console.print(table)
    console.print("[dim]Nothing was asked. Pairs that stand in several parts are asked once.[/]")
    if "input_tokens" in shown:
        console.print("[dim]Tokens are estimated, see `rightreasons.predictors.llm.costs`.[/]")


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return significant(value, 4)
    return count(value) if isinstance(value, int) else escape(printable(str(value)))
