"""Saved predictions of which half a per cent is missing: the figures hardly move."""

from tests.verdicts.making import answers_of, clean, probed
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Right in 85 % of what is there."""
    data = clean(1000, 34)
    some = data.head(995)
    return probed(place, data, some, answers_of(some, 0.85), partial=True)


SITUATION = Situation(
    make,
    issues={"V303": "warning"},
    worst="warning",
    does_not_invalidate=("test.jsonl",),
)
