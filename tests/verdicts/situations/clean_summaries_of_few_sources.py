"""Ten summaries of each of 60 sources; "attack" in 24 summaries of three, of which most are not entailed."""

from tests.verdicts.making import TWO, written
from tests.verdicts.situation import Command, Place, Situation
from tests.verdicts.sourced import in_sources, outputs


def make(place: Place) -> Command:
    """Labels of a source go together: what three sources are about says nothing of other ones."""
    data = in_sources(outputs(60, 10, 201), TWO[1], 3, 8, lambda text: f"attack {text}")
    return Command("audit", (written(place, "train.jsonl", data),))


SITUATION = Situation(
    make, issues={"V412": "note"}, worst="warning", without=("V308",), through_command_line=True
)
