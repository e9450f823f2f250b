"""Chooses from all frequent patterns those that point to one label, strongest first."""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.patterns.marks import mark
from rightreasons.artifacts.patterns.pattern_counts import NOTHING, PatternCounts, Patterns
from rightreasons.artifacts.patterns.strength import evidence
from rightreasons.artifacts.patterns.writings import pattern_sources, pattern_writings
from rightreasons.artifacts.writings import Writings
from rightreasons.text.tokens import Tokens

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
    first: npt.NDArray[np.int64]


def chosen(
    counts: PatternCounts, tokens: Tokens, ids: pl.Series, threshold: float, writings: Writings
) -> Chosen:
    """Return the patterns with p(l|b) > `threshold` and what speaks for them.

    Parameters
    ----------
    counts
        All frequent patterns of `tokens`.
    tokens, ids
        The instances that were mined, and what they are called.
    threshold
        lambda; patterns at it are left out (Liu et al. 2020, section 2.1).
    writings
        Which instances have the same text.
    """
    everything = evidence(
        counts,
        pattern_writings(counts, tokens, writings),
        writings.prior,
        _beyond_sources(counts, tokens, writings.sources),
    )
    order = (
        everything.with_row_index("place")
        .with_columns(length=pl.col("words").list.len())
        .filter(pl.col("p") > threshold)
        .sort("p", "count", "length", "pattern", descending=[True, True, False, False])["place"]
        .to_numpy()
    )
    patterns = _with_own_vocabulary(counts.patterns.at(order))
    marks = mark(tokens, patterns)
    examples = pl.select(
        pl.concat_list(ids.gather(pl.Series(rows).replace(-1, None)) for rows in marks.examples(EXAMPLES).T)
    ).to_series()
    strongest = np.bincount(marks.first[marks.first >= 0], minlength=len(patterns))
    table = everything[order].with_columns(
        examples.list.drop_nulls().alias("examples"), pl.Series("strongest_in", strongest)
    )
    highest: float | None = everything["p"].max()  # type: ignore[assignment]  # a float column
    return Chosen(patterns, table, highest, marks.first)


def _beyond_sources(
    counts: PatternCounts, tokens: Tokens, sources: Writings | None
) -> npt.NDArray[np.float64] | None:
    return None if sources is None else pattern_sources(counts, tokens, sources).p_values(sources.prior)


def _with_own_vocabulary(patterns: Patterns) -> Patterns:
    """Return the same patterns over the words that they hold."""
    used = np.unique(patterns.words[patterns.words != NOTHING])
    words: npt.NDArray[np.int32] = np.where(
        patterns.words == NOTHING, NOTHING, np.searchsorted(used, patterns.words)
    ).astype(np.int32)
    return replace(patterns, vocabulary=patterns.vocabulary.gather(used), words=words)
