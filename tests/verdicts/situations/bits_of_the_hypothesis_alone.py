"""Usable information alone is asked for; half of the hypotheses end in a word that goes with their label."""

from tests.verdicts.making import half_marked, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """No baseline is measured beside it, so that bits alone say what the hypothesis tells."""
    data = half_marked(1500, 201)
    return Command("audit", (written(place, "train.jsonl", data),), {"measures": ("usable_information",)})


SITUATION = Situation(
    make,
    issues={"V201": "severe"},
    headline=("hypothesis alone gives", "bits"),
    not_in_headline=("no issue", "nothing"),
    worst="severe",
    through_command_line=True,
)
