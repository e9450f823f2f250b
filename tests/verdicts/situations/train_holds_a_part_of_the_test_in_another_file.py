"""A twentieth of the test of two labels is in training too, a file with other columns and ids."""

import polars as pl
from tests.verdicts.making import TWO, answers_of, clean, saved, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Predictions were saved; no file is the same, and no row letter by letter."""
    data, more = clean(600, 230, TWO), clean(800, 231, TWO)
    train = pl.concat([data.head(30), more]).rename({"premise": "sentence1", "hypothesis": "sentence2"})
    train = train.with_columns(id=pl.lit("train-") + pl.int_range(pl.len()).cast(pl.String))
    said = saved(place, "said.csv", data, answers_of(data, 0.85, labels=TWO))
    options = {
        "on": (written(place, "test.jsonl", data),),
        "train": written(place, "train.jsonl", train.sample(fraction=1.0, shuffle=True, seed=3)),
    }
    return Command("probe", (said,), options)


SITUATION = Situation(
    make,
    issues={"V106": "blocker"},
    worst="blocker",
    headline=("5.0 %", "test.jsonl"),
    invalidates=("test.jsonl",),
)
