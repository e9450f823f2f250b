"""Clean data with three labels."""

from tests.verdicts.making import clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Words, lengths and overlap are random."""
    return Command("audit", (written(place, "train.jsonl", clean(2000, 70)),))


SITUATION = Situation(make, headline=("no issue",))
