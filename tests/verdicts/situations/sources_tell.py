"""Two sources with unequal shares of three labels; the column that names them stands in the data."""

import numpy as np
import polars as pl
from tests.verdicts.making import THREE, clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Of the first source most rows are entailed, of the second hardly any; their words are alike."""
    rng = np.random.default_rng(231)
    source = rng.integers(2, size=1200)
    shares = ((0.6, 0.2, 0.2), (0.1, 0.3, 0.6))
    gold = [str(rng.choice(THREE, p=shares[each])) for each in source]
    data = clean(1200, 231).with_columns(
        label=pl.Series(gold), dataset=pl.Series([f"set {each}" for each in source])
    )
    return Command("audit", (written(place, "train.jsonl", data),))


SITUATION = Situation(make, issues={"V332": "warning"}, worst="warning", headline=("dataset",))
