"""Of 400 items eight or so are easy or hard by the patterns of training: too few to tell."""

from tests.verdicts.making import answers_of, changed, clean, half_marked, saved, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """A word in 2 % of the items that is associated with one label in training, and with any here."""
    data = changed(clean(400, 364), lambda row: {"hypothesis": f"{row['hypothesis']} bar"}, 0.02)
    file = saved(place, "said.csv", data, answers_of(data, 0.8))
    train = written(place, "train.jsonl", half_marked(1500, 365))
    return Command("probe", (file,), {"on": (written(place, "test.jsonl", data),), "train": train})


SITUATION = Situation(make, issues={"V345": "warning"}, worst="warning", without=("V336",))
