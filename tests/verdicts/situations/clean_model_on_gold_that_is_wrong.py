"""A model without any shortcut on data that have artifacts, and a tenth of whose gold is wrong."""

import numpy as np
import polars as pl
from tests.verdicts.making import THREE, answers_of, half_marked, probed
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Right in 95 % of the true labels, whatever the words say."""
    data = half_marked(1500, 84)
    said = answers_of(data, 0.95)
    rng = np.random.default_rng(84)
    gold = [
        str(rng.choice([other for other in THREE if other != label])) if rng.random() < 0.1 else label
        for label in data["label"]
    ]
    return probed(place, data.with_columns(label=pl.Series(gold)), data, said)


SITUATION = Situation(
    make,
    worst="warning",
)
