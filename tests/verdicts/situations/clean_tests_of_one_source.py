"""Two tests with the same premises, whose pairs are a word apart and have other labels."""

import polars as pl
from tests.verdicts.leaking import copied, one_word_changed
from tests.verdicts.making import TWO, clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Contrast pairs are no copies."""
    first = clean(300, 216, TWO)
    turned = {"label": pl.col("label").replace(dict(zip(TWO, TWO[::-1], strict=True)))}
    second = copied(first, one_word_changed).with_columns(**turned)
    train = written(place, "train.jsonl", clean(600, 217, TWO))
    return Command(
        "audit", (train,), {"test": (written(place, "a.jsonl", first), written(place, "b.jsonl", second))}
    )


SITUATION = Situation(make, worst="warning", without=("V337",))
