"""Predictions of two labels on data of three."""

from tests.verdicts.making import answers_of, clean, probed
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Right in 85 % of three labels, before neutral and contradiction became one."""
    data = clean(900, 62)
    two = ["entailment" if label == "entailment" else "non-entailment" for label in answers_of(data, 0.85)]
    return probed(place, data, data, two)


SITUATION = Situation(
    make,
    issues={"V405": "note"},
    headline=("always answering non-entailment", "no shortcut was tested"),
)
