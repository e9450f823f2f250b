"""Runs the same block function in this process, in threads or other processes, or on Daft."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from typing import Literal, Protocol, TypeVar, get_args

from rightreasons.engine.folding import fold
from rightreasons.engine.local import opened_inline, opened_pool, opened_threads
from rightreasons.engine.on_daft import opened_daft
from rightreasons.errors import OptionError

Block = TypeVar("Block")
Result = TypeVar("Result")

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
