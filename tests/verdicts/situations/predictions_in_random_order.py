"""Predictions of a good model that somebody shuffled: no better than one label for all."""

import numpy as np
from tests.verdicts.making import answers_of, clean, probed
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """900 items are enough to say so."""
    data = clean(900, 326)
    answers = np.array(answers_of(data, 0.9))
    np.random.default_rng(3).shuffle(answers)
    return probed(place, data, data, answers.tolist())


SITUATION = Situation(
    make,
    issues={"V258": "severe"},
    worst="severe",
    headline=("always answering", "balanced"),
    without=("V108",),
)
