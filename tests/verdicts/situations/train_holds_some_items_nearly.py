"""A fifth of the items are training pairs with a word changed; the model knows those by heart."""

import polars as pl
from tests.verdicts.leaking import copied, one_word_changed
from tests.verdicts.making import answers_of, by_pair, clean, function, ordinary, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """It is right in all of them, and in 60 % of the others."""
    train = clean(900, 143)
    leaked = copied(train.head(100), one_word_changed)
    new = clean(400, 144).with_columns(id=pl.lit("new-") + pl.col("id"))
    answers = ordinary(0.95) | by_pair(leaked, leaked["label"].to_list()) | by_pair(new, answers_of(new, 0.6))
    options = {
        "on": (written(place, "test.jsonl", pl.concat([leaked, new])),),
        "train": written(place, "train.jsonl", train),
    }
    return Command("probe", (function(place, answers),), options)


SITUATION = Situation(make, issues={"V211": "severe"}, worst="severe", headline=("20", "68", "60"))
