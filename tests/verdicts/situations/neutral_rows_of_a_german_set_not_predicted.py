"""Saved predictions of a German set, in which the rarest label has no row."""

from tests.verdicts.leaking import german
from tests.verdicts.making import THREE, answers_of, clean, saved, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """One row in ten is neutral."""
    data = german(700, 232, THREE)
    data = data.with_columns(label=clean(700, 233, shares=(0.5, 0.1, 0.4))["label"])
    some = data.filter(data["label"] != "neutral")
    said = saved(place, "said.csv", some, answers_of(some, 0.9))
    options = {"on": (written(place, "test.jsonl", data),), "allow_partial": True, "language": "de"}
    return Command("probe", (said,), options)


SITUATION = Situation(
    make, issues={"V103": "blocker"}, worst="blocker", headline=("no answer",), invalidates=("test.jsonl",)
)
