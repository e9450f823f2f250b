"""A tenth of the test rows are training rows with two neighbours exchanged in the premise; two labels."""

import polars as pl
from tests.verdicts.leaking import copied, neighbours_exchanged
from tests.verdicts.making import TWO, clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """The others are new. In three of the fifty the neighbours are the same word, so the pair is equal."""
    data = clean(1500, 135, TWO)
    new = clean(450, 136, TWO).with_columns(id=pl.lit("new-") + pl.col("id"))
    test = pl.concat([copied(data.head(50), neighbours_exchanged), new])
    return Command("audit", (written(place, "a.jsonl", data),), {"test": (written(place, "b.jsonl", test),)})


SITUATION = Situation(make, issues={"V211": "severe"}, worst="severe", headline=("47 of 500", "b.jsonl"))
