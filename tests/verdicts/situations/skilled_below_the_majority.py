"""A model that tells both labels apart, and is right less often than one label for all."""

import numpy as np
from tests.verdicts.making import TWO, clean, probed
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Right in three of four rows of each label, where nine in ten have one label."""
    data = clean(2000, 53, TWO, shares=(0.9, 0.1))
    right = np.random.default_rng(5).random(2000) < 0.75
    other = dict(zip(TWO, TWO[::-1], strict=True))
    said = [label if hit else other[label] for label, hit in zip(data["label"], right, strict=True)]
    return probed(place, data, data, said)


SITUATION = Situation(
    make,
    issues={"V334": "warning"},
    headline=("balanced", "always answering entailment"),
    worst="warning",
)
