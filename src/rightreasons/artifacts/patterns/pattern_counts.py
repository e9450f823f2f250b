"""Patterns as ids of words and gaps, and with their counts: what mining returns."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.patterns.settings import PatternSettings

Matrix = npt.NDArray[np.int32]
NOTHING = -1
"""Stands in the columns of `words` and `gaps` that a shorter pattern does not need."""


@dataclass(frozen=True)
class Patterns:
    """Gapped patterns of words, n of them, of up to M words.

    Parameters
    ----------
    vocabulary
        Distinct tokens; position is the id.
    words
        Ids in `vocabulary`, then `NOTHING`; shape (n, M).
    gaps
        Tokens skipped between neighbouring words, then `NOTHING`; shape (n, M - 1).
    """

    vocabulary: pl.Series
    words: Matrix
    gaps: Matrix

    def __len__(self) -> int:
        return len(self.words)

    @property
    def lengths(self) -> npt.NDArray[np.int64]:
        """Words of every pattern, shape (n,)."""
        return np.asarray(np.count_nonzero(self.words != NOTHING, axis=1), dtype=np.int64)

    def at(self, chosen: npt.NDArray[np.integer] | npt.NDArray[np.bool_]) -> "Patterns":
        """Return the patterns that an index array or a mask chooses."""
        return Patterns(self.vocabulary, self.words[chosen], self.gaps[chosen])


@dataclass(frozen=True)
class PatternCounts:
    """Every frequent pattern of a dataset, by length, with the instances that hold it.

    Parameters
    ----------
    patterns
        The patterns, n of them.
    counts
        Instances by label, shape (n, labels).
    label_names
        What the labels are called.
    label_totals
        Instances of every label in the dataset, shape (labels,).
    settings
        How they were mined.
    tokenisation
        Name of the tokenisation of the dataset.
    """

    patterns: Patterns
    counts: npt.NDArray[np.int64]
    label_names: tuple[str, ...]
    label_totals: npt.NDArray[np.int64]
    settings: PatternSettings
    tokenisation: str

    def __len__(self) -> int:
        return len(self.patterns)
