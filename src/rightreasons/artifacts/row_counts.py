"""How often each number occurs among those of very many rows, in as few bytes as the counts need."""

from collections.abc import Iterator
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

Codes = npt.NDArray[np.integer]
Counts = npt.NDArray[np.unsignedinteger[Any]]
AT_ONCE = 2**20
"""Numbers that are widened to eight bytes together: of all rows these would be most of the memory taken."""


def times(numbers: Codes, kinds: int) -> Counts:
    """Return how often each number from 0 occurs, shape (kinds,), in the smallest type that holds all."""
    found = np.zeros(kinds, dtype=np.uint32)
    _add(numbers, found)
    return found.astype(np.min_scalar_type(found.max(initial=0)))


def times_of_few(numbers: Codes, kinds: int) -> npt.NDArray[np.int64]:
    """Return how often each number from 0 occurs, shape (kinds,), of a few kinds."""
    found = np.zeros(kinds, dtype=np.int64)
    for some in spans(len(numbers)):
        found += np.bincount(numbers[some], minlength=kinds)
    return found


def spans(rows: int) -> Iterator[slice]:
    """Yield slices of `AT_ONCE` that cover so many rows."""
    return (slice(start, start + AT_ONCE) for start in range(0, rows, AT_ONCE))


@numba.njit(cache=True, nogil=True)
def _add(numbers: Any, found: Any) -> None:
    for row in range(len(numbers)):
        found[numbers[row]] += 1
