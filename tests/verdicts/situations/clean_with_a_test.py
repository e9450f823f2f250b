"""Clean data with a test that has nothing in common with them."""

import polars as pl
from tests.verdicts.making import clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Both are random."""
    train, test = clean(2000, 75), clean(1000, 76).with_columns(id=pl.lit("t") + pl.col("id"))
    names = [written(place, name, part) for name, part in (("train.jsonl", train), ("test.jsonl", test))]
    return Command("audit", (names[0],), {"test": (names[1],)})


SITUATION = Situation(make, headline=("no issue",))
