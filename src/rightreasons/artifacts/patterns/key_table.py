"""A hash table from whole numbers to their positions, compiled."""

from typing import Any

import numpy as np
from numba import njit

Array = Any  # numba infers the types of arrays; the functions around the kernels state them


@njit(cache=True, nogil=True)
def hash_table(keys: Array) -> Array:
    """Return an open-addressing table from key, 0 or more, to its position in `keys`.

    Shape (slots, 2): key and position side by side, so that a look-up reads one line of the cache; key -1
    where the slot is empty.
    """
    size = 16
    while size < 2 * len(keys):
        size *= 2
    table = np.empty((size, 2), dtype=np.int64)
    for slot in range(size):
        table[slot, 0] = -1
    for position in range(len(keys)):
        slot = _slot(keys[position], size)
        while table[slot, 0] != -1:
            slot = (slot + 1) & (size - 1)
        table[slot, 0], table[slot, 1] = keys[position], position
    return table


@njit(cache=True, nogil=True)
def _slot(key: Any, size: int) -> Any:
    # Fibonacci hashing: the high bits of the product depend on all bits of the key
    mixed = np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)
    return np.int64(mixed >> np.uint64(32)) & (size - 1)


@njit(cache=True, nogil=True)
def look_up(table: Array, key: Any) -> Any:
    """Return the position of `key`, or -1."""
    slot = _slot(key, len(table))
    while table[slot, 0] != key:
        if table[slot, 0] == -1:
            return -1
        slot = (slot + 1) & (len(table) - 1)
    return table[slot, 1]
