"""Scores of a good guard that somebody divided by 100: all are below one half."""

import numpy as np
from tests.verdicts.making import scored
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """They rank nearly every grounded item above the others."""
    rng = np.random.default_rng(6)
    gold = rng.random(800) < 0.5
    return scored(place, gold, np.clip(rng.normal(0.2 + 0.6 * gold, 0.2), 0, 1) / 100)


SITUATION = Situation(
    make,
    issues={"V260": "severe"},
    headline=("no better than chance",),
    not_in_headline=("no issue", "every item"),
    worst="severe",
    through_command_line=True,
)
