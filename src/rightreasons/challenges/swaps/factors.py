"""Unseen pairs and polarity: what training data say of a pair of words in that order."""

import numpy as np
import polars as pl

from rightreasons.challenges.swaps.swap_set import NONE
from rightreasons.challenges.swaps.words import Words, co_occurrences

_FACTORS = {"first": pl.String, "second": pl.String, "polarity": pl.String, "unseen": pl.Boolean}


def factors(words: Words, gold: pl.Series, asked: pl.DataFrame) -> pl.DataFrame:
    """Return polarity of ordered pairs of words, and whether training data lack them.

    An instance counts for a pair if its premise has the one word and its hypothesis the other, in just these
    forms, letter case aside; it counts once, however often it has them (Sanchez et al. 2018, section 5.5).

    Parameters
    ----------
    words
        The words of the training instances.
    gold
        Their gold labels, shape (instances,), `rightreasons.pairs.LABEL_TYPE`, none null.
    asked
        Columns ``first`` (in the premise), ``second`` (in the hypothesis): lower-cased words.

    Returns
    -------
    pl.DataFrame
        The distinct pairs asked for: ``first``, ``second``, ``polarity`` (the label of most instances; labels
        of equally many joined with ``-`` in the order of `Label`; ``none`` for unseen pairs), ``unseen``, and
        instances by label, in columns called as the labels that occur.
    """
    pairs = asked.select("first", "second").unique(maintain_order=True)
    firsts, seconds = words.ids_of(pairs["first"]), words.ids_of(pairs["second"])
    known = np.flatnonzero((firsts >= 0) & (seconds >= 0))
    rows, found = co_occurrences(words, firsts[known], seconds[known])
    labels = gold.unique().sort().to_list()
    codes = gold.cast(pl.String).replace_strict(labels, list(range(len(labels))), return_dtype=pl.Int64)
    cells = known[found] * len(labels) + codes.to_numpy()[rows]
    counts = np.bincount(cells, minlength=len(pairs) * len(labels)).reshape(len(pairs), len(labels))
    counted = pairs.hstack([pl.Series(label, counts[:, place]) for place, label in enumerate(labels)])
    return counted.with_columns(polarity=_polarity(labels), unseen=pl.sum_horizontal(labels) == 0).select(
        *_FACTORS, *labels
    )


def _polarity(labels: list[str]) -> pl.Expr:
    most = pl.max_horizontal(labels)
    tied = [pl.when(pl.col(label) == most).then(pl.lit(label)) for label in labels]
    joined = pl.concat_str(tied, separator="-", ignore_nulls=True)
    return pl.when(most == 0).then(pl.lit(NONE)).otherwise(joined)
