"""A model that is right nearly always says entailment for contradiction, and the other way round."""

from tests.verdicts.making import answers_of, by_pair, clean, exchanged, function, ordinary, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Without the check: HANS-like figures would be proud ones."""
    data = clean(300, 1)
    answers = exchanged(ordinary(0.95) | by_pair(data, answers_of(data, 0.9)))
    return Command("probe", (function(place, answers),), {"on": (written(place, "test.jsonl", data),)})


SITUATION = Situation(make, error="RR106", through_command_line=True)
