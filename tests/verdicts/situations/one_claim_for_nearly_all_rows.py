"""In nineteen of twenty rows of two labels the claim is the same sentence; labels are random."""

import polars as pl
from tests.verdicts.making import TWO, clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """The others have claims of their own."""
    data = clean(600, 308, TWO)
    same = pl.int_range(pl.len()) % 20 > 0
    claim = pl.when(same).then(pl.lit("The answer follows from the text .")).otherwise("hypothesis")
    return Command("audit", (written(place, "train.jsonl", data.with_columns(hypothesis=claim)),))


SITUATION = Situation(make, issues={"V340": "warning"}, worst="warning", headline=("570", "hypothesis"))
