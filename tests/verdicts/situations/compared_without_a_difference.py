"""A gain of one point, whose interval holds nothing as well."""

from tests.verdicts.making import answers_of, clean, saved, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """80 % against 81 %."""
    data = clean(450, 25)
    for name, accuracy in (("first", 0.8), ("second", 0.81)):
        file = saved(place, f"{name}.csv", data, answers_of(data, accuracy, seed=len(name)))
        Command("probe", (file,), {"on": (written(place, "test.jsonl", data),), "out": name}).called()
    return Command("compare", ("first", "second"))


SITUATION = Situation(
    make, issues={"V401": "note"}, worst="warning", headline=("no difference",), not_in_headline=("better",)
)
