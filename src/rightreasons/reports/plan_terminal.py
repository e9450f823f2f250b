"""What has not been begun, on the terminal: questions of a probe, trainings of a reproduction."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from rich.console import Console
from rich.markup import escape
from rich.table import Table as RichTable

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


class Time(Protocol):
    """How long trainings will take, as `rightreasons.jobs.training.estimate.TimeEstimate` says."""

    @property
    def finished(self) -> int:
        """Models that are there already."""
        ...

    @property
    def workers(self) -> int:
        """How many are trained at once."""
        ...

    @property
    def hours(self) -> float:
        """Until all are done."""
        ...


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
        console.print("[dim]Tokens are estimated, see `rightreasons.predictors.llm.usage`.[/]")


def print_trainings(
    trainings: Sequence[tuple[str, str]],
    lacking: Mapping[str, str],
    time: Time,
    console: Console,
) -> None:
    """Print how many trainings there are by recipe and data, how long they take, and what cannot be trained.

    Parameters
    ----------
    trainings
        Recipe and training data of each.
    lacking
        Why a model cannot be trained.
    time
        How long those that are not finished take.
    console
        Where to.
    """
    table = RichTable(box=None, pad_edge=False, padding=(0, 2, 0, 1), header_style="dim")
    table.add_column("recipe", no_wrap=True)
    table.add_column("trained on", no_wrap=True)
    table.add_column("trainings", justify="right")
    for (recipe, data), count in Counter(trainings).items():
        table.add_row(escape(printable(recipe)), escape(printable(data)), f"{count:,}")
    console.print(table)
    there = f", {time.finished:,} finished" if time.finished else ""
    console.print(
        f"[bold]{len(trainings):,} trainings{there}; at most about {time.hours:,.1f} hours, "
        f"{time.workers} at once[/] [dim](probes not counted)[/]"
    )
    for reason, models in Counter(lacking.values()).items():
        console.print(f" [dim]{models} models not trained: {escape(printable(reason, 300))}[/]")


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:,.4g}"
    return f"{value:,}" if isinstance(value, int) else escape(printable(str(value)))
