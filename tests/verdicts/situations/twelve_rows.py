"""Twelve rows in all."""

from tests.verdicts.making import clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Nothing can be found in them, and nothing excluded."""
    return Command("audit", (written(place, "train.jsonl", clean(12, 41)),))


SITUATION = Situation(
    make,
    issues={"V302": "warning"},
    worst="warning",
    headline=("too few",),
    not_in_headline=("no issue",),
)
