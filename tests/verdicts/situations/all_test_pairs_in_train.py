"""Every row of the test is a row of the training data as well."""

from tests.verdicts.making import clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """The leak was the ninth of ten bullets, below a hypothesis-only accuracy of 96.7 %."""
    data = clean(600, 30)
    train, test = written(place, "train.jsonl", data), written(place, "test.jsonl", data.head(200))
    return Command("audit", (train,), {"test": (test,)})


SITUATION = Situation(
    make,
    issues={"V106": "blocker"},
    worst="blocker",
    headline=("100", "test.jsonl"),
    not_in_headline=("hypothesis-only", "alone"),
    invalidates=("hypothesis_only", "length_only", "premise_only"),
    does_not_invalidate=("label_balance", "duplicates"),
    through_command_line=True,
)
