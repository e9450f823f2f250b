"""Answers without skill on a set of which 99 % have one label: 96 % are right."""

import numpy as np
from tests.verdicts.making import TWO, clean, probed
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """It says entailment to 97 % of the rows, whatever they say."""
    data = clean(3000, 51, TWO, shares=(0.99, 0.01))
    said = np.random.default_rng(3).choice(TWO, 3000, p=(0.97, 0.03))
    return probed(place, data, data, said.tolist())


SITUATION = Situation(
    make,
    issues={"V258": "severe"},
    headline=("always answering", "balanced"),
    not_in_headline=("no issue",),
    worst="severe",
    through_command_line=True,
)
