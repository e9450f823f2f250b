"""A model whose probabilities sum to more than one."""

from tests.verdicts.making import clean, function, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """As of outputs that were never normalised."""
    model = function(place, {}, "{'entailment': 0.9, 'neutral': 0.8, 'contradiction': 0.1}")
    return Command("probe", (model,), {"on": (written(place, "test.jsonl", clean(60, 9)),)})


SITUATION = Situation(make, error="RR401")
