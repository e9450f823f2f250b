"""The training data hold the German items of two labels in other spelling; predictions were saved."""

from tests.verdicts.leaking import copied, decomposed, german, respelled
from tests.verdicts.making import TWO, answers_of, saved, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """No pair is the same letter by letter."""
    data = german(240, 145, TWO)
    predictions = saved(place, "predictions.csv", data, answers_of(data, 0.8, labels=TWO))
    options = {
        "on": (written(place, "test.jsonl", data),),
        "train": written(place, "train.jsonl", copied(data, decomposed, respelled)),
        "language": "de",
    }
    return Command("probe", (predictions,), options)


SITUATION = Situation(make, issues={"V106": "blocker"}, worst="blocker", invalidates=("test.jsonl",))
