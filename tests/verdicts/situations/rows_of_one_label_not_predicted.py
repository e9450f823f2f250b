"""Saved predictions in which all rows of one gold label are missing."""

from tests.verdicts.making import answers_of, clean, probed
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Whoever made the file left neutral pairs out."""
    data = clean(900, 35)
    some = data.filter(data["label"] != "neutral")
    return probed(place, data, some, answers_of(some, 0.9), partial=True)


SITUATION = Situation(
    make,
    issues={"V103": "blocker"},
    headline=("no answer",),
    not_in_headline=("90.0", "no issue"),
    worst="blocker",
    invalidates=("test.jsonl",),
    through_command_line=True,
)
