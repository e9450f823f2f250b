"""Gold and scores of a guard: most claims are grounded, and it rejects many of these."""

import numpy as np
from tests.verdicts.making import scored
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Three of four of each label are on their side of one half, where 81 % have one label."""
    rng = np.random.default_rng(242)
    gold = rng.random(2000) < 0.81
    right = rng.random(2000) < 0.75
    return scored(
        place, gold, np.clip(0.5 + np.where(gold == right, 1, -1) * rng.uniform(0.01, 0.5, 2000), 0, 1)
    )


SITUATION = Situation(make, issues={"V334": "warning"}, worst="warning", headline=("80.5 %",))
