"""A test without a single contradiction."""

import polars as pl
from tests.verdicts.making import clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Training has all three labels."""
    train, test = clean(600, 39), clean(300, 40).filter(pl.col("label") != "contradiction")
    names = [written(place, name, part) for name, part in (("train.jsonl", train), ("test.jsonl", test))]
    return Command("audit", (names[0],), {"test": (names[1],)})


SITUATION = Situation(make, issues={"V305": "warning"}, worst="warning", headline=())
