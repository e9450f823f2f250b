"""What people look at of a set of patterns: the list of Liu et al. (2020, Table 1), coverage by lambda."""

from collections.abc import Sequence

import polars as pl


def strongest(evidence: pl.DataFrame, k: int, min_count: int) -> pl.DataFrame:
    """Return the `k` strongest patterns of every label, of several words and of one (Liu et al., Table 1).

    Parameters
    ----------
    evidence
        One row a pattern, strongest first.
    k
        How many a label and kind; the paper shows five.
    min_count
        Rarer ones are left out. The paper takes 500 for SNLI and 200 for MultiNLI, for this table only.

    Returns
    -------
    polars.DataFrame
        ``kind`` (``"multi-word"`` or ``"unigram"``), ``label``, ``rank`` from 1, ``pattern``, ``p``,
        ``count``, ``examples``.
    """
    alone = pl.col("words").list.len() == 1
    kind = pl.when(alone).then(pl.lit("unigram")).otherwise(pl.lit("multi-word"))
    return (
        evidence.filter(pl.col("count") >= min_count)
        .with_columns(kind=kind)
        .with_columns(rank=pl.int_range(1, pl.len() + 1).over("kind", "label"))
        .filter(pl.col("rank") <= k)
        .sort("kind", "label", "rank")
        .select("kind", "label", "rank", "pattern", "p", "count", "examples")
    )


def coverage_of(evidence: pl.DataFrame, thresholds: Sequence[float], instances: int) -> pl.DataFrame:
    """Return how many of the instances mined hold a pattern, at every lambda.

    Parameters
    ----------
    evidence
        One row a pattern, with ``strongest_in``.
    thresholds
        Values of lambda.
    instances
        How many instances were mined.

    Returns
    -------
    polars.DataFrame
        ``lambda``, ``patterns`` (with p above it), ``instances`` that hold one of them, and their ``share``.
    """
    rows = []
    for threshold in thresholds:
        above = evidence.filter(pl.col("p") > threshold)
        held = int(above["strongest_in"].sum())
        rows.append((float(threshold), above.height, held, held / instances if instances else None))
    schema = {"lambda": pl.Float64, "patterns": pl.Int64, "instances": pl.Int64, "share": pl.Float64}
    return pl.DataFrame(rows, schema=schema, orient="row")
