"""German pairs of the test are in training with letters and their marks as one character."""

from tests.verdicts.leaking import copied, decomposed, german
from tests.verdicts.making import THREE, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Letter by letter no pair is the same."""
    data = german(450, 133, THREE)
    options = {"test": (written(place, "test.jsonl", copied(data.head(150), decomposed)),), "language": "de"}
    return Command("audit", (written(place, "train.jsonl", data),), options)


SITUATION = Situation(make, issues={"V106": "blocker"}, worst="blocker", not_in_headline=("alone",))
