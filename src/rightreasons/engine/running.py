"""Runs the same block function in this process, in its threads, or wherever an engine runs it."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Literal, Protocol, TypeVar, get_args

from rightreasons.engine.folding import fold
from rightreasons.engine.threads import opened_threads
from rightreasons.errors import OptionError

Block = TypeVar("Block")
Result = TypeVar("Result")

Where = Literal["inline", "threads"]


class Workplace(Protocol):
    """Whatever can apply a function to blocks.

    Function, blocks and results have to be picklable where an engine runs them elsewhere.
    """

    def map(self, function: Callable[[Block], Result], blocks: Iterable[Block]) -> Iterator[Result]:
        """Yield the result of every block, in order."""
        ...


class Inline:
    """The workplace that is this process; blocks are read only as they are needed."""

    def map(self, function: Callable[[Block], Result], blocks: Iterable[Block]) -> Iterator[Result]:
        """Yield the result of every block, in order."""
        return map(function, blocks)


def opened(where: Where, workers: int | None = None) -> AbstractContextManager[Workplace]:
    """Open a workplace of this process, to be used for one run or several, and closed with the context.

    Parameters
    ----------
    where
        ``"inline"``: one block after the other. ``"threads"``: in threads, for functions that let go of the
        interpreter's lock, as compiled loops do. Other processes and machines are those of an engine
        (`rightreasons.engine.engines`).
    workers
        How many blocks are worked on at once, 1 or more; None takes as many as there are cores.

    Raises
    ------
    OptionError
        If the place is unknown or `workers` is below 1.
    """
    if workers is not None and workers < 1:
        raise OptionError(f"{workers} workers", "at least 1", "give a larger number")
    if where == "inline":
        return nullcontext(Inline())
    if where == "threads":
        return opened_threads(workers)
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
