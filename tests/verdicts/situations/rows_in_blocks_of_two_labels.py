"""German rows of two labels in four blocks: all of one label, all of the other, and again."""

import polars as pl
from tests.verdicts.leaking import german
from tests.verdicts.making import TWO, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Files of one label each were joined."""
    labels = [TWO[(row // 150) % 2] for row in range(600)]
    data = german(600, 234, TWO).with_columns(label=pl.Series(labels))
    return Command("audit", (written(place, "train.jsonl", data),), {"language": "de"})


SITUATION = Situation(make, issues={"V411": "note"}, worst="warning", without=("V332",))
