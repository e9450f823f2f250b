"""Two probes of the same items, of which one left out a tenth, nearly all wrong ones."""

from tests.verdicts.making import answers_of, clean, saved, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """The user allowed that items are missing, and waived it too when the run was made."""
    data = clean(600, 72)
    on = (written(place, "test.jsonl", data),)
    some = data.head(540)
    first = saved(place, "first.csv", data, answers_of(data, 0.8))
    second = saved(place, "second.csv", some, answers_of(some, 0.9))
    Command("probe", (first,), {"on": on, "out": "one"}).called()
    waived = {"on": on, "out": "two", "allow_partial": True, "allow": ("V103",)}
    Command("probe", (second,), waived).called()
    return Command("compare", ("one", "two"))


SITUATION = Situation(
    make,
    issues={"V103": "blocker", "V314": "warning"},
    headline=("two", "lacks 60 of 600 answers"),
    not_in_headline=("more accurate",),
    worst="blocker",
)
