"""The training data hold all test pairs, in another order and without a column of theirs."""

import polars as pl
from tests.verdicts.making import answers_of, by_pair, clean, function, ordinary, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Checksums of the files, and of the rows, are others."""
    data = clean(300, 141).with_columns(topic=pl.lit("made"))
    train = pl.concat([data.drop("topic"), clean(600, 142).with_columns(id=pl.lit("t") + pl.col("id"))])
    model = function(place, ordinary(0.95) | by_pair(data, answers_of(data, 0.99)))
    options = {
        "on": (written(place, "test.jsonl", data),),
        "train": written(place, "train.jsonl", train.sample(fraction=1.0, shuffle=True, seed=1)),
    }
    return Command("probe", (model,), options)


SITUATION = Situation(
    make,
    issues={"V106": "blocker"},
    worst="blocker",
    headline=("100", "test.jsonl"),
    invalidates=("test.jsonl",),
    through_command_line=True,
)
