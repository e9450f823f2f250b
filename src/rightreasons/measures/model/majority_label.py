"""Accuracy beside the majority label: what saying one label to every item gets, and accuracy balanced."""

from collections.abc import Iterator
from dataclasses import replace

import polars as pl

from rightreasons.artifacts.means import mean_of
from rightreasons.challenges.pooling import Pooling
from rightreasons.figures import WRONG_FIRST, Figure, where
from rightreasons.labels import Label
from rightreasons.statistics.classification import mean_of_shares
from rightreasons.statistics.results import DIFFERENCES, Estimate


def majority_figures(frame: pl.DataFrame, pooling: Pooling, name: str) -> Iterator[Figure]:
    """Yield what accuracy stands beside, where there are several gold labels.

    Figures: ``majority`` (accuracy of the most frequent gold label said to every item), ``gain`` (accuracy
    minus that, on the same items) and ``balanced_accuracy`` (mean of the accuracies by gold label: chance is
    one over the number of gold labels, whatever their shares).

    Parameters
    ----------
    frame
        Columns ``label`` (gold, in the scheme of the answers) and ``correct``, and the stratum of a sample.
    pooling
        How the items count.
    name
        The set that they are of.
    """
    labels = [Label(each) for each in frame["label"].cast(pl.String).unique().sort().to_list()]
    if len(labels) < 2:
        return
    most, share = most_frequent(frame, pooling)
    of_most = where(set=name, label=most).ordered_by(*WRONG_FIRST)
    rows = where(set=name).ordered_by(*WRONG_FIRST)
    yield Figure("majority_accuracy", share, label=most, rows=of_most, what="majority_label")
    paired = (frame["correct"].cast(pl.Int64) - _is(frame, most)["gold_is"].cast(pl.Int64)).to_numpy()
    sample = pooling.sample(frame)
    gain = mean_of(paired, "proportion") if sample is None else sample.mean(paired, "proportion")
    bounded = None if gain.interval is None else gain.interval.within(DIFFERENCES)
    yield Figure("gain", replace(gain, interval=bounded), rows=rows, what="gain_over_majority")
    recalls = (pooling.share(frame.filter(frame["label"] == label), "correct") for label in labels)
    yield Figure("balanced_accuracy", mean_of_shares(*recalls), rows=rows)


def most_frequent(frame: pl.DataFrame, pooling: Pooling) -> tuple[Label, Estimate]:
    """Return the most frequent gold label of some items, the first by name of several, and its share.

    Parameters
    ----------
    frame, pooling
        As of `majority_figures`; one item or more.
    """
    labels = [Label(each) for each in frame["label"].cast(pl.String).unique().sort().to_list()]
    shares = {label: pooling.share(_is(frame, label), "gold_is") for label in labels}
    most = max(labels, key=lambda label: shares[label].value or 0.0)
    return most, shares[most]


def _is(frame: pl.DataFrame, label: Label) -> pl.DataFrame:
    return frame.with_columns(gold_is=pl.col("label") == label.value)
