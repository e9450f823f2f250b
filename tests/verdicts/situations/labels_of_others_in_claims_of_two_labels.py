"""Two thirds of the claims have one label, and most rows of a claim the same: told over the majority."""

import numpy as np
import polars as pl
from tests.verdicts.making import TWO, clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Six pieces of evidence to each of 150 claims."""
    rng = np.random.default_rng(243)
    claims = clean(150, 243, TWO, shares=(2 / 3, 1 / 3))
    of_row = np.repeat(np.arange(150), 6)
    own = claims["label"].gather(of_row).to_numpy()
    drawn = rng.choice(TWO, len(of_row), p=(2 / 3, 1 / 3))
    data = clean(len(of_row), 244).with_columns(
        hypothesis=claims["hypothesis"].gather(of_row),
        label=pl.Series(np.where(rng.random(len(of_row)) < 0.8, own, drawn).tolist()),
    )
    return Command("audit", (written(place, "train.jsonl", data),))


SITUATION = Situation(make, issues={"V310": "warning"}, worst="warning")
