"""Three labels; the test has templates of its own, so that what it gets is what models get of new ones."""

import polars as pl
from tests.verdicts.making import THREE, written
from tests.verdicts.situation import Command, Place, Situation
from tests.verdicts.templated import templated


def make(place: Place) -> Command:
    """Each template is on one side only."""
    train, test = templated(45, 25, 224, THREE, "template"), templated(15, 25, 225, THREE, "template")
    test = test.with_columns(pl.concat_str(pl.lit("n-"), name).alias(name) for name in ("id", "template"))
    return Command(
        "audit",
        (written(place, "train.jsonl", train),),
        {"test": (written(place, "test.jsonl", test),)},
    )


SITUATION = Situation(make, worst="warning", without=("V201", "V338"))
