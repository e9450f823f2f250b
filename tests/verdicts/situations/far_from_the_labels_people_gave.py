"""Annotators are divided on every item; the model is certain of a label that few of them gave."""

import numpy as np
import polars as pl
from tests.verdicts.confident import confident
from tests.verdicts.making import THREE, clean
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Four of ten, three and three say each label; the model says one of them with .98."""
    rng = np.random.default_rng(207)
    votes = [rng.permutation([THREE[0]] * 4 + [THREE[1]] * 3 + [THREE[2]] * 3).tolist() for _ in range(600)]
    data = clean(600, 207).with_columns(annotator_labels=pl.Series(votes), label=pl.lit(THREE[0]))
    return confident(place, data, rng.choice(THREE, 600, p=(0.8, 0.1, 0.1)).tolist(), 0.98)


SITUATION = Situation(make, issues={"V348": "warning"}, worst="severe")
