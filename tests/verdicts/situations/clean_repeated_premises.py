"""Clean data in which three rows share each premise."""

from tests.verdicts.making import clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """As in SNLI."""
    return Command("audit", (written(place, "train.jsonl", clean(2100, 72, per_premise=3)),))


SITUATION = Situation(make, headline=("no issue",))
