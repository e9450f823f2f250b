"""Unseen pairs and polarity: what training data say of a pair of words in that order."""

import polars as pl

from rightreasons.artifacts.words_of_pairs import Words
from rightreasons.challenges.swaps.swap_set import NONE
from rightreasons.shortcuts.word_pairs import label_counts

_FACTORS = {"first": pl.String, "second": pl.String, "polarity": pl.String, "unseen": pl.Boolean}


def factors(words: Words, gold: pl.Series, ordered: pl.DataFrame) -> pl.DataFrame:
    """Return polarity of ordered pairs of words, and whether training data lack them.

    An instance counts for a pair if its premise has the one word and its hypothesis the other, in just these
    forms, letter case aside; it counts once, however often it has them (Sanchez et al. 2018, section 5.5).

    Parameters
    ----------
    words
        The words of the training instances.
    gold
        Their gold labels, shape (instances,), `rightreasons.pairs.LABEL_TYPE`, none null.
    ordered
        Columns ``first`` (in the premise), ``second`` (in the hypothesis): lower-cased words.

    Returns
    -------
    pl.DataFrame
        The distinct pairs asked for: ``first``, ``second``, ``polarity`` (the label of most instances; labels
        of equally many joined with ``-`` in the order of `Label`; ``none`` for unseen pairs), ``unseen``, and
        instances by label, in columns called as the labels that occur.
    """
    distinct = ordered.select("first", "second").unique(maintain_order=True)
    counted = label_counts(words, gold, distinct)
    labels = counted.columns[2:]
    return counted.with_columns(polarity=_polarity(labels), unseen=pl.sum_horizontal(labels) == 0).select(
        *_FACTORS, *labels
    )


def _polarity(labels: list[str]) -> pl.Expr:
    most = pl.max_horizontal(labels)
    tied = [pl.when(pl.col(label) == most).then(pl.lit(label)) for label in labels]
    joined = pl.concat_str(tied, separator="-", ignore_nulls=True)
    return pl.when(most == 0).then(pl.lit(NONE)).otherwise(joined)
