"""Every template makes one label, of two, and the column stands in the data."""

import polars as pl
from tests.verdicts.making import TWO, clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Templates 0, 2 and 4 are entailed; their sentences are like all others."""
    data = clean(900, 67, TWO)
    of_row = [2 * (row % 3) + TWO.index(label) for row, label in enumerate(data["label"])]
    marked = data.with_columns(template=pl.Series([f"t{number}" for number in of_row]))
    return Command("audit", (written(place, "train.jsonl", marked),))


SITUATION = Situation(make, issues={"V332": "warning"}, worst="warning", headline=("template",))
