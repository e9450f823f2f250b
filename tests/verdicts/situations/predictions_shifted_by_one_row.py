"""Predictions that stand one row too low."""

from tests.verdicts.making import answers_of, clean, probed
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Right in 85 % where they belong."""
    data = clean(900, 41)
    right = answers_of(data, 0.85)
    return probed(place, data, data, [right[-1], *right[:-1]])


SITUATION = Situation(
    make,
    issues={"V108": "blocker"},
    headline=("moved by one", "85.0 %"),
    not_in_headline=("permuted",),
    worst="blocker",
    invalidates=("test.jsonl", "guard"),
    through_command_line=True,
)
