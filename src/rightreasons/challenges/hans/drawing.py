"""Draws pairs at random, as the published generator does: any words, then repeats are dropped."""

from collections.abc import Set
from functools import lru_cache
from typing import NamedTuple, cast

import numpy as np
import numpy.typing as npt

from rightreasons.challenges.hans.grammar import Choices, Grammar, Numbers, joined, padded, repeats_a_word
from rightreasons.challenges.hans.templates import subcase_names

_BLOCK = 2048


Row = bytes  # what tells one pair from all others


class _Table(NamedTuple):
    """Where the words of each shape's slots stand in one long row; arrays of shape (shapes, most slots)."""

    sizes: npt.NDArray[np.uint64]
    starts: Numbers
    words: Numbers


def draw(grammar: Grammar, subcase: str, count: int, seed: int, forbidden: Set[Row] = frozenset()) -> Choices:
    """Draw `count` distinct pairs of one subcase.

    Parameters
    ----------
    grammar
        The grammar.
    subcase
        Official name.
    count
        How many; it must not exceed what there is, see `support`.
    seed
        From 0.
    forbidden
        Pairs not to be drawn, as `rows_of` gives them.
    """
    stream = np.random.PCG64(np.random.SeedSequence([seed, subcase_names().index(subcase)]))
    seen = set(forbidden)
    parts: list[Choices] = []
    missing = count
    while missing:
        block = _block(grammar, subcase, stream)
        new = _new_rows(block, seen, missing)
        missing -= len(new)
        parts.append(block[np.array(new, dtype=np.int64)])
    return joined(parts)


def _new_rows(block: Choices, seen: set[Row], most: int) -> list[int]:
    """Return the places of up to `most` pairs that are not in `seen`, and add them to it."""
    found: list[int] = []
    for place, row in enumerate(rows_of(block)):
        if row not in seen:
            seen.add(row)
            found.append(place)
            if len(found) == most:
                break
    return found


def rows_of(choices: Choices) -> list[Row]:
    """Return for every pair what no other pair has."""
    numbers = np.column_stack([choices.shape, choices.words]).astype(np.int32)
    return cast(list[Row], numbers.view(f"V{numbers.itemsize * numbers.shape[1]}").ravel().tolist())


def _block(grammar: Grammar, subcase: str, stream: np.random.PCG64) -> Choices:
    """Return the pairs of one block of draws, without those whose premise repeats a word."""
    table = _word_table(grammar)
    numbers = stream.random_raw(_BLOCK * (grammar.most_slots + 1)) >> np.uint64(32)
    numbers = numbers.reshape(_BLOCK, grammar.most_slots + 1)
    place = np.searchsorted(grammar.thresholds(subcase), numbers[:, 0], side="right")
    shape = grammar.subcase_shapes[subcase][place]
    choice = (numbers[:, 1:] * table.sizes[shape]) >> np.uint64(32)
    choices = Choices(shape, table.words[table.starts[shape] + choice.astype(np.int64)])
    return choices[~repeats_a_word(grammar, choices)]


@lru_cache(maxsize=16)
def _word_table(grammar: Grammar) -> _Table:
    # An empty slot has one possibility: word 0, at the beginning of the row.
    names = list(grammar.pools)
    lengths = [len(grammar.pools[name]) for name in names]
    start_of = dict(zip(names, np.cumsum([1, *lengths[:-1]]).tolist(), strict=True))
    slots = [list(shape.slots.values()) for shape in grammar.shapes]
    sizes = padded([len(grammar.pools[name]) for name in row] for row in slots)
    starts = padded([start_of[name] for name in row] for row in slots)
    words = np.concatenate([np.zeros(1, dtype=np.int64), *grammar.pools.values()])
    return _Table(np.maximum(sizes, 1).astype(np.uint64), starts, words)
