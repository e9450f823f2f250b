"""A function applied in threads: results in order, a few items ahead of whoever takes them."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from os import cpu_count
from typing import TypeVar

Given = TypeVar("Given")


Made = TypeVar("Made")


@dataclass(frozen=True)
class Threads:
    """The workplace that is a pool of threads.

    Parameters
    ----------
    executor
        The pool.
    ahead
        How many blocks may be on their way at once: enough to keep the pool busy, no more, since each is
        held in memory. (`Executor.map` takes all of them at once before Python 3.14.)
    """

    executor: ThreadPoolExecutor
    ahead: int

    def map(self, function: Callable[[Given], Made], blocks: Iterable[Given]) -> Iterator[Made]:
        """Yield the result of every block, in order; an error is raised where the result would have come."""
        waiting: deque[Future[Made]] = deque()
        for block in blocks:
            waiting.append(self.executor.submit(function, block))
            if len(waiting) == self.ahead:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


@contextmanager
def opened_threads(workers: int | None = None) -> Iterator[Threads]:
    """Open `workers` threads, as many as there are cores for None."""
    size = workers or cpu_count() or 1
    executor = ThreadPoolExecutor(size)
    try:
        yield Threads(executor, 2 * size)
    finally:
        executor.shutdown(cancel_futures=True)


def mapped_ahead(function: Callable[[Given], Made], items: Iterable[Given], threads: int) -> Iterator[Made]:
    """Yield what a function makes of every item, in order; at most two items a thread are under way.

    Parameters
    ----------
    function
        What it raises is raised where its result would have come.
    items
        Taken one by one.
    threads
        With 1 there is no thread but the caller's.
    """
    if threads == 1:
        yield from map(function, items)
        return
    with opened_threads(threads) as pool:
        yield from pool.map(function, items)
