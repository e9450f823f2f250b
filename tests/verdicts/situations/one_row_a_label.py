"""Three rows, one a label."""

import polars as pl
from tests.verdicts.making import THREE, clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Most measures cannot be taken."""
    data = clean(3, 42).with_columns(label=pl.Series(list(THREE)))
    return Command("audit", (written(place, "train.jsonl", data),))


SITUATION = Situation(
    make,
    issues={"V302": "warning"},
    worst="warning",
    headline=("too few",),
    not_in_headline=("no issue",),
)
