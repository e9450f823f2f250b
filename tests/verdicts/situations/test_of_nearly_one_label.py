"""Training has three labels alike, 95 % of the test are neutral."""

import polars as pl
from tests.verdicts.making import clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """What training cannot know, one answer gets right."""
    test = clean(400, 334, shares=(0.025, 0.95, 0.025)).with_columns(id=pl.lit("t") + pl.col("id"))
    given = written(place, "train.jsonl", clean(900, 333))
    return Command("audit", (given,), {"test": (written(place, "test.jsonl", test),)})


SITUATION = Situation(make, issues={"V206": "severe"}, worst="severe", headline=("always answering neutral",))
