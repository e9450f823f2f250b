"""A model whose probabilities are NaN."""

from tests.verdicts.making import clean, function, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """As of a model that overflowed."""
    model = function(place, {}, "dict.fromkeys(labels, float('nan'))")
    return Command("probe", (model,), {"on": (written(place, "test.jsonl", clean(60, 10)),)})


SITUATION = Situation(make, error="RR401")
