"""Mines every frequent gapped pattern, level by level: words, pairs of frequent words, longer overlaps.

A pattern is frequent only if its parts are, so a level is counted only among overlaps of frequent patterns
of the level before (Agrawal and Srikant 1994, "Fast algorithms for mining association rules"). The result
is exact: the same, to the last count, as counting every pattern of every instance.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from rightreasons.artifacts.patterns.mining.blocks import Work, cut
from rightreasons.artifacts.patterns.mining.candidates import Candidates
from rightreasons.artifacts.patterns.mining.levels import (
    Level,
    gathered,
    longer_level,
    pairs_level,
    words_level,
)
from rightreasons.artifacts.patterns.mining.spilled import frequent_of_all
from rightreasons.artifacts.patterns.pattern_counts import PatternCounts
from rightreasons.artifacts.patterns.settings import PatternSettings
from rightreasons.engine.progress import Progress, silent
from rightreasons.engine.running import Where, Workplace, opened
from rightreasons.text.tokens import TokenBlocks, Tokens

Codes = npt.NDArray[np.integer]
BLOCK_EVENTS = 20_000_000
_EVENTS_OF_MANY_ROWS = 5_000_000


def mine(
    tokens: TokenBlocks,
    labels: Codes,
    label_names: Sequence[str],
    settings: PatternSettings | None = None,
    *,
    where: Where = "threads",
    block_events: int = BLOCK_EVENTS,
    progress: Progress = silent,
) -> PatternCounts:
    """Count every pattern that at least ``settings.min_count`` instances hold.

    Parameters
    ----------
    tokens
        The instances, n of them. They need not be in memory together: only one block is read at a time.
    labels
        Position of every instance's label in `label_names`, shape (n,).
    label_names
        What the labels are called.
    settings
        Lengths, gaps and minimum count; None for H(3, 3) at 50 (Liu et al. 2020, section 2.1).
    where
        Where blocks are counted (`rightreasons.engine.running.opened`).
    block_events
        About how many candidate occurrences a block may hold, at some 16 bytes each. Fewer make more
        blocks, less memory for each, and more work to do at once in a pool. The result is the same.
    progress
        Called once a level.

    Returns
    -------
    PatternCounts
        Patterns by length, with the instances of every label that hold each.
    """
    _check(tokens, labels, label_names)
    dataset = _Dataset(tokens, labels.astype(np.int8), len(label_names), block_events)
    chosen = settings or PatternSettings()
    levels: tuple[Level, ...] = ()
    with opened(where) as place:
        while len(levels) < chosen.max_words and _can_grow(levels, chosen):
            progress("mining patterns", len(levels), chosen.max_words)
            levels = (*levels, _next_level(levels, dataset, chosen, place))
    progress("mining patterns", chosen.max_words, chosen.max_words)
    totals = np.bincount(labels, minlength=len(label_names))
    return gathered(levels, tokens, tuple(label_names), totals, chosen)


@dataclass(frozen=True)
class _Dataset:
    tokens: TokenBlocks
    labels: npt.NDArray[np.int8]
    n_labels: int
    block_events: int

    @cached_property
    def lengths(self) -> tuple[int, int]:
        """All tokens, and those of the longest instance."""
        lengths = self.tokens.lengths
        return int(lengths.sum(dtype=np.int64)), int(lengths.max(initial=0))

    def block_tokens(self, events: int) -> int:
        """Return how many tokens a block has if `events` in all are to be divided among blocks."""
        size = self.lengths[0]
        most = self.block_events
        if not isinstance(self.tokens, Tokens):  # every candidate of a block is written, however rare
            most = min(most, _EVENTS_OF_MANY_ROWS)
        return size if events <= most else max(1, size * most // events)


def _check(tokens: TokenBlocks, labels: Codes, label_names: Sequence[str]) -> None:
    if labels.shape != (len(tokens),):
        raise ValueError(f"{len(tokens)} instances, but labels of shape {labels.shape}")
    if len(labels) and not 0 <= labels.min() <= labels.max() < len(label_names):
        raise ValueError(f"label codes must be positions in {tuple(label_names)}")


def _can_grow(levels: tuple[Level, ...], settings: PatternSettings) -> bool:
    return not levels or (len(levels[-1]) > 0 and settings.most_skipped >= 0)


def _next_level(
    levels: tuple[Level, ...], dataset: _Dataset, settings: PatternSettings, place: Workplace
) -> Level:
    # No gap is longer than the longest text allows; a smaller bound makes smaller tables.
    skipped = max(0, min(settings.most_skipped, dataset.lengths[1] - 2))
    block_tokens = dataset.block_tokens(_expected_events(levels, dataset, skipped))
    in_one_piece = block_tokens >= dataset.lengths[0] and isinstance(dataset.tokens, Tokens)
    work = Work(
        levels,
        types=len(dataset.tokens.vocabulary),
        n_labels=dataset.n_labels,
        most_skipped=skipped,
        floor=settings.min_count if in_one_piece else 1,
    )
    blocks = cut(dataset.tokens, dataset.labels, block_tokens)
    frequent = frequent_of_all(place.map(work, blocks), settings.min_count, dataset.n_labels)
    return _as_level(frequent, levels, skipped)


def _expected_events(levels: tuple[Level, ...], dataset: _Dataset, skipped: int) -> int:
    size = dataset.lengths[0]
    if not levels:
        return size
    if len(levels) == 1:
        return size * (skipped + 1)
    return 2 * int(levels[-1].counts.sum(dtype=np.int64))  # measured on SNLI-like text: two followers each


def _as_level(frequent: Candidates, levels: tuple[Level, ...], skipped: int) -> Level:
    if not levels:
        return words_level(frequent)
    if len(levels) == 1:
        return pairs_level(frequent, levels[0], skipped)
    return longer_level(frequent, levels[-1])
