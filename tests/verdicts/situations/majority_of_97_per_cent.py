"""Neutral covers 97 % of the rows."""

from tests.verdicts.making import clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Saying neutral is right nearly always."""
    data = clean(1000, 43, shares=(0.015, 0.97, 0.015))
    return Command("audit", (written(place, "train.jsonl", data),))


SITUATION = Situation(make, issues={"V206": "severe"}, worst="severe", headline=("neutral", "9"))
