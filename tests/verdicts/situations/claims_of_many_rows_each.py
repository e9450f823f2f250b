"""As HealthVer: 1,920 rows of 240 claims, whose labels mostly go with the claim; half of them neutral."""

import numpy as np
import polars as pl
from tests.verdicts.making import THREE, clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """The interval of a model that says neutral nearly always is narrow, and excludes nothing."""
    rng = np.random.default_rng(205)
    claims = clean(240, 205, shares=(0.28, 0.52, 0.2))
    of_row = np.repeat(np.arange(240), 8)
    own = claims["label"].gather(of_row).to_numpy()
    drawn = rng.choice(THREE, len(of_row), p=(0.28, 0.52, 0.2))
    data = clean(len(of_row), 206).with_columns(
        hypothesis=claims["hypothesis"].gather(of_row),
        label=pl.Series(np.where(rng.random(len(of_row)) < 0.7, own, drawn).tolist()),
    )
    return Command("audit", (written(place, "train.jsonl", data),))


SITUATION = Situation(
    make,
    issues={"V302": "warning"},
    worst="warning",
    headline=("too few", "smallest gain", "neutral", "cannot exclude a larger gain"),
)
