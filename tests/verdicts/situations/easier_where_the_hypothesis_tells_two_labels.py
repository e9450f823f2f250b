"""The same with two labels, fewer rows."""

from tests.verdicts.making import TWO, half_marked, probed, right_where_marked
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Right in 95 % where a word of the hypothesis tells the label, in 60 % of the others."""
    data = half_marked(700, 82, TWO)
    return probed(place, data, data, right_where_marked(data, 82, TWO))


SITUATION = Situation(
    make,
    issues={"V336": "warning"},
    headline=("where the hypothesis alone predicts",),
    worst="warning",
)
