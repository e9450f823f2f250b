"""Several hypotheses a premise, as outputs of several systems for one source, whose labels go together."""

from collections.abc import Callable, Sequence

import numpy as np
import polars as pl
from tests.verdicts.making import TWO, clean

Sentence = Callable[[str], str]


def outputs(
    sources: int,
    each: int,
    seed: int,
    labels: Sequence[str] = TWO,
    *,
    together: float = 0.8,
    pairs: Callable[[int, int], pl.DataFrame] | None = None,
) -> pl.DataFrame:
    """Return so many rows a source; most rows of a source have the label of the source.

    Parameters
    ----------
    sources, each, seed
        How many premises, how many hypotheses of each, and by which draw.
    labels
        Of sources as of rows, drawn evenly.
    together
        Share of rows that have the label of their source; the others draw one of their own.
    pairs
        Makes so many rows by a seed; the pairs of `clean` without.
    """
    rng = np.random.default_rng(seed)
    rows = sources * each
    made = (pairs or clean)(rows, seed)
    of_source = np.repeat(rng.choice(labels, sources), each)
    gold = np.where(rng.random(rows) < together, of_source, rng.choice(labels, rows))
    first = [each * (row // each) for row in range(rows)]
    return made.with_columns(
        premise=made["premise"].gather(first), label=pl.Series(gold.tolist()), source=pl.Series(first)
    )


def in_sources(frame: pl.DataFrame, label: str, count: int, most: int, write: Sentence) -> pl.DataFrame:
    """Return the frame with hypotheses of the sources in which a label is most frequent rewritten.

    Parameters
    ----------
    frame
        Of `outputs`.
    label, count
        Which label, and how many sources.
    most
        The most rows of each that are rewritten, whatever their labels.
    write
        What becomes of a hypothesis.
    """
    shares = frame.group_by("source").agg(share=(pl.col("label") == label).mean())
    chosen = shares.sort("share", "source", descending=[True, False]).head(count)["source"].implode()
    place = pl.int_range(pl.len()).over("source")
    taken = frame.select(pl.col("source").is_in(chosen) & (place < most)).to_series()
    written = [write(text) if take else text for text, take in zip(frame["hypothesis"], taken, strict=True)]
    return frame.with_columns(hypothesis=pl.Series(written)).drop("source")
