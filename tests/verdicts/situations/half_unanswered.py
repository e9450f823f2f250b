"""A chat model that gives no label to half of the items."""

from tests.verdicts.making import answering_some
from tests.verdicts.situation import Situation

SITUATION = Situation(
    lambda place: answering_some(place, 90, 45),
    issues={"V103": "blocker"},
    worst="blocker",
    headline=("50", "no answer", "40.0 %", "90.0 %"),
    invalidates=("test.jsonl", "guard"),
)
