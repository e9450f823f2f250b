"""Rows of a probe: every item that was predicted, with its text, groups and what was said of it."""

from collections.abc import Sequence

import polars as pl

from rightreasons.challenges.challenge import Challenge
from rightreasons.findings import Finding
from rightreasons.predictions import Predictions

_SENTENCES = ("premise", "hypothesis")
_PARSES = ("premise_parse", "hypothesis_parse")


def predicted_items(challenge: Challenge, said: Predictions, finding: Finding) -> pl.DataFrame:
    """Return every item that was predicted: its text and parses, groups, prediction, whether it is right.

    A group that is called as a column of the item itself stands under ``group_NAME``.
    """
    if challenge.pairs is None:
        none = [pl.lit(None, pl.String).alias(name) for name in _SENTENCES]
        items = challenge.items.with_columns(none)
    else:
        parses = [name for name in _PARSES if name in challenge.pairs.frame.columns]
        items = challenge.items.hstack(challenge.pairs.frame.select(*_SENTENCES, *parses))
    probabilities = said.frame.drop("label").rename(
        {label: f"probability_{label}" for label in said.probabilities.columns}
    )
    if finding.items is None:
        raise ValueError("the finding of a score has items")
    frame = items.join(finding.items, on="id", how="inner", maintain_order="left")
    frame = frame.join(probabilities, on="id", how="left", maintain_order="left")
    first = ("id", *_SENTENCES, "label")
    frame = frame.rename({"set": "group_set"}, strict=False)
    return frame.select(pl.lit(challenge.name).alias("set"), *first, pl.exclude(first)).cast(
        {"label": pl.String, "predicted": pl.String, "answer": pl.String}
    )


def joined_items(findings: Sequence[Finding]) -> pl.DataFrame:
    """Return the items of one challenge with the columns of every finding about it."""
    first, *others = (finding.items for finding in findings if finding.items is not None)
    for other in others:
        new = [name for name in other.columns if name == "id" or name not in first.columns]
        first = first.join(other.select(new), on="id", how="left", maintain_order="left")
    return first
