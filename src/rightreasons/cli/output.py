"""What every command writes: bars of progress, JSON, or a finding as tables."""

import json
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from rightreasons.cli.terminal import errors
from rightreasons.engine.progress import NOW, Progress
from rightreasons.errors import BlockedError
from rightreasons.options import Option, OptionSet

if TYPE_CHECKING:
    from rightreasons.issues import Verdict  # it loads polars, which `--help` does without
    from rightreasons.runs.folder import Run


@dataclass(frozen=True)
class AsJson(OptionSet):
    """How the result of a command is shown."""

    as_json: Annotated[bool, Option("Pure JSON on standard output.", name="json")] = False


@dataclass(frozen=True)
class Output(AsJson):
    """Where the result of a command goes."""

    out: Annotated[Path | None, Option("Write the run to this folder.", short="-o")] = None


Folder = Annotated[Path, Option("Write to this folder.", name="out", short="-o")]


@contextmanager
def shown_progress() -> Iterator[Progress]:
    """Give a `Progress` that draws a bar a task on standard error; off a terminal it writes lines.

    What models and libraries print to standard output meanwhile goes to standard error.
    """
    with redirect_stdout(sys.stderr), _progress() as shown:
        yield shown


@contextmanager
def _progress() -> Iterator[Progress]:
    if not errors().isatty():
        with _lines() as written:
            yield written
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        TaskID,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )
    from rich.progress import Progress as Bars

    times = (TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn())
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), *times)
    console = Console(file=errors(), emoji=False)
    with Bars(
        *columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False
    ) as bars:
        tasks: dict[str, TaskID] = {}

        def show(what: str, done: int, total: int) -> None:
            task, _, now = what.partition(NOW)
            if task not in tasks:
                tasks[task] = bars.add_task(task, total=total)
            bars.update(tasks[task], description=f"{task} {now}".rstrip(), completed=done, total=total)

        yield show


_SECONDS_A_LINE = 25.0


@dataclass
class _Task:
    """How far a task is, and since when."""

    begun: float
    first: int
    done: int
    total: int
    now: str = ""

    def line(self, name: str) -> str:
        """Return how far it is: ``seed 1: 300 of 3,000, epoch 1, 120 pairs/s, 0:03 so far, 0:22 left``."""
        seconds = time.monotonic() - self.begun
        parts = [f"{self.done:,} of {self.total:,}", self.now, f"{_clock(seconds)} so far"]
        if self.done > self.first:
            left = seconds / (self.done - self.first) * (self.total - self.done)
            parts.append(f"about {_clock(left)} left")
        return f"{name}: {', '.join(filter(None, parts))}"


@contextmanager
def _lines() -> Iterator[Progress]:
    """Give a `Progress` that writes a line for every unfinished task now and then, from a thread of its own.

    Work that is over sooner writes none.
    """
    tasks: dict[str, _Task] = {}
    over = threading.Event()

    def show(what: str, done: int, total: int) -> None:
        name, _, now = what.partition(NOW)
        task = tasks.get(name)
        if task is None or done < task.done:  # the next work of the same name
            task = tasks[name] = _Task(time.monotonic(), done, done, total)
        task.done, task.total, task.now = done, total, now

    def write() -> None:
        while not over.wait(_SECONDS_A_LINE):
            going = [task.line(name) for name, task in list(tasks.items()) if task.done < task.total]
            errors().write("".join(f"{line}\n" for line in going or ["at work"]))
            errors().flush()

    writer = threading.Thread(target=write, daemon=True)
    writer.start()
    try:
        yield show
    finally:
        over.set()
        writer.join()


def _clock(seconds: float) -> str:
    """Return a time as minutes and seconds, or hours, minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def write_json(value: Any) -> None:
    """Write a value as pure JSON to standard output."""
    sys.stdout.write(json_text(value))


def json_text(value: Any) -> str:
    """Return a value as pure JSON that ends with a line's end."""
    return json.dumps(value, ensure_ascii=True, allow_nan=False, indent=1) + "\n"


def write_lines(*lines: str) -> None:
    """Write lines to standard output."""
    sys.stdout.write("".join(f"{line}\n" for line in lines))


def write_result(made: Any, *lines: str, as_json: bool) -> None:
    """Write what was made as JSON, or lines that describe it."""
    if as_json:
        write_json(made)
    else:
        write_lines(*lines)


def show_outcome(done: Any, name: str, *, as_json: bool) -> None:
    """Show what a job found, as JSON under `name` or with all its tables."""
    if as_json:
        write_json({"schema_version": 1, name: done.to_json()})
        return
    from rightreasons.reports.terminal import EVERYTHING, print_results

    print_results(done, EVERYTHING)
    tell_of_missing_charts(done.run)


def tell_of_missing_charts(run: "Run | None") -> None:
    """Say on standard error where the page of a run has no charts, and what would draw them."""
    from rightreasons.reports.charts import EXTRA, can_draw

    if run is not None and not can_draw():
        errors().write(f"Its page is without charts: {EXTRA}\n")


def check_blockers(verdict: "Verdict") -> None:
    """Do nothing, unless something keeps figures from being read as they stand.

    Raises
    ------
    BlockedError
        With the first of what does.
    """
    if verdict.blockers:
        worst = verdict.blockers[0]
        raise BlockedError(
            f"{worst.code}: {worst.sentence}",
            "figures that can be read as they stand",
            f"{worst.remedy} (--allow {worst.code} waives it, by name)",
        )
