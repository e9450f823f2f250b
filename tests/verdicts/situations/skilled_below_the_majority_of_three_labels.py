"""A model that tells three labels apart, and is right less often than one label for all."""

from tests.verdicts.making import THREE, answers_of, clean, probed
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Right in 70 % of each label, where 85 % have one."""
    data = clean(1800, 241, THREE, shares=(0.1, 0.85, 0.05))
    return probed(place, data, data, answers_of(data, 0.7))


SITUATION = Situation(
    make,
    issues={"V334": "warning"},
    worst="warning",
    headline=("always answering neutral",),
)
