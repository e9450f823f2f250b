"""Clean data of 20,000 rows."""

from tests.verdicts.making import clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """With so many rows a point is already told from nothing."""
    return Command("audit", (written(place, "train.jsonl", clean(20_000, 74)),))


SITUATION = Situation(make, headline=("no issue",))
