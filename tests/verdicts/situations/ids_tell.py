"""Ids end with the label that was asked for, as those of SNLI."""

import polars as pl
from tests.verdicts.making import clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """The text says nothing, and no model reads ids: it is a note."""
    data = clean(900, 68)
    ids = [f"47055{row % 97}.jpg#{row}{label[0]}" for row, label in enumerate(data["label"])]
    return Command("audit", (written(place, "train.jsonl", data.with_columns(id=pl.Series(ids))),))


SITUATION = Situation(make, issues={"V411": "note"}, worst="note")
