"""Binary trees as shift and reduce steps: read from bracketed parses of any arity, for whole columns at once.

The steps of a tree are its nodes in postorder: a word is shifted onto a stack, a reduction joins the two
uppermost entries (Bowman et al. 2016, section 2.2). A tree over n words has 2 n - 1 steps.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl
from numba import njit

from rightreasons.errors import ParseError
from rightreasons.text.parses import leaves
from rightreasons.text.tokens import Offsets, Tokens, from_lists

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


SHIFT, REDUCE = 0, 1
Steps = npt.NDArray[np.int8]
_SYMBOL = r"\([^ \t\r\n()]*|\)|[^ \t\r\n()]+"


@dataclass(frozen=True)
class Transitions:
    """The words and binary trees of `n` sentences.

    Parameters
    ----------
    tokens
        The words, at least one in every sentence.
    steps
        `SHIFT` and `REDUCE` of all sentences one after the other, shape (2 tokens - n,), int8.
    """

    tokens: Tokens
    steps: Steps

    def __len__(self) -> int:
        return len(self.tokens)

    @property
    def offsets(self) -> Offsets:
        """Sentence ``i`` has the steps ``steps[offsets[i]:offsets[i + 1]]``; shape (n + 1,)."""
        return step_offsets(self.tokens)

    def __getitem__(self, row: int) -> Steps:
        """Return the steps of one sentence, shape (2 words - 1,)."""
        offsets = self.offsets
        return self.steps[offsets[row] : offsets[row + 1]]


def step_offsets(tokens: Tokens) -> Offsets:
    """Return where the steps of every sentence begin and end, shape (n + 1,), int64."""
    return 2 * tokens.offsets - np.arange(len(tokens.offsets), dtype=np.int64)


def transitions_of(parses: pl.Series) -> Transitions:
    """Return the words and the steps of binary or Penn Treebank parses.

    A node with more than two children is binarised to the right, ``(a b c)`` to ``(a (b c))``; one with a
    single child is that child. HANS made its binary parses so. SNLI's are binarised around heads instead, so
    that its binary and its PTB parses give different trees: read the binary ones where there are any.

    Parameters
    ----------
    parses
        Parses of one kind, shape (n,), a word in each.

    Raises
    ------
    ParseError
        If a parse is not well-formed, or null, or has no word; the row is counted from 0.
    """
    words = leaves(parses)
    empty = (words.list.len().fill_null(0) == 0).arg_true()
    if len(empty):
        raise ParseError(
            f"no word in the parse of row {empty[0]:,}", "a word in every parse", "drop rows without text"
        )
    tokens = from_lists(words, "parse")
    symbols = from_lists(parses.str.extract_all(_SYMBOL), "symbols of parses")
    kinds = np.zeros(len(symbols.vocabulary), dtype=np.int8)
    kinds[symbols.vocabulary.str.starts_with("(").to_numpy()] = 1
    kinds[(symbols.vocabulary == ")").to_numpy()] = -1
    return Transitions(tokens, steps_of(kinds[symbols.ids], symbols.offsets, step_offsets(tokens)))


def right_branching(tokens: Tokens) -> Transitions:
    """Return the tree ``(w1 (w2 (... wn)))`` over every sentence: all shifts, then all reductions.

    Parameters
    ----------
    tokens
        The words, at least one in every sentence.
    """
    steps = np.full(2 * len(tokens.ids) - len(tokens), REDUCE, dtype=np.int8)
    shifts = np.arange(len(tokens.ids)) + np.repeat(
        step_offsets(tokens)[:-1] - tokens.offsets[:-1], tokens.lengths
    )
    steps[shifts] = SHIFT
    return Transitions(tokens, steps)


def bracketed(words: list[str], steps: Steps) -> str:
    """Return one sentence as a binary parse with spaces between all symbols, as SNLI writes them."""
    stack: list[str] = []
    following = iter(words)
    for step in steps:
        if step == SHIFT:
            stack.append(next(following))
        else:
            right = stack.pop()
            stack[-1] = f"( {stack[-1]} {right} )"
    return stack[0]
