"""Saved predictions called LABEL_0 to LABEL_2, which the user has named in a wrong order."""

from tests.verdicts.making import answers_of, clean, saved, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Right in 80 % if they were named rightly."""
    data = clean(300, 5)
    numbers = {"entailment": "LABEL_2", "neutral": "LABEL_1", "contradiction": "LABEL_0"}
    file = saved(place, "said.csv", data, [numbers[label] for label in answers_of(data, 0.8)])
    names = {"LABEL_0": "entailment", "LABEL_1": "neutral", "LABEL_2": "contradiction"}
    return Command("probe", (file,), {"on": (written(place, "test.jsonl", data),), "label_map": names})


SITUATION = Situation(
    make,
    issues={"V101": "blocker"},
    worst="blocker",
    headline=("label mapping", "permuted"),
    invalidates=("test.jsonl", "guard"),
    through_command_line=True,
)
