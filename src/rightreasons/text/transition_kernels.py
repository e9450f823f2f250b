"""Compiled loops over shift and reduce steps."""

from typing import Any

import numpy as np
from numba import njit

Array = Any  # numba infers the types of arrays; the functions around the kernels state them


@njit(cache=True, nogil=True)
def steps_of(kinds: Array, starts: Array, step_starts: Array) -> Array:
    """Return the steps of well-formed parses: a bracket of k children ends in k - 1 reductions.

    Parameters
    ----------
    kinds
        Symbols of all parses: 1 opens a bracket, -1 closes one, 0 is a word.
    starts
        Offsets of the parses among the symbols.
    step_starts
        Offsets of the parses among the steps.
    """
    steps = np.zeros(step_starts[-1], dtype=np.int8)
    longest = 1
    for row in range(len(starts) - 1):
        longest = max(longest, starts[row + 1] - starts[row])
    children = np.zeros(longest + 1, dtype=np.int64)
    for row in range(len(starts) - 1):
        at, depth = step_starts[row], 0
        for position in range(starts[row], starts[row + 1]):
            if kinds[position] == 1:
                depth += 1
                children[depth] = 0
            elif kinds[position] == 0:
                children[depth] += 1
                at += 1
            else:
                for _ in range(children[depth] - 1):
                    steps[at] = 1
                    at += 1
                depth -= 1
                children[depth] += 1
    return steps


@njit(cache=True, nogil=True)
def depths_of(steps: Array, starts: Array) -> tuple[Array, int]:
    """Return how far every node is below its root, in the order of the steps, and the first wrong row or -1.

    Backwards the steps are the nodes in preorder, right before left.
    """
    depths = np.zeros(len(steps), dtype=np.int64)
    longest = 1
    for row in range(len(starts) - 1):
        longest = max(longest, starts[row + 1] - starts[row])
    waiting = np.zeros(longest + 2, dtype=np.int64)
    for row in range(len(starts) - 1):
        size = 1
        waiting[0] = 0
        for position in range(starts[row + 1] - 1, starts[row] - 1, -1):
            if size == 0:
                return depths, row
            size -= 1
            depth = waiting[size]
            depths[position] = depth
            if steps[position] == 1:
                waiting[size] = depth + 1
                waiting[size + 1] = depth + 1
                size += 2
        if size != 0:
            return depths, row
    return depths, -1
