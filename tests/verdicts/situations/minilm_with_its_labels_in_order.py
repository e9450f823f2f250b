"""The same real model, its labels named as they were trained, on HANS and on ordinary data."""

from tests.verdicts.making import cached
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """The calibration may fall back on data with three labels."""
    return Command("probe", (f"hf:{cached('minilm-snli')}",), {"on": ("hans",), "per_group": 20})


def absent() -> str:
    """Say that the model was not made."""
    return "" if cached("minilm-snli").is_dir() else "no fine-tuned MiniLM is at hand"


SITUATION = Situation(make, worst="severe", does_not_spoil=("hans",), absent=absent)
