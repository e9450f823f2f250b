"""Scores of a guard between .8 and 1, of which most items are not grounded."""

import numpy as np
from tests.verdicts.making import scored
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """They rank grounded items above the others."""
    rng = np.random.default_rng(7)
    gold = rng.random(600) < 0.3
    return scored(place, gold, np.clip(rng.normal(0.85 + 0.08 * gold, 0.04), 0, 1))


SITUATION = Situation(
    make,
    issues={"V260": "severe"},
    headline=("no better than chance",),
    worst="severe",
)
