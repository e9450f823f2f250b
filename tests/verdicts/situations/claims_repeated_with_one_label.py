"""Claims that are each paired with eight pieces of evidence, always with the same label."""

import polars as pl
from tests.verdicts.making import clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """A model that remembers claims is right, and folds that share no text part them."""
    data = clean(800, 36)
    claims, gold = data["hypothesis"].head(100).to_list() * 8, data["label"].head(100).to_list() * 8
    data = data.with_columns(hypothesis=pl.Series(claims), label=pl.Series(gold))
    return Command("audit", (written(place, "train.jsonl", data),))


SITUATION = Situation(make, issues={"V310": "warning"}, worst="warning", not_in_headline=("is predictable",))
