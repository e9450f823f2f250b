"""A real model, fine-tuned on 3,000 pairs of SNLI and saved with two names exchanged, on HANS."""

from tests.verdicts.making import cached
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """As in the issue: twenty items a group of HANS; its headline was "right in 96.3 %"."""
    return Command("probe", (f"hf:{cached('minilm-exchanged')}",), {"on": ("hans",), "per_group": 20})


def absent() -> str:
    """Say that the model was not made."""
    return "" if cached("minilm-exchanged").is_dir() else "no fine-tuned MiniLM is at hand"


SITUATION = Situation(make, error="RR106", absent=absent)
