"""Work in this process, one block after the other."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

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
