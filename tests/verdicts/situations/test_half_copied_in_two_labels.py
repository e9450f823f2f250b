"""Half of the test rows are in training in other spelling; two labels."""

import polars as pl
from tests.verdicts.leaking import copied, respelled
from tests.verdicts.making import TWO, clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """The other half are new pairs."""
    data = clean(2000, 131, TWO)
    new = clean(200, 132, TWO).with_columns(id=pl.lit("new-") + pl.col("id"))
    test = pl.concat([copied(data.head(200), respelled), new])
    return Command("audit", (written(place, "a.jsonl", data),), {"test": (written(place, "b.jsonl", test),)})


SITUATION = Situation(
    make,
    issues={"V106": "blocker"},
    worst="blocker",
    headline=("50", "b.jsonl"),
    invalidates=("hypothesis_only",),
)
