"""A model that is right for the right reasons: it needs its premises."""

from tests.verdicts.making import answers_of, by_pair, clean, function, ordinary, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """It knows the pairs, and without the premise of a pair it guesses."""
    data = clean(600, 77)
    guess = "labels[sum(map(ord, premise + hypothesis)) % 3]"
    self_evident = f"'entailment' if premise == hypothesis else {guess}"
    model = function(place, ordinary(0.97) | by_pair(data, answers_of(data, 0.9)), self_evident)
    return Command("probe", (model,), {"on": (written(place, "test.jsonl", data),)})


SITUATION = Situation(
    make,
    headline=("90.0 %", "always answering", "no shortcut was tested"),
    not_in_headline=("no issue",),
    does_not_invalidate=("test.jsonl", "guard"),
)
