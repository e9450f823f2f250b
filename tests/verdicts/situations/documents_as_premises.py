"""Premises of several hundred words."""

import numpy as np
from tests.verdicts.making import changed, clean, sentence, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Nearly every word is somewhere in them."""
    rng = np.random.default_rng(51)
    data = changed(clean(400, 51), lambda _: {"premise": sentence(rng, 350, 450)})
    return Command("audit", (written(place, "train.jsonl", data),))


SITUATION = Situation(make, issues={"V311": "warning"}, worst="warning")
