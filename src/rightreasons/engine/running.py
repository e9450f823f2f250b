"""Runs the same block function in this process, in threads or other processes, or on Daft."""

import os
import pickle
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from itertools import islice
from os import cpu_count
from typing import Any, Literal, Protocol, TypeVar, get_args

from rightreasons.engine.processes import opened_processes
from rightreasons.errors import MissingExtraError, OptionError

# Work in this process, one block after the other.


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


# Merges results as they come, equals first, so that no result is copied more than log2(n) times.


def fold(results: Iterable[Result], merge: Callable[[Result, Result], Result]) -> Result:
    """Return all results merged into one.

    Parameters
    ----------
    results
        At least one, read one at a time; only about log2(n) merged ones are held.
    merge
        Associative; its arguments come in the order of `results`.

    Raises
    ------
    ValueError
        If there are no results.
    """
    held: list[tuple[int, Result]] = []
    for result in results:
        size, merged = 1, result
        while held and held[-1][0] == size:
            merged = merge(held.pop()[1], merged)
            size *= 2
        held.append((size, merged))
    if not held:
        raise ValueError("there is nothing to merge")
    whole = held.pop()[1]
    while held:
        whole = merge(held.pop()[1], whole)
    return whole


# Work in threads or processes of this machine.


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


# Work on Daft: its native runner, or a Ray cluster. The only file that knows of Daft.


# Daft and Ray report their use over the network, and draw bars on the terminal, unless told not to.
_QUIET = {"DAFT_ANALYTICS_ENABLED": "0", "RAY_USAGE_STATS_ENABLED": "0", "DAFT_PROGRESS_BAR": "0"}


@dataclass(frozen=True)
class OnDaft:
    """The workplace that is Daft, with the runner that is set there.

    Parameters
    ----------
    daft
        The package.
    ahead
        How many blocks are handed over at once.
    """

    daft: Any
    ahead: int

    def map(self, function: Callable[[Block], Result], blocks: Iterable[Block]) -> Iterator[Result]:
        """Yield the result of every block, in order."""
        applied = self._applied(function)
        waiting = iter(blocks)
        while some := list(islice(waiting, self.ahead)):
            pickled = {"place": list(range(len(some))), "block": [pickle.dumps(block) for block in some]}
            frame = self.daft.from_pydict(pickled).into_batches(1)
            frame = frame.select(frame["place"], applied(frame["block"]).alias("result"))
            found = {row["place"]: row["result"] for row in frame.iter_rows()}
            for place in range(len(some)):
                yield pickle.loads(found.pop(place))  # noqa: S301 - made by our own function just now

    def _applied(self, function: Callable[[Block], Result]) -> Any:
        def on_bytes(block: bytes) -> bytes:
            return pickle.dumps(function(pickle.loads(block)))  # noqa: S301 - pickled just above

        return self.daft.func(on_bytes, return_dtype=self.daft.DataType.binary())


@contextmanager
def opened_daft(workers: int | None) -> Iterator[OnDaft]:
    """Open Daft; `workers` blocks are handed over at once, four times the cores of this machine for None.

    Raises
    ------
    MissingExtraError
        If Daft is not installed.
    """
    for name, value in _QUIET.items():
        os.environ.setdefault(name, value)
    MissingExtraError.unless_installed(("daft",), "scale")
    import daft

    yield OnDaft(daft, workers or 4 * (os.cpu_count() or 1))


Where = Literal["inline", "threads", "pool", "daft"]


class Workplace(Protocol):
    """Whatever can apply a function to blocks.

    Function, blocks and results have to be picklable for ``"pool"`` and ``"daft"``.
    """

    def map(self, function: Callable[[Block], Result], blocks: Iterable[Block]) -> Iterator[Result]:
        """Yield the result of every block, in order; blocks are read only as they are needed."""
        ...


def opened(where: Where, workers: int | None = None) -> AbstractContextManager[Workplace]:
    """Open a workplace, to be used for one run or several, and closed with the context.

    Parameters
    ----------
    where
        ``"inline"``: this process. ``"threads"``: threads of it, for functions that let go of the
        interpreter's lock, as compiled loops do. ``"pool"``: processes of this machine. ``"daft"``: Daft,
        with whatever runner is set there (its native one unless ``daft.set_runner_ray`` or ``DAFT_RUNNER``
        says Ray); needs the extra ``[scale]``.
    workers
        How many blocks are worked on at once, 1 or more; None takes as many as there are cores.

    Raises
    ------
    OptionError
        If the place is unknown or `workers` is below 1.
    MissingExtraError
        If Daft is asked for and not installed.
    """
    if workers is not None and workers < 1:
        raise OptionError(f"{workers} workers", "at least 1", "give a larger number")
    if where == "inline":
        return opened_inline()
    if where == "threads":
        return opened_threads(workers)
    if where == "pool":
        return opened_pool(workers)
    if where == "daft":
        return opened_daft(workers)
    raise OptionError(f"workplace '{where}'", " or ".join(get_args(Where)), "choose one of them")


def run(
    function: Callable[[Block], Result],
    blocks: Iterable[Block],
    merge: Callable[[Result, Result], Result],
    where: Where | Workplace = "inline",
) -> Result:
    """Apply `function` to every block and merge the results into one.

    Parameters
    ----------
    function
        What is done to a block; nothing else of the block is seen by anyone.
    blocks
        At least one; read lazily, so that a generator keeps memory bounded.
    merge
        Associative; called with results in the order of their blocks.
    where
        The name of a workplace, opened and closed here, or one that is open (`opened`).

    Raises
    ------
    ValueError
        If there are no blocks.
    """
    if isinstance(where, str):
        with opened(where) as place:
            return fold(place.map(function, blocks), merge)
    return fold(where.map(function, blocks), merge)
