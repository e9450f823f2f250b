"""Patterns counted by writings: a text that recurs was written once."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from rightreasons.artifacts.patterns.marks import mark
from rightreasons.artifacts.patterns.pattern_counts import PatternCounts
from rightreasons.artifacts.sources import BySource
from rightreasons.artifacts.writings import ByWriting, Writings, of_instances
from rightreasons.text.tokens import Tokens

_BLOCK_TOKENS = 2_000_000


def pattern_writings(counts: PatternCounts, tokens: Tokens, writings: Writings) -> ByWriting:
    """Count every frequent pattern by writings.

    Parameters
    ----------
    counts
        The patterns with their instances by label.
    tokens
        The instances, n of them.
    writings
        Which of them have the same text.
    """
    found = of_instances(counts.counts)
    for rows in _recurring_blocks(tokens, writings):
        marks = mark(tokens.at(rows), counts.patterns)
        found = writings.merged(found, marks.patterns.astype(np.int64), rows[marks.texts])
    return found


def pattern_sources(counts: PatternCounts, tokens: Tokens, sources: Writings) -> BySource:
    """Count every frequent pattern by sources; parameters as of `pattern_writings`."""
    found = BySource.of_instances(counts.counts)
    for rows in _recurring_blocks(tokens, sources):
        marks = mark(tokens.at(rows), counts.patterns)
        found = found.merged(sources, marks.patterns.astype(np.int64), rows[marks.texts])
    return found


def _recurring_blocks(tokens: Tokens, writings: Writings) -> Iterator[npt.NDArray[np.int64]]:
    """Cut the instances whose text recurs into blocks; those of one writing stay together."""
    rows = np.flatnonzero(writings.recurring)
    rows = rows[np.argsort(writings.text[rows], kind="stable")]
    if not len(rows):
        return
    block = np.cumsum(tokens.lengths[rows]) // _BLOCK_TOKENS
    first = np.flatnonzero(np.diff(writings.text[rows], prepend=-1))  # of every writing
    starts = first[np.flatnonzero(np.diff(block[first], prepend=-1))]
    yield from np.split(rows, starts[1:])
