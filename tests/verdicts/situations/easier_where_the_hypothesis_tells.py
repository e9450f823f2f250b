"""Predictions of a model that goes by a word, without training data: the same as is said with them."""

from tests.verdicts.making import half_marked, probed, right_where_marked
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Right in 95 % where a word of the hypothesis tells the label, in 60 % of the others."""
    data = half_marked(1200, 81)
    return probed(place, data, data, right_where_marked(data, 81))


SITUATION = Situation(
    make,
    issues={"V336": "warning"},
    headline=("where the hypothesis alone predicts", "elsewhere", "would cause this gap"),
    not_in_headline=("no issue",),
    worst="warning",
    through_command_line=True,
)
