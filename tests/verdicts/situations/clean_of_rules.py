"""Labels at random: no rule over the pair holds."""

from tests.verdicts.making import clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Return a search in 1,500 pairs."""
    return Command("discover", (written(place, "train.jsonl", clean(1_500, 352)),))


SITUATION = Situation(make, without=("V351", "V352"))
