"""A chat model that gives every item a label."""

from tests.verdicts.making import answering_some
from tests.verdicts.situation import Situation

SITUATION = Situation(lambda place: answering_some(place, 200, 200), does_not_invalidate=("test.jsonl",))
