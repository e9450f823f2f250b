"""Saved predictions of a set all of whose gold labels are the same: one answer for all would be right."""

from tests.verdicts.making import answers_of, clean, probed
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Right in 85 % of contradictions; nothing shows whether it answers anything else where that is right."""
    data = clean(300, 301, ("contradiction",))
    return probed(place, data, data, answers_of(data, 0.85))


SITUATION = Situation(
    make,
    issues={"V339": "warning"},
    worst="warning",
    headline=("contradiction",),
    not_in_headline=("no issue",),
    through_command_line=True,
)
