"""Right in 15 %, with errors spread evenly: no order of labels and no shift explains it."""

from tests.verdicts.making import answers_of, clean, probed
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Every other order of the labels is right more often, as it is of any model below chance."""
    data = clean(1200, 44)
    return probed(place, data, data, answers_of(data, 0.15))


SITUATION = Situation(
    make,
    issues={"V254": "severe"},
    headline=("worse than chance", "another file"),
    not_in_headline=("permuted",),
    worst="severe",
)
