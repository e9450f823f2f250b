"""Rows are sorted by label."""

from tests.verdicts.making import clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """The text says nothing."""
    return Command("audit", (written(place, "train.jsonl", clean(700, 69).sort("label")),))


SITUATION = Situation(make, issues={"V411": "note"}, worst="note")
