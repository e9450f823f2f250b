"""Of two tests one is new, the other has German training pairs with premise and hypothesis exchanged."""

from tests.verdicts.leaking import copied, german, roles_exchanged
from tests.verdicts.making import TWO, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """The labels stay: what excludes the other is excluded by it."""
    data = german(500, 137, TWO)
    first = written(place, "first.jsonl", german(200, 138, TWO))
    second = written(place, "second.jsonl", copied(data.head(100), roles_exchanged))
    options = {"test": (first, second), "language": "de"}
    return Command("audit", (written(place, "train.jsonl", data),), options)


SITUATION = Situation(make, issues={"V211": "severe"}, worst="severe", headline=("second.jsonl",))
