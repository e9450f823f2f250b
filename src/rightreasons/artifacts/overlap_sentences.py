"""Compiled loops over pairs of token sequences, and over the brackets of parses."""

from typing import Any

import numpy as np
from numba import njit

OPEN, CLOSE, DROPPED = -1, -2, -3  # symbols of a parse that are no words
ABSENT, PRESENT, UNBALANCED = 0, 1, 2
Array = Any  # numba infers the types of arrays; the functions around the kernels state them


@njit(cache=True, nogil=True)
def shared_types(premise: tuple[Array, Array], hypothesis: tuple[Array, Array], types: int) -> Array:
    """Count, for every pair, the distinct words of the premise, of the hypothesis, and of both at once.

    Parameters
    ----------
    premise, hypothesis
        Word ids of all texts, and offsets of the texts, in one vocabulary.
    types
        Word ids are below this number.

    Returns
    -------
    ndarray
        Shape (pairs, 4): distinct words of the premise, of the hypothesis, of both; and tokens of the
        hypothesis, repeated ones too, that the premise has.
    """
    p_ids, p_starts = premise
    h_ids, h_starts = hypothesis
    counts = np.zeros((len(p_starts) - 1, 4), dtype=np.int32)
    # The last pair in which a word was seen, counted from 1: nothing has to be cleared between pairs.
    in_premise = np.zeros(types, dtype=np.int32)
    in_hypothesis = np.zeros(types, dtype=np.int32)
    for row in range(len(p_starts) - 1):
        stamp = row + 1
        for position in range(p_starts[row], p_starts[row + 1]):
            word = p_ids[position]
            counts[row, 0] += in_premise[word] != stamp
            in_premise[word] = stamp
        for position in range(h_starts[row], h_starts[row + 1]):
            word = h_ids[position]
            shared = in_premise[word] == stamp
            counts[row, 3] += shared
            if in_hypothesis[word] != stamp:
                in_hypothesis[word] = stamp
                counts[row, 1] += 1
                counts[row, 2] += shared
    return counts


@njit(cache=True, nogil=True)
def equal_runs(words: Array, start: int, others: Array, other_start: int, length: int) -> bool:
    """Return whether `length` words from `start` are those of `others` from `other_start`."""
    for step in range(length):  # noqa: SIM110 - numba compiles no generator expression
        if words[start + step] != others[other_start + step]:
            return False
    return True


@njit(cache=True, nogil=True)
def contiguous(premise: tuple[Array, Array], hypothesis: tuple[Array, Array]) -> Array:
    """Return, for every pair, whether the hypothesis is a run of words of the premise; empty ones are."""
    p_ids, p_starts = premise
    h_ids, h_starts = hypothesis
    found = np.zeros(len(p_starts) - 1, dtype=np.bool_)
    for row in range(len(p_starts) - 1):
        length = h_starts[row + 1] - h_starts[row]
        for start in range(p_starts[row], p_starts[row + 1] - length + 1):
            if equal_runs(p_ids, start, h_ids, h_starts[row], length):
                found[row] = True
                break
    return found


@njit(cache=True, nogil=True)
def bracketed(symbols: tuple[Array, Array], hypothesis: tuple[Array, Array], longest: int) -> Array:
    """Return, for every pair, whether some bracket of the premise's parse holds just the hypothesis.

    Parameters
    ----------
    symbols
        Symbols of all parses (`OPEN`, `CLOSE`, `DROPPED`, or a word id) and offsets of the parses.
    hypothesis
        Word ids in the same vocabulary, and offsets.
    longest
        Symbols of the longest parse.

    Returns
    -------
    ndarray
        `ABSENT`, `PRESENT`, or `UNBALANCED` where the brackets do not match each other.
    """
    ids, starts = symbols
    h_ids, h_starts = hypothesis
    found = np.zeros(len(starts) - 1, dtype=np.int8)
    words = np.empty(longest, dtype=np.int32)
    opened = np.empty(longest, dtype=np.int32)
    for row in range(len(starts) - 1):
        length = h_starts[row + 1] - h_starts[row]
        n_words, depth = 0, 0
        for position in range(starts[row], starts[row + 1]):
            symbol = ids[position]
            if symbol == OPEN:
                opened[depth] = n_words
                depth += 1
            elif symbol == CLOSE:
                depth -= 1
                if depth < 0:
                    break
                begin = opened[depth]
                if n_words - begin == length and equal_runs(words, begin, h_ids, h_starts[row], length):
                    found[row] = PRESENT
            elif symbol != DROPPED:
                words[n_words] = symbol
                n_words += 1
        if depth != 0:
            found[row] = UNBALANCED
    return found
