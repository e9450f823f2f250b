"""A file of predictions that is the gold labels."""

from tests.verdicts.making import clean, probed
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Whoever made it took the wrong column."""
    data = clean(400, 61)
    return probed(place, data, data, data["label"].to_list())


SITUATION = Situation(
    make,
    issues={"V335": "warning"},
    headline=("gold labels themselves",),
    worst="warning",
)
