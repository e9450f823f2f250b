"""Of three German tests of two labels the last is a part of the first, with a word added."""

import polars as pl
from tests.verdicts.leaking import copied, german, word_added
from tests.verdicts.making import TWO, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """The second set is new, and so is training."""
    sets = {
        name: german(rows, seed, TWO).with_columns(id=pl.lit(name) + pl.col("id"))
        for name, rows, seed in (("train", 700, 213), ("first", 300, 214), ("second", 150, 215))
    }
    sets["third"] = copied(sets["first"].head(60), word_added)
    train, *tests = (written(place, f"{name}.jsonl", frame) for name, frame in sets.items())
    return Command("audit", (train,), {"test": tuple(tests), "language": "de"})


SITUATION = Situation(make, issues={"V337": "warning"}, worst="warning", without=("V106", "V211"))
