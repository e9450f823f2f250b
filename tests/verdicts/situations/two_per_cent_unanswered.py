"""A chat model that gives no label to four of 200 items."""

from tests.verdicts.making import answering_some
from tests.verdicts.situation import Situation

SITUATION = Situation(
    lambda place: answering_some(place, 200, 196),
    issues={"V103": "blocker"},
    worst="blocker",
    invalidates=("test.jsonl",),
)
