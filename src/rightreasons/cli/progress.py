"""Progress bars on standard error, where somebody sees them."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rightreasons.engine.progress import NOW, Progress, silent


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
