"""Training data in another language than the items: no pattern of theirs is in any item."""

from tests.verdicts.leaking import german
from tests.verdicts.making import THREE, answers_of, clean, saved, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Nothing is easy or hard by them, so nothing was tested."""
    data = clean(400, 362)
    file = saved(place, "said.csv", data, answers_of(data, 0.8))
    train = written(place, "train.jsonl", german(500, 363, THREE))
    return Command("probe", (file,), {"on": (written(place, "test.jsonl", data),), "train": train})


SITUATION = Situation(
    make, worst="warning", headline=("no shortcut was tested", "80.0 %"), not_in_headline=("no issue",)
)
