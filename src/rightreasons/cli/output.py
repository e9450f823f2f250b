"""What every command writes: bars of progress, JSON, or a finding as tables."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from rightreasons.engine.progress import NOW, Progress, silent
from rightreasons.options import Option, OptionSet


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
    """Give a `Progress` that draws a bar a task on standard error; silent where it is no terminal."""
    if not sys.stderr.isatty():
        yield silent
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TaskID, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Bars(*columns, console=Console(stderr=True), transient=True) as bars:
        tasks: dict[str, TaskID] = {}

        def show(what: str, done: int, total: int) -> None:
            task, _, now = what.partition(NOW)
            if task not in tasks:
                tasks[task] = bars.add_task(task, total=total)
            bars.update(tasks[task], description=f"{task} {now}".rstrip(), completed=done, total=total)

        yield show


def write_json(value: Any) -> None:
    """Write a value as pure JSON to standard output."""
    sys.stdout.write(json.dumps(value, ensure_ascii=True, allow_nan=False, indent=1) + "\n")


def write_lines(*lines: str) -> None:
    """Write lines to standard output."""
    sys.stdout.write("".join(f"{line}\n" for line in lines))


def show_outcome(done: Any, name: str, *, as_json: bool) -> None:
    """Show what a job found, as JSON under `name` or with all its tables."""
    if as_json:
        write_json({"schema_version": 1, name: done.to_json()})
        return
    from rightreasons.reports.terminal import EVERYTHING, print_results

    print_results(done, EVERYTHING)
