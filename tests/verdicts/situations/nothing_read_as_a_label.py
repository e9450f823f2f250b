"""A chat model that answers everything, with nothing that can be read as a label."""

from tests.verdicts.making import chat, clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """It is not out of reach."""
    data = written(place, "test.jsonl", clean(60, 12))
    return Command("probe", (chat(place, {}),), {"on": (data,)})


SITUATION = Situation(
    make,
    issues={"V104": "blocker"},
    worst="blocker",
    headline=("answered", "label"),
    not_in_headline=("cannot be reached",),
    invalidates=("test.jsonl",),
    through_command_line=True,
)
