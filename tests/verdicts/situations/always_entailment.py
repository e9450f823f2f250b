"""A model that says entailment to everything, on HANS."""

from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Half of HANS is right that way."""
    return Command("probe", ("rule:always-entailment",), {"on": ("hans",), "per_group": 20})


SITUATION = Situation(
    make,
    issues={"V252": "severe"},
    worst="severe",
    headline=("entailment", "every"),
    does_not_invalidate=("hans",),
    through_command_line=True,
)
