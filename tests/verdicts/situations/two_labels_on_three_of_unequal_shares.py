"""Predictions of two labels on data of three, of which six in ten are entailed."""

from tests.verdicts.making import THREE, answers_of, clean, probed
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Right in 80 % of three labels, before neutral and contradiction became one."""
    data = clean(700, 239, THREE, shares=(0.6, 0.3, 0.1))
    two = ["entailment" if label == "entailment" else "non-entailment" for label in answers_of(data, 0.8)]
    return probed(place, data, data, two)


SITUATION = Situation(
    make, issues={"V405": "note"}, worst="warning", headline=("always answering entailment",)
)
