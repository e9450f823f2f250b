"""Predictions of another set whose items have the same ids: right as often as guessing."""

from tests.verdicts.making import answers_of, clean, probed
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Too few items to say that there is no skill at all."""
    asked = clean(200, 341)
    return probed(place, clean(200, 342), asked, answers_of(asked, 0.9))


SITUATION = Situation(
    make,
    issues={"V342": "warning"},
    worst="warning",
    headline=("not shown to be better than guessing",),
    not_in_headline=("no issue",),
)
