"""Predictions of two labels that are gold in every row."""

from tests.verdicts.making import TWO, clean, probed
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Three of four rows have one label."""
    data = clean(250, 237, TWO, shares=(0.75, 0.25))
    return probed(place, data, data, data["label"].to_list())


SITUATION = Situation(make, issues={"V335": "warning"}, worst="warning", headline=("gold labels themselves",))
