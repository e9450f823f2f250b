"""Predictions that lost a row in the middle: those before stand right, those after one row too high."""

from tests.verdicts.making import answers_of, clean, probed
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Right in 85 % with every prediction beside its item; 58 % look right."""
    data = clean(600, 304)
    answers = answers_of(data, 0.85)
    return probed(place, data, data, [*answers[:300], *answers[301:], answers[300]])


SITUATION = Situation(
    make,
    issues={"V108": "blocker"},
    worst="blocker",
    headline=("moved by one", "row"),
    invalidates=("test.jsonl",),
    through_command_line=True,
)
