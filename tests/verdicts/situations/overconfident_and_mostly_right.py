"""A model that is right in 85 % of the items and as good as certain of every answer, wrong ones too."""

from tests.verdicts.confident import confident
from tests.verdicts.making import answers_of, clean
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Its probabilities cost many bits where it is wrong, but calibrated they tell much of the label."""
    data = clean(1200, 210)
    return confident(place, data, answers_of(data, 0.85, 210), 0.999999)


SITUATION = Situation(make, without=("V346",), worst="warning")
