"""A weak model whose labels are named rightly: 200 pairs of the data prove what 120 ordinary pairs do not."""

from tests.verdicts.making import answers_of, by_pair, clean, function, ordinary, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Right in 55 % of everything."""
    data = clean(600, 2)
    answers = ordinary(0.55) | by_pair(data, answers_of(data, 0.55))
    return Command("probe", (function(place, answers),), {"on": (written(place, "test.jsonl", data),)})


SITUATION = Situation(make, worst="warning", does_not_invalidate=("test.jsonl",))
