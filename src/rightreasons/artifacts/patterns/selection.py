"""Chooses from all frequent patterns those that point to one label, strongest first."""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.patterns.marks import Examples, mark
from rightreasons.artifacts.patterns.pattern_counts import NOTHING, PatternCounts, Patterns
from rightreasons.artifacts.patterns.strength import evidence
from rightreasons.artifacts.patterns.trie import trie_of
from rightreasons.artifacts.patterns.writings import pattern_sources, pattern_writings
from rightreasons.artifacts.writings import Writings
from rightreasons.text.tokens import TokenBlocks

EXAMPLES = 3


@dataclass(frozen=True)
class Chosen:
    """Patterns that point to one label: highest p first, then the most frequent, then the shortest.

    Parameters
    ----------
    patterns
        The patterns, n of them.
    evidence
        The rows of `evidence` for them with ``examples`` (ids of the first instances that hold the pattern)
        and ``strongest_in`` (in how many instances no pattern comes before it).
    highest
        The highest p(l|b) of all patterns; None without patterns.
    first
        For every instance the position of the pattern that comes first, -1 where it holds none.
    """

    patterns: Patterns
    evidence: pl.DataFrame
    highest: float | None
    first: npt.NDArray[np.int32]


def chosen(
    counts: PatternCounts, tokens: TokenBlocks, ids: pl.Series | None, threshold: float, writings: Writings
) -> Chosen:
    """Return the patterns with p(l|b) > `threshold` and what speaks for them.

    Parameters
    ----------
    counts
        All frequent patterns of `tokens`.
    tokens, ids
        The instances that were mined, and what they are called; without these no examples are given.
    threshold
        lambda; patterns at it are left out (Liu et al. 2020, section 2.1).
    writings
        Which instances have the same text.
    """
    p = highest_p(counts)
    strong = np.flatnonzero(p > threshold)
    told = evidence(
        counts,
        pattern_writings(counts, tokens, writings),
        writings.prior,
        _beyond_sources(counts, tokens, writings.sources),
        strong,
    )
    order = (
        told.select("p", "count", "pattern", length=pl.col("words").list.len())
        .with_row_index("place")
        .sort("p", "count", "length", "pattern", descending=[True, True, False, False])["place"]
        .to_numpy()
    )
    patterns = _with_own_vocabulary(counts.patterns.at(strong[order]))
    first, examples = _marked(tokens, patterns, None if ids is None else EXAMPLES)
    strongest = np.bincount(first[first >= 0], minlength=len(patterns))
    table = told[order].with_columns(_called(ids, examples), pl.Series("strongest_in", strongest))
    return Chosen(patterns, table, float(p.max()) if len(p) else None, first)


def highest_p(counts: PatternCounts) -> npt.NDArray[np.float64]:
    """Return the highest p(l|b) of every pattern, shape (n,)."""
    most = counts.counts.max(axis=1, initial=0)
    return np.asarray(most / np.maximum(counts.counts.sum(axis=1), 1), dtype=np.float64)


def _marked(
    tokens: TokenBlocks, patterns: Patterns, most: int | None
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int64]]:
    """Return the first pattern of every text, -1 without any, and the first texts of every pattern."""
    examples, trie = Examples.of(len(patterns), most or 0), trie_of(patterns)
    first = np.full(len(tokens), -1, dtype=np.int32)
    for start, block in tokens.blocks():
        marks = mark(block, patterns, trie)
        first[start : start + len(block)] = marks.first
        if most:
            examples.add(marks, start)
    return first, examples.texts


def _called(ids: pl.Series | None, examples: npt.NDArray[np.int64]) -> pl.Series:
    """Return what the first texts of every pattern are called, as lists."""
    if ids is None:
        return pl.Series("examples", [[]] * len(examples), dtype=pl.List(pl.String))
    called = pl.select(
        pl.concat_list(ids.gather(pl.Series(rows).replace(-1, None)) for rows in examples.T)
    ).to_series()
    return called.list.drop_nulls().alias("examples")


def _beyond_sources(
    counts: PatternCounts, tokens: TokenBlocks, sources: Writings | None
) -> npt.NDArray[np.float64] | None:
    return None if sources is None else pattern_sources(counts, tokens, sources).p_values(sources.prior)


def _with_own_vocabulary(patterns: Patterns) -> Patterns:
    """Return the same patterns over the words that they hold."""
    used = np.unique(patterns.words[patterns.words != NOTHING])
    words: npt.NDArray[np.int32] = np.where(
        patterns.words == NOTHING, NOTHING, np.searchsorted(used, patterns.words)
    ).astype(np.int32)
    return replace(patterns, vocabulary=patterns.vocabulary.gather(used), words=words)
