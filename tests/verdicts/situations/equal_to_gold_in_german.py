"""Predictions of a German set of three labels, by its sentences, that are gold in every row."""

from tests.verdicts.leaking import german
from tests.verdicts.making import THREE, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Whoever saved them wrote the gold column."""
    data = german(90, 238, THREE)
    data.select("premise", "hypothesis", "label").write_csv(place.folder / "said.csv")
    options = {"on": (written(place, "test.jsonl", data),), "language": "de"}
    return Command("probe", ("said.csv",), options)


SITUATION = Situation(make, issues={"V335": "warning"}, worst="warning")
