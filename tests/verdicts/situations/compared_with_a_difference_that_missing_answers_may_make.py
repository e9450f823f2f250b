"""Two labels; a model is right in .8 points more of what both answered, and nine of 1,000 lack in each."""

from tests.verdicts.making import TWO, clean, saved, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Neither run lacks a hundredth of the items; together they could turn the difference round."""
    data = clean(1000, 73, TWO)
    on = (written(place, "test.jsonl", data),)
    gold = data["label"].to_list()
    other = dict(zip(TWO, TWO[::-1], strict=True))
    turned = [other[label] if row % 10 == 0 else label for row, label in enumerate(gold)]
    worse = [other[label] if row % 120 == 5 else label for row, label in enumerate(turned)]
    for name, said, rows in (("one", worse, slice(9, 1000)), ("two", turned, slice(0, 991))):
        some = data[rows]
        file = saved(place, f"{name}.csv", some, said[rows])
        Command("probe", (file,), {"on": on, "out": name, "allow_partial": True}).called()
    return Command("compare", ("one", "two"))


SITUATION = Situation(
    make,
    issues={"V103": "blocker"},
    headline=("-0.2 points", "+1.6 points"),
    not_in_headline=("more accurate",),
    worst="blocker",
    invalidates=("compare",),
    through_command_line=True,
)
