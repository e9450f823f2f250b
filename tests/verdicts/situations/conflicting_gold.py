"""A tenth of the pairs occur again with another label."""

import polars as pl
from tests.verdicts.making import EXCHANGED, clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Entailment once, contradiction the other time; neutral stays."""
    data = clean(600, 38)
    again = data.head(60).with_columns(
        id=pl.lit("again") + pl.col("id"), label=pl.col("label").replace(EXCHANGED)
    )
    return Command("audit", (written(place, "train.jsonl", pl.concat([data, again])),))


SITUATION = Situation(make, issues={"V306": "warning"}, worst="warning")
