"""Clean data whose labels are unequal."""

from tests.verdicts.making import clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Half, three tenths and a fifth."""
    return Command("audit", (written(place, "train.jsonl", clean(2000, 73, shares=(0.5, 0.3, 0.2))),))


SITUATION = Situation(make, headline=("no issue",))
