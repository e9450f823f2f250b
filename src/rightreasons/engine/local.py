"""Work on this machine: in this process one block after the other, in threads, in other processes."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from os import cpu_count
from typing import TypeVar

from rightreasons.engine.processes import opened_processes

Block = TypeVar("Block")
Result = TypeVar("Result")


class Inline:
    """The workplace that is this process."""

    def map(self, function: Callable[[Block], Result], blocks: Iterable[Block]) -> Iterator[Result]:
        """Yield the result of every block, in order."""
        return map(function, blocks)


@contextmanager
def opened_inline() -> Iterator[Inline]:
    """Open this process as a workplace."""
    yield Inline()


@dataclass(frozen=True)
class Pool:
    """The workplace that is a pool of threads or processes.

    Parameters
    ----------
    executor
        The pool.
    ahead
        How many blocks may be on their way at once: enough to keep the pool busy, no more, since each is
        held in memory.
    """

    executor: Executor
    ahead: int

    def map(self, function: Callable[[Block], Result], blocks: Iterable[Block]) -> Iterator[Result]:
        """Yield the result of every block, in order."""
        waiting: deque[Future[Result]] = deque()
        for block in blocks:
            if len(waiting) == self.ahead:
                yield waiting.popleft().result()
            waiting.append(self.executor.submit(function, block))
        while waiting:
            yield waiting.popleft().result()


@contextmanager
def opened_threads(workers: int | None) -> Iterator[Pool]:
    """Open `workers` threads, as many as there are cores for None."""
    size = workers or cpu_count() or 1
    with ThreadPoolExecutor(size) as executor:
        yield Pool(executor, size + 1)


@contextmanager
def opened_pool(workers: int | None) -> Iterator[Pool]:
    """Open a pool of `workers` processes, as many as there are cores for None."""
    size = workers or cpu_count() or 1
    with opened_processes(size) as executor:
        yield Pool(executor, size + 1)
