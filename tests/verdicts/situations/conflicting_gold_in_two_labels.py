"""Ten of 400 pairs with two labels occur again with the other label and other spelling."""

import polars as pl
from tests.verdicts.leaking import copied, respelled
from tests.verdicts.making import TWO, clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Every label becomes the other one."""
    data = clean(400, 147, TWO)
    again = copied(data.head(10), respelled).with_columns(
        pl.col("label").replace(dict(zip(TWO, TWO[::-1], strict=True)))
    )
    return Command("audit", (written(place, "train.jsonl", pl.concat([data, again])),))


SITUATION = Situation(make, issues={"V306": "warning"}, worst="warning")
