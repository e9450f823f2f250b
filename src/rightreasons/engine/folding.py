"""Merges results as they come, equals first, so that no result is copied more than log2(n) times."""

from collections.abc import Callable, Iterable
from typing import TypeVar

Result = TypeVar("Result")


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
