"""Two labels in turn, row by row."""

import polars as pl
from tests.verdicts.making import TWO, clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """The text says nothing; labels go on as they began."""
    data = clean(900, 70, TWO).with_columns(label=pl.Series([TWO[row % 2] for row in range(900)]))
    return Command("audit", (written(place, "train.jsonl", data),))


SITUATION = Situation(make, issues={"V411": "note"}, worst="note")
