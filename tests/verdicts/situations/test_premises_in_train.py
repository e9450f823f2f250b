"""Of 234 test premises 217 are in training; the headline said "pairs that leak: 0.00 %"."""

import polars as pl
from tests.verdicts.making import changed, clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """No pair and no hypothesis is the same."""
    train, test = clean(900, 33), clean(234, 34).with_columns(id=pl.lit("t") + pl.col("id"))
    by_pair = iter(train["premise"])
    test = changed(test, lambda _: {"premise": next(by_pair)}, 217 / 234)
    names = [written(place, name, data) for name, data in (("train.jsonl", train), ("test.jsonl", test))]
    return Command("audit", (names[0],), {"test": (names[1],)})


SITUATION = Situation(
    make,
    issues={"V210": "severe"},
    worst="severe",
    headline=("premises", "test.jsonl"),
    not_in_headline=("0.00 %",),
    through_command_line=True,
)
