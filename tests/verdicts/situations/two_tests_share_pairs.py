"""A tenth of one test is in the other, in other spelling; three labels."""

import polars as pl
from tests.verdicts.leaking import copied, respelled
from tests.verdicts.making import clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Training has none of them."""
    first, more = clean(400, 210), clean(360, 211).with_columns(id=pl.lit("m-") + pl.col("id"))
    second = pl.concat([copied(first.head(40), respelled), more])
    train = clean(900, 212).with_columns(id=pl.lit("t-") + pl.col("id"))
    tests = (written(place, "old.jsonl", first), written(place, "new.jsonl", second))
    return Command("audit", (written(place, "train.jsonl", train),), {"test": tests})


SITUATION = Situation(
    make,
    issues={"V337": "warning"},
    worst="warning",
    without=("V106", "V211"),
    through_command_line=True,
)
