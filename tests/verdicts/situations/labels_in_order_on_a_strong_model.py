"""A strong model whose labels are named rightly."""

from tests.verdicts.making import answers_of, by_pair, clean, function, ordinary, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Right in nine of ten."""
    data = clean(400, 3)
    answers = ordinary(0.95) | by_pair(data, answers_of(data, 0.9))
    return Command("probe", (function(place, answers),), {"on": (written(place, "test.jsonl", data),)})


SITUATION = Situation(make, does_not_invalidate=("test.jsonl", "label_order"))
