"""Twenty pairs, each twenty times with the same answer: 400 items, and an interval as of 400."""

import polars as pl
from tests.verdicts.making import answers_of, clean, probed
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Right in 80 % of the pairs."""
    pairs = clean(20, 312)
    items = pl.concat([pairs] * 20).with_columns(id=pl.format("r{}", pl.int_range(pl.len())))
    return probed(place, items, items, answers_of(pairs, 0.8) * 20)


SITUATION = Situation(
    make,
    issues={"V341": "warning"},
    worst="warning",
    headline=("400", "20 different pairs", "4.5 times"),
)
