"""Nine of ten hypotheses of the test occur in training, beside other premises."""

import polars as pl
from tests.verdicts.making import changed, clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """No pair is the same."""
    train, test = clean(900, 31), clean(300, 32).with_columns(id=pl.lit("t") + pl.col("id"))
    by_pair = iter(train["hypothesis"])
    test = changed(test, lambda _: {"hypothesis": next(by_pair)}, 0.9)
    names = [written(place, name, data) for name, data in (("train.jsonl", train), ("test.jsonl", test))]
    return Command("audit", (names[0],), {"test": (names[1],)})


SITUATION = Situation(make, issues={"V209": "severe"}, worst="severe", headline=("hypotheses", "test.jsonl"))
