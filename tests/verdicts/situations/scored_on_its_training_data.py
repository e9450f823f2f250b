"""A model that is scored on the data that are named as its training data."""

from tests.verdicts.making import answers_of, by_pair, clean, function, ordinary, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """The same file is given to --on and to --train."""
    data = clean(300, 20)
    name = written(place, "train.jsonl", data)
    model = function(place, ordinary(0.95) | by_pair(data, answers_of(data, 0.99)))
    return Command("probe", (model,), {"on": (name,), "train": name})


SITUATION = Situation(make, issues={"V107": "blocker"}, worst="blocker", invalidates=("train.jsonl",))
