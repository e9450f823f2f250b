"""Three labels in turn, and every tenth row has another one."""

import numpy as np
import polars as pl
from tests.verdicts.making import THREE, clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """The text says nothing; who counts rows knows most labels."""
    rng = np.random.default_rng(235)
    turned = [str(rng.choice(THREE)) if rng.random() < 0.1 else THREE[row % 3] for row in range(840)]
    data = clean(840, 235).with_columns(label=pl.Series(turned))
    return Command("audit", (written(place, "train.jsonl", data),))


SITUATION = Situation(make, issues={"V411": "note"}, worst="note")
