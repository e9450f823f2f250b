"""A good German file of two labels beside one in which they have changed places."""

from tests.verdicts.leaking import german
from tests.verdicts.making import TWO, answers_of, saved, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Right in 80 % and in 12 %; the second would be in 88 %."""
    data = german(400, 351, TWO)
    good = saved(place, "good.csv", data, answers_of(data, 0.8, labels=TWO))
    other = saved(place, "other.csv", data, answers_of(data, 0.12, seed=8, labels=TWO))
    return Command("compare", (good, other), {"on": (written(place, "test.jsonl", data),)})


SITUATION = Situation(
    make,
    issues={"V101": "blocker"},
    worst="blocker",
    not_in_headline=("more accurate",),
    invalidates=("compare",),
)
