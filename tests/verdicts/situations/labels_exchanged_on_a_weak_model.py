"""A weak model with exchanged labels: too few ordinary pairs are right to say which order is right."""

from tests.verdicts.making import exchanged, function, ordinary
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Right in about half of the ordinary pairs, if its labels were read rightly."""
    model = function(place, exchanged(ordinary(0.42)), "'contradiction'")
    return Command("probe", (model,), {"on": ("hans",), "per_group": 20})


SITUATION = Situation(
    make,
    issues={"V102": "blocker"},
    worst="blocker",
    headline=("label",),
    not_in_headline=("96",),
    invalidates=("hans", "guard"),
    does_not_invalidate=("label_order",),
    through_command_line=True,
)
