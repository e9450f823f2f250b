"""How many of a row's annotators say what, and how far kappa can be trusted."""

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.words.counts import label_codes
from rightreasons.labels import THREE_WAY, Label, in_order
from rightreasons.pairs import ANNOTATORS, PairTable
from rightreasons.statistics.agreement import fleiss_kappa
from rightreasons.statistics.checks import normal_quantile
from rightreasons.statistics.results import Estimate, Interval

Counts = npt.NDArray[np.int64]


def annotator_counts(train: PairTable) -> tuple[Counts, tuple[Label, ...]]:
    """Count the annotators' labels of every row.

    Parameters
    ----------
    train
        Pairs with the column ``annotator_labels``; a null or empty list is no annotator.

    Returns
    -------
    tuple
        Counts, shape (n, labels), and the labels of the columns: all that annotators or gold use.
    """
    column = pl.col(ANNOTATORS)
    used = train.frame.select(column.explode(empty_as_null=False, keep_nulls=False).drop_nulls().unique())
    labels = in_order(
        (*THREE_WAY, *train.labels, *(Label(name) for name in used[ANNOTATORS].cast(pl.String)))
    )
    named = column.cast(pl.List(pl.String))
    counts = train.frame.select(
        named.list.count_matches(label.value).fill_null(0).cast(pl.Int64).alias(label) for label in labels
    )
    return counts.to_numpy(), labels


def agreement_with_gold(
    train: PairTable, counts: Counts, labels: tuple[Label, ...]
) -> npt.NDArray[np.float64]:
    """Return the share of each row's annotators that say its gold label, shape (n,); 0 without annotators.

    Parameters
    ----------
    train
        Pairs, every one with gold.
    counts, labels
        What `annotator_counts` returns of them.
    """
    with_gold = counts[np.arange(len(counts)), label_codes(train.gold, labels)]
    return np.asarray(with_gold / np.maximum(counts.sum(axis=1), 1))


def kappa_of(counts: Counts) -> Estimate:
    """Return Fleiss' kappa over rows with at least two annotators, with an interval of 95 %.

    The variance is that of the linearised kappa over rows drawn at random (Gwet 2008): each row has a part in
    the agreement observed, and one in that expected by chance.

    Parameters
    ----------
    counts
        Annotators of every row by label, shape (n, labels).
    """
    rated = counts[counts.sum(axis=1) >= 2].astype(np.float64)
    n, kappa = len(rated), fleiss_kappa(rated)
    if kappa is None:
        return Estimate(None, "kappa", n, reason="no row has two annotators, or all use one label")
    if n < 2:
        return Estimate(kappa, "kappa", n, reason="no interval from a single row")
    ratings = rated.sum(axis=1)
    shares = (rated / ratings[:, None]).mean(axis=0)
    by_chance = float(shares @ shares)
    agreeing = ((rated**2).sum(axis=1) - ratings) / (ratings * (ratings - 1))
    own_chance = (rated @ shares) / ratings
    own = (agreeing - by_chance) / (1 - by_chance)
    own -= 2 * (1 - kappa) * (own_chance - by_chance) / (1 - by_chance)
    spread = normal_quantile(0.95) * float(own.std(ddof=1)) / float(np.sqrt(n))
    return Estimate(kappa, "kappa", n, Interval(kappa - spread, min(kappa + spread, 1.0), 0.95, "linearised"))
