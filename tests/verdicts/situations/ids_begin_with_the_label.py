"""Ids of German pairs begin with a letter a label; two labels."""

import polars as pl
from tests.verdicts.leaking import german
from tests.verdicts.making import TWO, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """The text says nothing, and numbers run on."""
    data = german(500, 232, TWO)
    ids = [f"{'j' if label == TWO[0] else 'n'}-{row:05}" for row, label in enumerate(data["label"])]
    marked = data.with_columns(id=pl.Series(ids))
    return Command("audit", (written(place, "train.jsonl", marked),), {"language": "de"})


SITUATION = Situation(make, issues={"V411": "note"}, worst="warning", without=("V332",))
