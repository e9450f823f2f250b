"""Predictions of two labels that stand three rows too high."""

from tests.verdicts.making import TWO, answers_of, clean, probed
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Right in 80 % where they belong."""
    data = clean(500, 42, TWO, shares=(0.6, 0.4))
    right = answers_of(data, 0.8, labels=TWO)
    return probed(place, data, data, [*right[3:], *right[:3]])


SITUATION = Situation(
    make,
    issues={"V108": "blocker"},
    headline=("moved by 3",),
    worst="blocker",
    invalidates=("test.jsonl",),
)
