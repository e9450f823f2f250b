"""Saved predictions whose labels are called LABEL_0, LABEL_1 and LABEL_2."""

from tests.verdicts.making import clean, saved, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Nothing says what the numbers mean."""
    data = clean(300, 4)
    numbers = {"entailment": "LABEL_2", "neutral": "LABEL_1", "contradiction": "LABEL_0"}
    file = saved(place, "said.csv", data, [numbers[label] for label in data["label"]])
    return Command("probe", (file,), {"on": (written(place, "test.jsonl", data),)})


SITUATION = Situation(make, error="RR103")
