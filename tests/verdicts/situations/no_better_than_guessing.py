"""A model that does ordinary pairs and is right in half of two-way items."""

from tests.verdicts.making import TWO, answers_of, by_pair, clean, function, ordinary, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """A coin does as well, and whoever reads the first line alone must learn that."""
    data = clean(300, 7, TWO)
    answers = answers_of(data, 0.5, labels=TWO)
    three = ["neutral" if label == "non-entailment" else label for label in answers]
    model = function(place, ordinary(0.95) | by_pair(data, three))
    return Command("probe", (model,), {"on": (written(place, "test.jsonl", data),)})


SITUATION = Situation(
    make,
    worst="warning",
    headline=("not shown to be better than guessing",),
    not_in_headline=("no issue",),
)
