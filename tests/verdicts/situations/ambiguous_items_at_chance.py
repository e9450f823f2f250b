"""A model that is correct on items of one label, and draws its label of those with two by lot."""

import numpy as np
import polars as pl
from tests.verdicts.confident import confident
from tests.verdicts.making import THREE, answers_of, clean
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Of 900 items 300 have two right labels."""
    rng = np.random.default_rng(349)
    data = clean(900, 349)
    answers = answers_of(data, 0.9)
    for row in range(600, 900):
        answers[row] = str(rng.choice(THREE))
    sets = [
        label if row < 600 else f"{label}, {THREE[(THREE.index(label) + 1) % 3]}"
        for row, label in enumerate(data["label"].to_list())
    ]
    return confident(place, data.with_columns(label=pl.Series(sets)), answers)


SITUATION = Situation(make, issues={"V349": "warning"}, without=("V301",), worst="warning")
