"""Six German answers to each of 50 sources, three labels; a phrase in four of them."""

from tests.verdicts.leaking import german
from tests.verdicts.making import THREE, written
from tests.verdicts.situation import Command, Place, Situation
from tests.verdicts.sourced import in_sources, outputs


def make(place: Place) -> Command:
    """Most answers to these four are contradictions, whatever they say."""
    data = outputs(50, 6, 202, THREE, together=0.9, pairs=lambda rows, seed: german(rows, seed, THREE))
    data = in_sources(data, "contradiction", 4, 6, lambda text: f"nach dem Angriff {text}")
    return Command("audit", (written(place, "train.jsonl", data),), {"language": "de"})


SITUATION = Situation(make, issues={"V412": "note"}, worst="warning", without=("V308",))
