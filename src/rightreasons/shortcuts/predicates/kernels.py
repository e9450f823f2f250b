"""Both sentences of many pairs word by word: what they share, and how one becomes the other."""

from typing import Any

import numpy as np
from numba import njit

Array = Any  # numba infers the types of arrays; the functions around the kernels state them
INSERTED = -1
MOST_CELLS = 4_000_000
"""Words of the premise times words of the hypothesis above which the two are not aligned."""
_SUBSTITUTION, _EDIT = 19, 10


@njit(cache=True, nogil=True)
def held_by_other(own: tuple[Array, Array], other: tuple[Array, Array], types: int) -> Array:
    """Return which words of one sentence of each pair the other has, shape (tokens,)."""
    ids, starts = own
    found = np.zeros(len(ids), dtype=np.bool_)
    seen = np.zeros(types, dtype=np.int32)
    for row in range(len(starts) - 1):
        for place in range(other[1][row], other[1][row + 1]):
            seen[other[0][place]] = row + 1
        for place in range(starts[row], starts[row + 1]):
            found[place] = seen[ids[place]] == row + 1
    return found


@njit(cache=True, nogil=True)
def aligned(premise: tuple[Array, Array], hypothesis: tuple[Array, Array]) -> tuple[Array, Array]:
    """Align the two sentences of each pair with as many equal words as can be, in order.

    An insertion or a deletion costs 10 and a substitution 19, so that two words are rather substituted than
    one deleted and one inserted, and no equal word is given up for that.

    Returns
    -------
    tuple of ndarray
        For each word of a hypothesis: the place among the premise's words of the equal one plus 1; minus this
        where it is substituted for another; 0 where it is inserted. And of each word of a premise whether it
        is kept (0), substituted (1) or deleted (2).
    """
    p_ids, p_starts = premise
    h_ids, h_starts = hypothesis
    targets = np.zeros(len(h_ids), dtype=np.int32)
    states = np.full(len(p_ids), 2, dtype=np.int8)
    table = np.zeros(1024, dtype=np.int32)
    for row in range(len(p_starts) - 1):
        first, second = p_starts[row], h_starts[row]
        n, m = p_starts[row + 1] - first, h_starts[row + 1] - second
        if n * m > MOST_CELLS:
            continue
        width = m + 1
        if (n + 1) * width > len(table):
            table = np.zeros(2 * (n + 1) * width, dtype=np.int32)
        for j in range(m + 1):
            table[j] = j * _EDIT
        for i in range(1, n + 1):
            word = p_ids[first + i - 1]
            here = i * width
            above = here - width
            table[here] = i * _EDIT
            for j in range(1, m + 1):
                cost = 0 if word == h_ids[second + j - 1] else _SUBSTITUTION
                best = table[above + j - 1] + cost
                best = min(best, table[above + j] + _EDIT)
                table[here + j] = min(best, table[here + j - 1] + _EDIT)
        i, j = n, m
        while i > 0 and j > 0:
            here = i * width + j
            equal = p_ids[first + i - 1] == h_ids[second + j - 1]
            cost = 0 if equal else _SUBSTITUTION
            if table[here] == table[here - width - 1] + cost:
                targets[second + j - 1] = i if equal else -i
                states[first + i - 1] = 0 if equal else 1
                i, j = i - 1, j - 1
            elif table[here] == table[here - width] + _EDIT:
                i -= 1
            else:
                j -= 1
    return targets, states


@njit(cache=True, nogil=True)
def order_of_words(premise: tuple[Array, Array], hypothesis: tuple[Array, Array]) -> Array:
    """Return, for every pair, what of the order of the words is kept, shape (pairs, 5).

    Whether the hypothesis's words stand in the premise in their order; as one run; at its beginning; at its
    end; and whether both have the same words equally often.
    """
    p_ids, p_starts = premise
    h_ids, h_starts = hypothesis
    found = np.zeros((len(p_starts) - 1, 5), dtype=np.bool_)
    for row in range(len(p_starts) - 1):
        first, second = p_starts[row], h_starts[row]
        n, m = p_starts[row + 1] - first, h_starts[row + 1] - second
        if m == 0 or m > n:
            continue
        reached = 0
        for i in range(n):
            if reached < m and p_ids[first + i] == h_ids[second + reached]:
                reached += 1
        found[row, 0] = reached == m
        if found[row, 0]:
            for begin in range(n - m + 1):
                step = 0
                while step < m and p_ids[first + begin + step] == h_ids[second + step]:
                    step += 1
                if step == m:
                    found[row, 1] = True
                    found[row, 2] = found[row, 2] or begin == 0
                    found[row, 3] = found[row, 3] or begin == n - m
        if n == m:
            one, other = np.sort(p_ids[first : first + n]), np.sort(h_ids[second : second + m])
            found[row, 4] = (one == other).all()
    return found


@njit(cache=True, nogil=True)
def classed(own: tuple[Array, Array], other: tuple[Array, Array], member: Array) -> Array:
    """Count, for every pair, words of a class in one sentence: all tokens, and those the other lacks.

    Parameters
    ----------
    own, other
        The sentence that is counted, and the other.
    member
        Whether each word of the vocabulary is of the class.

    Returns
    -------
    ndarray
        Shape (pairs, 2).
    """
    ids, starts = own
    found = np.zeros((len(starts) - 1, 2), dtype=np.int32)
    seen = np.zeros(len(member), dtype=np.int32)
    for row in range(len(starts) - 1):
        for place in range(other[1][row], other[1][row + 1]):
            seen[other[0][place]] = row + 1
        for place in range(starts[row], starts[row + 1]):
            if member[ids[place]]:
                found[row, 0] += 1
                found[row, 1] += seen[ids[place]] != row + 1
    return found


@njit(cache=True, nogil=True)
def related_words(
    premise: tuple[Array, Array], hypothesis: tuple[Array, Array], codes: Array, types: int
) -> Array:
    """Return, for every word of a hypothesis, whether a word that only the premise has is related to it.

    Parameters
    ----------
    premise, hypothesis
        Word ids of all texts, and offsets of the texts, in one vocabulary.
    codes
        Related words as ``premise word * types + hypothesis word``, ascending.
    types
        Words of the vocabulary.
    """
    p_ids, p_starts = premise
    h_ids, h_starts = hypothesis
    found = np.zeros(len(h_ids), dtype=np.bool_)
    in_premise = np.zeros(types, dtype=np.int32)
    in_hypothesis = np.zeros(types, dtype=np.int32)
    begins = np.searchsorted(codes, np.arange(types + 1) * np.int64(types))
    for row in range(len(p_starts) - 1):
        for place in range(p_starts[row], p_starts[row + 1]):
            in_premise[p_ids[place]] = row + 1
        for place in range(h_starts[row], h_starts[row + 1]):
            in_hypothesis[h_ids[place]] = row + 1
        for other in range(p_starts[row], p_starts[row + 1]):
            word = p_ids[other]
            first, last = begins[word], begins[word + 1]
            if first == last or in_hypothesis[word] == row + 1:
                continue
            for place in range(h_starts[row], h_starts[row + 1]):
                if found[place] or in_premise[h_ids[place]] == row + 1:
                    continue
                code = np.int64(word) * types + h_ids[place]
                spot = first + np.searchsorted(codes[first:last], code)
                found[place] = spot < last and codes[spot] == code
    return found
