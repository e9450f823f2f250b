"""Saved predictions of every second item, which the user allowed."""

from tests.verdicts.making import answers_of, clean, probed
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Right in 85 % of what is there."""
    data = clean(1000, 31)
    some = data.gather_every(2)
    return probed(place, data, some, answers_of(some, 0.85), partial=True)


SITUATION = Situation(
    make,
    issues={"V103": "blocker"},
    headline=("50.0 %", "no answer", "42.5 %", "92.5 %"),
    not_in_headline=("85.0",),
    worst="blocker",
    invalidates=("test.jsonl", "guard"),
    through_command_line=True,
)
