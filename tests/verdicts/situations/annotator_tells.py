"""Each annotator writes mostly one label; texts say nothing."""

import numpy as np
import polars as pl
from tests.verdicts.making import THREE, clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Of nine annotators each has a label of their own in half of their rows."""
    data, rng = clean(900, 66), np.random.default_rng(66)
    own = [THREE.index(label) + 3 * int(rng.integers(3)) for label in data["label"]]
    others = rng.integers(9, size=data.height)
    by = np.where(rng.random(data.height) < 0.5, own, others)
    marked = data.with_columns(annotator=pl.Series([f"W{number}" for number in by]))
    return Command("audit", (written(place, "train.jsonl", marked),))


SITUATION = Situation(make, issues={"V332": "warning"}, worst="warning", headline=("annotator",))
