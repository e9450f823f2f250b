"""Ids are numbers, and the remainder by three is the label; rows stand in random order."""

import polars as pl
from tests.verdicts.making import THREE, clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Numbers were given before the rows were shuffled."""
    data = clean(750, 233)
    ids = [str(3 * row + THREE.index(label) + 1000) for row, label in enumerate(data["label"])]
    shuffled = data.with_columns(id=pl.Series(ids)).sample(fraction=1.0, shuffle=True, seed=233)
    return Command("audit", (written(place, "train.jsonl", shuffled),))


SITUATION = Situation(make, issues={"V411": "note"}, worst="note")
