"""Predicates of a pool of rows, computed once, and cut to the rows of each set that is drawn from it.

Labels are drawn anew in each planted set, texts are not: but for `frequency`, which counts words in the data
at hand, a predicate holds of a row in one set as in another.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numba import njit

from rightreasons.artifacts.overlap.pair_words import PairWords
from rightreasons.pairs import PairTable
from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.predicates.predicate import Predicate, pair_words
from rightreasons.shortcuts.predicates.vocabulary import FAMILIES, Column, columns, holds
from rightreasons.shortcuts.rule import Rule

Array = Any
_COUNTED = "frequency"
"""The family that is counted in the data at hand; the last one."""
_LEAST = 20


@njit(cache=True)
def _by_row(of: Array, rows: Array, n: int) -> tuple[Array, Array]:
    """Return where the predicates of each row begin, and the predicates, from rows by predicate."""
    starts = np.zeros(n + 1, dtype=np.int64)
    for row in rows:
        starts[row + 1] += 1
    starts = np.cumsum(starts)
    places, found = starts[:-1].copy(), np.empty(len(rows), dtype=np.int32)
    for place in range(len(rows)):
        found[places[rows[place]]] = of[place]
        places[rows[place]] += 1
    return starts, found


@njit(cache=True)
def _cut(rows: Array, starts: Array, held: Array, counted: Array, number: int) -> tuple[Array, Array, Array]:
    """Return where the rows of each predicate begin, the rows, and how many are counted, of some rows."""
    sizes, support = np.zeros(number + 1, dtype=np.int64), np.zeros(number, dtype=np.int64)
    for new in range(len(rows)):
        for place in range(starts[rows[new]], starts[rows[new] + 1]):
            sizes[held[place] + 1] += 1
            support[held[place]] += counted[new]
    begins = np.cumsum(sizes)
    places, found = begins[:-1].copy(), np.empty(begins[-1], dtype=np.int32)
    for new in range(len(rows)):
        for place in range(starts[rows[new]], starts[rows[new] + 1]):
            found[places[held[place]]] = new
            places[held[place]] += 1
    return begins, found, support


@dataclass(frozen=True)
class Cut:
    """The predicates of a set, and of which of its rows a rule holds."""

    columns: list[Column]
    pool: "PoolColumns"
    rows: np.ndarray
    block: Block

    def held(self, rule: Rule) -> np.ndarray:
        """Return of which rows a rule holds."""
        found = np.ones(len(self.rows), dtype=bool)
        for each in rule.literals:
            if each.predicate.family == _COUNTED:
                own = holds(each.predicate, self.block)
            else:
                own = self.pool.held(each.predicate)[self.rows]
            found &= own != each.negated
        return found


class PoolColumns:
    """The predicates of a pool."""

    def __init__(self, block: Block) -> None:
        self.block = block
        self._held: dict[str, np.ndarray] = {}

    def held(self, predicate: Predicate) -> np.ndarray:
        """Return of which rows of the pool a predicate holds."""
        if predicate.key not in self._held:
            self._held[predicate.key] = holds(predicate, self.block)
        return self._held[predicate.key]

    @cached_property
    def _all(self) -> tuple[list[Predicate], np.ndarray, np.ndarray]:
        every = columns(self.block, np.ones(len(self.block), dtype=bool), _LEAST, len(self.block))
        found = [each for each in every if each.predicate.family != _COUNTED]
        of = np.repeat(np.arange(len(found), dtype=np.int32), [len(each.rows) for each in found])
        starts, held = _by_row(of, np.concatenate([each.rows for each in found]), len(self.block))
        return [each.predicate for each in found], starts, held

    def of(self, rows: np.ndarray, pairs: PairTable, counted: np.ndarray, least: int, most: int) -> Cut:
        """Return the predicates that hold of enough counted rows of a set, as `columns` has them."""
        predicates, starts, held = self._all
        begins, found, support = _cut(rows, starts, held, counted, len(predicates))
        kept = np.flatnonzero((support >= least) & (support <= most)).tolist()
        own = [Column(predicates[place], found[begins[place] : begins[place + 1]]) for place in kept]
        block = Block(pairs)
        block.once("pair words", lambda: _words(pair_words(self.block), rows))
        family: Any = FAMILIES[_COUNTED]
        for argument, flags in family.found(block).items():
            if least <= np.count_nonzero(flags & counted) <= most:
                own.append(Column(family.predicate(argument), np.flatnonzero(flags).astype(np.int32)))
        return Cut(own, self, rows, block)


def _words(words: PairWords, rows: np.ndarray) -> PairWords:
    """Return the words of some rows, as ids of the vocabulary of all."""

    def side(ids: np.ndarray, starts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        sizes = np.diff(starts)[rows]
        begins = np.concatenate([[0], np.cumsum(sizes)])
        places = np.repeat(starts[rows] - begins[:-1], sizes) + np.arange(begins[-1])
        return ids[places], begins

    return PairWords(side(*words.premise), side(*words.hypothesis), words.vocabulary)
