"""Test rows are training rows with a word changed and another label: contrast pairs, and no leak."""

import polars as pl
from tests.verdicts.leaking import copied, one_word_changed
from tests.verdicts.making import THREE, clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """The labels go round: entailment becomes neutral, neutral contradiction, contradiction entailment."""
    data = clean(3000, 139)
    new = clean(2400, 140).with_columns(id=pl.lit("new-") + pl.col("id"))
    other = dict(zip(THREE, (*THREE[1:], THREE[0]), strict=True))
    near = copied(data.head(60), one_word_changed).with_columns(pl.col("label").replace(other))
    options = {"test": (written(place, "test.jsonl", pl.concat([near, new])),)}
    return Command("audit", (written(place, "train.jsonl", data),), options)


SITUATION = Situation(make, worst="warning", not_in_headline=("word or two",))
