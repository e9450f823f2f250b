"""Two models of which one was probed on a part of the items."""

from tests.verdicts.making import answers_of, clean, saved, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Two of three items are common to both."""
    data = clean(450, 23)
    for name, part in (("first", data), ("second", data.head(300))):
        file = saved(place, f"{name}.csv", part, answers_of(part, 0.8))
        Command("probe", (file,), {"on": (written(place, "test.jsonl", part),), "out": name}).called()
    return Command("compare", ("first", "second"))


SITUATION = Situation(make, issues={"V314": "warning"}, worst="warning")
