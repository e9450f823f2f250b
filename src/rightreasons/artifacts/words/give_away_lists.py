"""The lists of give-away words of Poliak et al. (2018, Figure 3), with the rule that made them."""

from collections.abc import Iterable

import polars as pl


def give_away_lists(
    statistics: Iterable[pl.DataFrame], cut_off: float, minimum: int = 5, top: int = 10
) -> pl.DataFrame:
    """Return the most frequent words of high p(l|w), for every label.

    The rule that gives the printed lists: words that occur at least `minimum` times (section 6.2), of which
    p(l|w) by tokens is at least `cut_off` (0.8 for SNLI, 0.5 for MPE; the paper does not say so), by
    frequency; ties, whose order in the paper is unknown, by higher p(l|w), then by spelling. Case counts.

    Parameters
    ----------
    statistics
        One row a word and label, as of `word_statistics`, in parts.
    cut_off
        Lowest p(l|w), inclusive.
    minimum
        Lowest number of occurrences, inclusive.
    top
        Words a label.

    Returns
    -------
    polars.DataFrame
        Columns ``label``, ``word``, ``score`` (p(l|w)), ``frequency`` (occurrences of the word).
    """
    most = [_most_frequent(each, cut_off, minimum, top) for each in statistics]
    return _most_frequent(pl.concat(most), cut_off, minimum, top).select(
        "label", "word", score="p_tokens", frequency="tokens"
    )


def _most_frequent(statistics: pl.DataFrame, cut_off: float, minimum: int, top: int) -> pl.DataFrame:
    return (
        statistics.lazy()
        .filter(pl.col("tokens") >= minimum, pl.col("p_tokens") >= cut_off)
        .sort("label", "tokens", "p_tokens", "word", descending=[False, True, True, False])
        .group_by("label", maintain_order=True)
        .head(top)
        .collect()
    )
