"""What a reproduction would train, on the terminal."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Protocol

from rich.console import Console
from rich.markup import escape
from rich.table import Table as RichTable

from rightreasons.printable import printable


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
