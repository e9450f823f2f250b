"""Every row of the test is in training up to case, white space, quotes and characters without width."""

from tests.verdicts.leaking import copied, respelled
from tests.verdicts.making import clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """It was headlined as 12 points of the hypothesis alone; labels are random."""
    data = clean(600, 130)
    train = written(place, "train.jsonl", data)
    return Command(
        "audit", (train,), {"test": (written(place, "test.jsonl", copied(data.head(500), respelled)),)}
    )


SITUATION = Situation(
    make,
    issues={"V106": "blocker"},
    worst="blocker",
    headline=("100", "test.jsonl"),
    not_in_headline=("hypothesis alone", "premise alone"),
    invalidates=("hypothesis_only", "length_only", "premise_only"),
    does_not_invalidate=("label_balance", "similar_pairs"),
    through_command_line=True,
)
