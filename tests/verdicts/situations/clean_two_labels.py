"""Clean data with two labels."""

from tests.verdicts.making import TWO, clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """The same with two labels."""
    return Command("audit", (written(place, "train.jsonl", clean(6000, 71, TWO)),))


SITUATION = Situation(make, headline=("no issue",))
