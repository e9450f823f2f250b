"""Answers without skill on three labels of which one has 85 %."""

import numpy as np
from tests.verdicts.making import THREE, clean, probed
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """It says each label as often as gold does, in any row."""
    shares = (0.85, 0.1, 0.05)
    data = clean(2000, 52, THREE, shares=shares)
    said = np.random.default_rng(4).choice(THREE, 2000, p=shares)
    return probed(place, data, data, said.tolist())


SITUATION = Situation(
    make,
    issues={"V258": "severe"},
    headline=("always answering",),
    worst="severe",
)
