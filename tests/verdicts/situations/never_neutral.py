"""A model that never says neutral, on data with three labels."""

from tests.verdicts.making import answers_of, by_pair, clean, function, ordinary, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Right in nine of ten of the other two labels."""
    data = clean(450, 8)
    answers = ["entailment" if label == "neutral" else label for label in answers_of(data, 0.95)]
    model = function(place, ordinary(0.95) | by_pair(data, answers))
    return Command("probe", (model,), {"on": (written(place, "test.jsonl", data),)})


SITUATION = Situation(make, issues={"V253": "severe"}, worst="severe", headline=("neutral", "never"))
