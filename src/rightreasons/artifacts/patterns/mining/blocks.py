"""Blocks of instances, and the one function that counts the candidates of a level in a block."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from rightreasons.artifacts.patterns.mining.candidates import Candidates
from rightreasons.artifacts.patterns.mining.counting import count_events, count_words
from rightreasons.artifacts.patterns.mining.events import overlap_events, pair_events
from rightreasons.artifacts.patterns.mining.levels import Level
from rightreasons.artifacts.patterns.mining.occurrences import longer_occurrences, pair_occurrences
from rightreasons.text.tokens import TokenBlocks, Tokens

Codes = npt.NDArray[np.int8]


@dataclass(frozen=True)
class Block:
    """Some instances of a dataset; small enough to be worked on at once, and to be sent elsewhere.

    Parameters
    ----------
    ids
        Token ids of the instances one after the other, shape (tokens,).
    offsets
        Where each instance begins, from 0; shape (rows + 1,).
    labels
        Label code of each instance, shape (rows,).
    """

    ids: npt.NDArray[np.int32]
    offsets: npt.NDArray[np.int64]
    labels: Codes


@dataclass(frozen=True)
class Work:
    """What is counted in every block: the candidates one word longer than the longest of `levels`.

    Parameters
    ----------
    levels
        The frequent patterns found so far, by length.
    types
        Size of the vocabulary.
    n_labels
        Number of labels.
    most_skipped
        The most tokens skipped between neighbouring words.
    floor
        Candidates below this count in a block are not returned: the minimum count where there is one
        block, 1 where counts of blocks are still to be added.
    """

    levels: tuple[Level, ...]
    types: int
    n_labels: int
    most_skipped: int
    floor: int = 1

    def __call__(self, block: Block) -> Candidates:
        """Return the candidates in `block`."""
        if not self.levels:
            return _words(block, self)
        spots = _Spots.of(block, self)
        if len(self.levels) == 1:
            return _pairs(block, spots, self)
        return _longer(block, spots, self)


def cut(tokens: TokenBlocks, labels: Codes, block_tokens: int) -> Iterator[Block]:
    """Cut a dataset into blocks of about `block_tokens` tokens; an instance is never divided.

    Parameters
    ----------
    tokens
        Tokens of n instances.
    labels
        Their gold labels as numbers, shape (n,).
    block_tokens
        The most tokens of a block; one longer instance is a block by itself.
    """
    for start, part in tokens.blocks():
        yield from _cut(part, labels[start : start + len(part)], block_tokens)


def _cut(tokens: Tokens, labels: Codes, block_tokens: int) -> Iterator[Block]:
    begin = 0
    while begin < len(tokens):
        limit = tokens.offsets[begin] + block_tokens
        end = max(begin + 1, int(np.searchsorted(tokens.offsets, limit, side="right")) - 1)
        first, last = tokens.offsets[begin], tokens.offsets[end]
        # copied, so that a memory-mapped part is read once and the compiled loops meet one kind of array
        yield Block(
            np.array(tokens.ids[first:last]),
            tokens.offsets[begin : end + 1] - first,
            np.array(labels[begin:end]),
        )
        begin = end


@dataclass(frozen=True)
class _Spots:
    """Every token of a block: rank among the frequent words (or -1), row, and where rows end."""

    words: npt.NDArray[np.int32]
    rows: npt.NDArray[np.int32]
    ends: npt.NDArray[np.int64]

    @classmethod
    def of(cls, block: Block, work: Work) -> "_Spots":
        """Return the tokens of a block; ranks are those of the first level of `work`."""
        rank = np.full(work.types, -1, dtype=np.int32)
        rank[work.levels[0].words[:, 0]] = np.arange(len(work.levels[0]), dtype=np.int32)
        rows = np.repeat(np.arange(len(block.labels), dtype=np.int32), np.diff(block.offsets))
        return cls(rank[block.ids], rows, block.offsets[1:])


def _words(block: Block, work: Work) -> Candidates:
    counts = count_words(block.ids, block.offsets, block.labels, work.types, work.n_labels)
    keys = np.flatnonzero(counts.sum(axis=1) >= work.floor)
    return Candidates(keys, counts[keys].astype(np.int32))


def _pairs(block: Block, spots: _Spots, work: Work) -> Candidates:
    n_words = len(work.levels[0])
    span = (work.most_skipped + 1) * n_words
    events = pair_events(spots.words, spots.rows, spots.ends, n_words, work.most_skipped)
    group_keys = np.arange(n_words, dtype=np.int64) * span
    spans = np.full(n_words, span, dtype=np.int64)
    limits = (work.n_labels, work.floor)
    return Candidates(*count_events(events, group_keys, spans, block.labels, limits))


def _longer(block: Block, spots: _Spots, work: Work) -> Candidates:
    longest = work.levels[-1]
    low, high = longest.followers
    events = overlap_events(_occurrences(spots, work), low)
    group_keys = np.arange(len(longest), dtype=np.int64) * len(longest) + low
    limits = (work.n_labels, work.floor)
    return Candidates(*count_events(events, group_keys, high - low, block.labels, limits))


def _occurrences(spots: _Spots, work: Work) -> Any:
    words, pairs, *longer = work.levels
    found = pair_occurrences(spots.words, spots.rows, spots.ends, len(words), work.most_skipped, pairs.table)
    shorter = pairs
    for level in longer:
        found = longer_occurrences(found, len(shorter), level.table)
        shorter = level
    return found
