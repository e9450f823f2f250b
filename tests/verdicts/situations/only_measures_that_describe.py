"""Only how much of a hypothesis stands in its premise is asked for; half of the words give labels away."""

from tests.verdicts.making import half_marked, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """No rule judges this measure, so nothing is found and nothing was tested."""
    data = half_marked(600, 209)
    return Command("audit", (written(place, "train.jsonl", data),), {"measures": ("premise_coverage",)})


SITUATION = Situation(
    make,
    headline=("nothing was tested",),
    not_in_headline=("no issue",),
    through_command_line=True,
)
