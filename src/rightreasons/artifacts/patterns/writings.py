"""Patterns counted by writings: a text that recurs was written once."""

import numpy as np

from rightreasons.artifacts.patterns.marks import mark
from rightreasons.artifacts.patterns.pattern_counts import PatternCounts
from rightreasons.artifacts.patterns.trie import trie_of
from rightreasons.artifacts.sources import BySource, OfSources
from rightreasons.artifacts.writings import ByWriting, Recurring, Writings
from rightreasons.text.tokens import TokenBlocks


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
        found = found.and_those(writings, marks.patterns.astype(np.int64), rows[marks.texts])
    return found.merged(counts.counts)


def pattern_sources(counts: PatternCounts, tokens: TokenBlocks, sources: Writings) -> BySource:
    """Count every frequent pattern by sources; parameters as of `pattern_writings`."""
    found, trie = OfSources.none(counts.counts.shape), None
    for rows, own in sources.recurring_blocks(tokens):
        trie = trie or trie_of(counts.patterns)
        marks = mark(own, counts.patterns, trie)
        found = found.and_those(sources, marks.patterns.astype(np.int64), rows[marks.texts])
    return found.merged(counts.counts)
