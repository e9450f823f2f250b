"""Every row has the same premise, as where a column of remarks was read for it."""

import polars as pl
from tests.verdicts.making import clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Labels are random."""
    data = clean(900, 307).with_columns(premise=pl.lit("n / a"))
    return Command("audit", (written(place, "train.jsonl", data),))


SITUATION = Situation(
    make,
    issues={"V340": "warning"},
    worst="warning",
    headline=("900", "premise"),
    not_in_headline=("no issue",),
    through_command_line=True,
)
