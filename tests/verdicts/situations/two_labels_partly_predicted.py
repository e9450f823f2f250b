"""Saved predictions of two labels of which one in twenty is missing."""

from tests.verdicts.making import TWO, answers_of, clean, probed
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Right in 90 % of what is there."""
    data = clean(800, 33, TWO)
    some = data.head(760)
    return probed(place, data, some, answers_of(some, 0.9, labels=TWO), partial=True)


SITUATION = Situation(
    make,
    issues={"V103": "blocker"},
    headline=("5.0 %", "no answer"),
    worst="blocker",
    invalidates=("test.jsonl",),
)
