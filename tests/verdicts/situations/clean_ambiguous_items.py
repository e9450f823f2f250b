"""A model that is correct on items of one label, and names a right label of those with two."""

import polars as pl
from tests.verdicts.confident import confident
from tests.verdicts.making import THREE, answers_of, clean
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Of 900 items 300 have two right labels, of which the model names the first in 85 %."""
    data = clean(900, 350)
    sets = [
        label if row < 600 else f"{label}, {THREE[(THREE.index(label) + 1) % 3]}"
        for row, label in enumerate(data["label"].to_list())
    ]
    return confident(place, data.with_columns(label=pl.Series(sets)), answers_of(data, 0.85))


SITUATION = Situation(make, without=("V349", "V301"))
