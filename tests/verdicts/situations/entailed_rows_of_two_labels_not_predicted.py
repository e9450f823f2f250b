"""Saved predictions of two labels without one entailed row."""

from tests.verdicts.making import TWO, answers_of, clean, probed
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """A filter of entailed rows went the wrong way."""
    data = clean(600, 36, TWO, shares=(0.3, 0.7))
    some = data.filter(data["label"] != "entailment")
    return probed(place, data, some, answers_of(some, 0.9, labels=TWO), partial=True)


SITUATION = Situation(
    make,
    issues={"V103": "blocker"},
    headline=("no answer",),
    worst="blocker",
    invalidates=("test.jsonl",),
)
