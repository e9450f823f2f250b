"""Probabilities that have nothing to do with the gold labels, as sure as those of a model that is right."""

import numpy as np
from tests.verdicts.confident import confident
from tests.verdicts.making import THREE, clean
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Each label is said as often as another."""
    rng = np.random.default_rng(203)
    data = clean(1200, 203)
    return confident(place, data, rng.choice(THREE, 1200).tolist(), rng.uniform(0.5, 0.99, 1200).tolist())


SITUATION = Situation(make, issues={"V346": "warning"}, worst="severe")
