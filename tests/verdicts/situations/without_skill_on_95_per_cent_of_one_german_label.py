"""Answers without skill on German pairs of two labels, of which one has 95 %."""

import numpy as np
from tests.verdicts.leaking import german
from tests.verdicts.making import TWO, clean, saved, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """It says the rarer label in one row of ten, whatever it says."""
    shares = (0.05, 0.95)
    data = german(1500, 234, TWO).with_columns(label=clean(1500, 235, TWO, shares=shares)["label"])
    answers = np.random.default_rng(6).choice(TWO, 1500, p=(0.1, 0.9))
    options = {"on": (written(place, "test.jsonl", data),), "language": "de"}
    return Command("probe", (saved(place, "said.csv", data, answers.tolist()),), options)


SITUATION = Situation(
    make, issues={"V258": "severe"}, worst="severe", headline=("always answering non-entailment", "balanced")
)
