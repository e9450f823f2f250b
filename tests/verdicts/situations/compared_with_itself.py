"""One file of predictions under two names."""

from tests.verdicts.making import answers_of, clean, saved, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Right in 80 %, twice."""
    data = clean(400, 306)
    files = [saved(place, f"{name}.csv", data, answers_of(data, 0.8)) for name in ("first", "second")]
    return Command("compare", tuple(files), {"on": (written(place, "test.jsonl", data),)})


SITUATION = Situation(make, issues={"V343": "warning", "V401": "note"}, worst="warning")
