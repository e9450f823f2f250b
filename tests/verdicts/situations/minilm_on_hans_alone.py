"""The same real model, its labels named as they were trained, on HANS and nothing else."""

from tests.verdicts.making import cached
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """It is right on 40 % of the ordinary pairs and on 77 % of the plain ones, which prove its labels."""
    return Command("probe", (f"hf:{cached('minilm-snli')}",), {"on": ("hans",), "per_group": 20})


def absent() -> str:
    """Say that the model was not made."""
    return "" if cached("minilm-snli").is_dir() else "no fine-tuned MiniLM is at hand"


SITUATION = Situation(make, worst="severe", does_not_invalidate=("hans", "guard"), absent=absent)
