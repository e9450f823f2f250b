"""Scores of two guards without costs: one of them is chosen as it is, and nobody trains either again."""

import numpy as np
from tests.verdicts.making import scored
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """One guard tells grounded from ungrounded items far better than the other."""
    rng = np.random.default_rng(57)
    gold = rng.random(1500) < 0.55
    files = []
    for name, apart in (("one", 0.1), ("two", 0.3)):
        scores = np.clip(0.5 + np.where(gold, apart, -apart) + rng.normal(0, 0.15, gold.size), 0, 1)
        made = scored(place, gold, scores)
        file = place.folder / f"{name}.csv"
        (place.folder / made.given[0]).rename(file)
        files.append(file.name)
    return Command("compare", tuple(files))


SITUATION = Situation(make, worst="warning", without=("V313",))
