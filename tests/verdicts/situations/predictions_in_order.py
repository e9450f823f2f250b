"""Saved predictions that are right in 80 % of ordinary data."""

from tests.verdicts.making import answers_of, clean, saved, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Wrong ones are spread evenly."""
    data = clean(400, 6)
    file = saved(place, "said.csv", data, answers_of(data, 0.8))
    return Command("probe", (file,), {"on": (written(place, "test.jsonl", data),)})


SITUATION = Situation(make, does_not_invalidate=("test.jsonl",))
