"""The labels of a strong model are exchanged, and the check of their order was turned off."""

from tests.verdicts.making import exchanged, function, ordinary
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """HANS has entailment for half of its gold, so that a proud figure comes out of the wrong order."""
    model = function(place, exchanged(ordinary(0.95)), "'contradiction'")
    return Command("probe", (model,), {"label_check": False, "per_group": 20})


SITUATION = Situation(
    make,
    issues={"V102": "blocker"},
    worst="blocker",
    headline=("label",),
    not_in_headline=("correct in",),
    invalidates=("hans", "guard"),
    through_command_line=True,
)
