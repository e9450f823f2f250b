"""Four workers wrote German pairs of two labels, each mostly one label; the column is called worker-id."""

import numpy as np
import polars as pl
from tests.verdicts.leaking import german
from tests.verdicts.making import TWO, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """In three rows of four the label is the worker's own."""
    data, rng = german(1500, 230, TWO), np.random.default_rng(230)
    own = [2 * int(rng.integers(2)) + TWO.index(label) for label in data["label"]]
    by = np.where(rng.random(data.height) < 0.5, own, rng.integers(4, size=data.height))
    marked = data.with_columns(pl.Series("worker-id", by.tolist()))
    return Command("audit", (written(place, "train.jsonl", marked),), {"language": "de"})


SITUATION = Situation(make, issues={"V332": "warning"}, worst="warning")
