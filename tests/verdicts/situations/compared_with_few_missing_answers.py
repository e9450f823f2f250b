"""Two probes of the same German items, of which one lacks three of 600: too few to matter, and said."""

from tests.verdicts.leaking import german
from tests.verdicts.making import THREE, answers_of, saved, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Right in 90 % against 75 %."""
    data = german(600, 74, THREE)
    on = (written(place, "test.jsonl", data),)
    some = data.head(597)
    first = saved(place, "first.csv", data, answers_of(data, 0.75))
    second = saved(place, "second.csv", some, answers_of(some, 0.9))
    for file, name in ((first, "one"), (second, "two")):
        Command("probe", (file,), {"on": on, "out": name, "allow_partial": True, "language": "de"}).called()
    return Command("compare", ("one", "two"))


SITUATION = Situation(
    make,
    issues={"V303": "warning"},
    headline=("two is more accurate", "whatever the missing answers are"),
    worst="warning",
)
