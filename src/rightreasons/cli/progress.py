"""Progress bars on standard error, where somebody sees them."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rightreasons.engine.progress import Progress, silent


@contextmanager
def shown_progress() -> Iterator[Progress]:
    """Give a `Progress` that draws a bar a task on standard error; silent where it is no terminal."""
    if not sys.stderr.isatty():
        yield silent
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Bars(*columns, console=Console(stderr=True), transient=True) as bars:
        tasks: dict[str, int] = {}

        def show(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bars.add_task(what, total=total)
            bars.update(bars.task_ids[list(tasks).index(what)], completed=done, total=total)

        yield show
