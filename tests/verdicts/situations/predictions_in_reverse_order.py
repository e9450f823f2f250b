"""Predictions in reverse order."""

from tests.verdicts.making import answers_of, clean, probed
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Right in 75 % where they belong."""
    data = clean(700, 43)
    return probed(place, data, data, answers_of(data, 0.75)[::-1])


SITUATION = Situation(
    make,
    issues={"V108": "blocker"},
    headline=("reverse order",),
    worst="blocker",
    invalidates=("test.jsonl",),
)
