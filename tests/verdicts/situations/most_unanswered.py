"""A chat model that gave no label to 75 of 90 items, and whose headline was "right in 80.0 %"."""

from tests.verdicts.making import answering_some
from tests.verdicts.situation import Situation

SITUATION = Situation(
    lambda place: answering_some(place, 90, 15),
    issues={"V103": "blocker"},
    worst="blocker",
    headline=("83", "no answer"),
    not_in_headline=("80.0", "correct on"),
    invalidates=("test.jsonl", "guard"),
    through_command_line=True,
)
