"""Saved predictions from which nearly all wrong ones are left out: 99 % of what is there is right."""

import polars as pl
from tests.verdicts.making import answers_of, clean, probed
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Right in 86 % of all items."""
    data = clean(1500, 32)
    given = answers_of(data, 0.86)
    wrong = pl.Series(given) != data["label"]
    kept = ~wrong | (wrong.cum_sum() % 16 == 0)
    return probed(place, data, data.filter(kept), pl.Series(given).filter(kept).to_list(), partial=True)


SITUATION = Situation(
    make,
    issues={"V103": "blocker"},
    headline=("no answer", "86.0 %"),
    not_in_headline=("no issue",),
    worst="blocker",
    invalidates=("test.jsonl",),
    through_command_line=True,
)
