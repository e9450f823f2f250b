"""Probabilities of a model that knows the last word of a hypothesis, half as well as a linear model would."""

import numpy as np
from tests.verdicts.confident import confident
from tests.verdicts.making import THREE, half_marked
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Right in 80 % of the rows with such a word, which tells the label in all of them; else by chance."""
    rng = np.random.default_rng(204)
    data = half_marked(2400, 204)
    marked = np.array([not text.endswith(".") for text in data["hypothesis"]])
    right = marked & (rng.random(2400) < 0.8)
    guesses = rng.choice(THREE, 2400).tolist()
    answers = [gold if hit else guess for gold, guess, hit in zip(data["label"], guesses, right, strict=True)]
    return confident(place, data, answers, np.where(marked, 0.8, 0.4).tolist())


SITUATION = Situation(make, issues={"V346": "warning"}, not_in_headline=("no issue",), worst="severe")
