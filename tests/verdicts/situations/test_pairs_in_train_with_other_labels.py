"""Every pair of the test is in training, with another label there."""

import polars as pl
from tests.verdicts.making import THREE, clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """To remember them is to be wrong."""
    train = clean(900, 309)
    others = dict(zip(THREE, THREE[1:] + THREE[:1], strict=True))
    test = train.head(300).with_columns(
        id=pl.lit("t") + pl.col("id"), label=pl.col("label").replace_strict(others)
    )
    given = written(place, "train.jsonl", train)
    return Command("audit", (given,), {"test": (written(place, "test.jsonl", test),)})


SITUATION = Situation(
    make,
    issues={"V106": "blocker"},
    worst="blocker",
    headline=("100 %", "another label"),
    not_in_headline=("may have memorised",),
    invalidates=("hypothesis_only",),
)
