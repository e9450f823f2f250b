"""The frequent patterns of one length, how a longer one is packed into a single key, and all in one table.

A pattern of k + 1 words is the overlap of its first k and its last k words, so it is named by two ids of
frequent patterns of k words: a key never needs more than 64 bits, whatever the lengths and gaps.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from rightreasons.artifacts.patterns.key_table import hash_table
from rightreasons.artifacts.patterns.mining.candidates import Candidates, Counts, Keys
from rightreasons.artifacts.patterns.pattern_counts import NOTHING, Matrix, PatternCounts, Patterns
from rightreasons.artifacts.patterns.settings import PatternSettings
from rightreasons.text.tokens import TokenBlocks

Ids = npt.NDArray[np.int32]


@dataclass(frozen=True)
class Level:
    """The frequent patterns of `k` words, in ascending order of their keys; position is the id.

    Parameters
    ----------
    keys
        For one word its id in the vocabulary; for two ``(first * (most_skipped + 1) + gap) * words +
        second``; for more ``prefix * n + suffix``, where n is the size of the level before.
    counts
        Instances by label, shape (n, labels).
    prefix, suffix
        Ids, in the level before, of the first and the last k - 1 words; empty for one word.
    words
        Ids in the vocabulary, shape (n, k).
    gaps
        Tokens skipped between neighbours, shape (n, k - 1).
    """

    keys: Keys
    counts: Counts
    prefix: Ids
    suffix: Ids
    words: Ids
    gaps: Ids

    def __len__(self) -> int:
        return len(self.keys)

    @cached_property
    def table(self) -> npt.NDArray[np.int64]:
        """Hash table from key to id."""
        return np.asarray(hash_table(self.keys))

    @cached_property
    def followers(self) -> tuple[Keys, Keys]:
        """Return for every pattern the half-open range of ids whose prefix is its suffix."""
        low = np.searchsorted(self.prefix, self.suffix, side="left")
        high = np.searchsorted(self.prefix, self.suffix, side="right")
        return low.astype(np.int64), high.astype(np.int64)


def words_level(frequent: Candidates) -> Level:
    """Return the level of single words."""
    words = frequent.keys.astype(np.int32)[:, None]
    none = np.empty(0, dtype=np.int32)
    return Level(frequent.keys, frequent.counts, none, none, words, np.empty((len(words), 0), np.int32))


def pairs_level(frequent: Candidates, words: Level, most_skipped: int) -> Level:
    """Return the level of pairs of frequent words.

    Parameters
    ----------
    frequent
        Pairs by key (first word, tokens skipped, second word, in this order of weight), with their counts.
    words
        The level of single words.
    most_skipped
        The most tokens between the two, t of H(M, t, lambda).
    """
    rest, second = np.divmod(frequent.keys, max(len(words), 1))
    first, gap = np.divmod(rest, most_skipped + 1)
    prefix, suffix = first.astype(np.int32), second.astype(np.int32)
    both = np.hstack([words.words[prefix], words.words[suffix]])
    return Level(frequent.keys, frequent.counts, prefix, suffix, both, gap.astype(np.int32)[:, None])


def longer_level(frequent: Candidates, shorter: Level) -> Level:
    """Return the level of one more word than `shorter`."""
    first, second = np.divmod(frequent.keys, max(len(shorter), 1))
    prefix, suffix = first.astype(np.int32), second.astype(np.int32)
    words = np.hstack([shorter.words[prefix], shorter.words[suffix, -1:]])
    gaps = np.hstack([shorter.gaps[prefix], shorter.gaps[suffix, -1:]])
    return Level(frequent.keys, frequent.counts, prefix, suffix, words, gaps)


def gathered(
    levels: Sequence[Level],
    tokens: TokenBlocks,
    label_names: tuple[str, ...],
    label_totals: npt.NDArray[np.int64],
    settings: PatternSettings,
) -> PatternCounts:
    """Return the patterns of all levels in one table.

    Parameters
    ----------
    levels
        From single words up.
    tokens
        Of the hypotheses mined, with their vocabulary.
    label_names, label_totals
        The labels, and how many instances each has, shape (labels,).
    settings
        H(M, t, lambda): M is the width of the table, shorter patterns are padded.
    """
    width = settings.max_words
    words = [_padded(level.words, width) for level in levels]
    gaps = [_padded(level.gaps, width - 1) for level in levels]
    patterns = Patterns(tokens.vocabulary, np.concatenate(words), np.concatenate(gaps))
    counts = np.concatenate([level.counts for level in levels]).astype(np.int64)
    return PatternCounts(patterns, counts, label_names, label_totals, settings, tokens.tokenisation)


def _padded(columns: Matrix, width: int) -> Matrix:
    return np.pad(columns, ((0, 0), (0, width - columns.shape[1])), constant_values=NOTHING)
