"""Predictions of two labels on German data of three, equally frequent."""

from tests.verdicts.leaking import german
from tests.verdicts.making import THREE, answers_of, saved, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Right in 90 % of three labels, before neutral and contradiction became one."""
    data = german(500, 240, THREE)
    two = ["entailment" if label == "entailment" else "non-entailment" for label in answers_of(data, 0.9)]
    options = {"on": (written(place, "test.jsonl", data),), "language": "de"}
    return Command("probe", (saved(place, "said.csv", data, two),), options)


SITUATION = Situation(
    make, issues={"V405": "note"}, worst="warning", headline=("always answering non-entailment",)
)
