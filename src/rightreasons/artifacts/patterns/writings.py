"""Patterns counted by writings: a text that recurs was written once."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from rightreasons.artifacts.patterns.marks import Marks, mark
from rightreasons.artifacts.patterns.pattern_counts import PatternCounts
from rightreasons.artifacts.patterns.trie import trie_of
from rightreasons.artifacts.sources import BySource, OfSources
from rightreasons.artifacts.writings import ByWriting, Numbers, Recurring, Writings
from rightreasons.text.tokens import TokenBlocks

_AT_ONCE = 1_000_000
"""Marks that are counted together, about, at some 100 bytes each."""


def pattern_writings(counts: PatternCounts, tokens: TokenBlocks, writings: Writings) -> ByWriting:
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
    found, trie = Recurring.none(counts.counts.shape), None
    for rows, own in writings.recurring_blocks(tokens):
        trie = trie or trie_of(counts.patterns)
        marks = mark(own, counts.patterns, trie)
        for patterns, texts in _parts(marks, rows, writings):
            found = found.and_those(writings, patterns, texts)
    return found.merged(counts.counts)


def pattern_sources(counts: PatternCounts, tokens: TokenBlocks, sources: Writings) -> BySource:
    """Count every frequent pattern by sources; parameters as of `pattern_writings`."""
    found, trie = OfSources.none(counts.counts.shape), None
    for rows, own in sources.recurring_blocks(tokens):
        trie = trie or trie_of(counts.patterns)
        marks = mark(own, counts.patterns, trie)
        for patterns, texts in _parts(marks, rows, sources):
            found = found.and_those(sources, patterns, texts)
    return found.merged(counts.counts)


def _parts(marks: Marks, rows: Numbers, writings: Writings) -> Iterator[tuple[Numbers, Numbers]]:
    """Yield patterns, and the instances that hold them, some after the other; of a writing all together.

    Parameters
    ----------
    marks
        The patterns of some instances.
    rows
        Which instances these are; those of one writing follow each other.
    writings
        Which have the same text.
    """
    first = np.flatnonzero(np.diff(writings.text[rows].astype(np.int64), prepend=-1))
    part = marks.offsets[first] // _AT_ONCE
    for begin, end in pairwise([*first[np.flatnonzero(np.diff(part, prepend=-1))].tolist(), len(rows)]):
        held = marks.patterns[marks.offsets[begin] : marks.offsets[end]]
        yield held.astype(np.int64), np.repeat(rows[begin:end], marks.numbers[begin:end])
