"""Labels at random, but for a word of the hypothesis in a fifth of the rows, with which one is frequent."""

import numpy as np
import polars as pl
from tests.verdicts.making import clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Of 1,500 hypotheses 300 begin with 'indoors', of which six of seven are contradictions."""
    data = clean(1_500, 351)
    rng = np.random.default_rng(351)
    held = np.arange(1_500) % 5 == 0
    told = pl.Series(held & (rng.random(1_500) < 6 / 7))
    data = data.with_columns(
        hypothesis=pl.when(pl.Series(held))
        .then(pl.lit("indoors ") + pl.col("hypothesis"))
        .otherwise("hypothesis"),
        label=pl.when(told).then(pl.lit("contradiction")).otherwise("label"),
    )
    return Command("discover", (written(place, "train.jsonl", data),))


SITUATION = Situation(make, issues={"V351": "warning"}, worst="warning", headline=("indoors",))
