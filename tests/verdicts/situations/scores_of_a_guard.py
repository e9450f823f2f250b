"""A file of gold and scores of a guard that parts grounded claims from others, though not at one half."""

import numpy as np
import polars as pl
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Grounded items score higher, and nearly all of them below one half: the order of labels is plain."""
    rng = np.random.default_rng(4)
    gold = rng.random(600) < 0.8
    scores = np.clip(rng.normal(0.2 + 0.15 * gold, 0.1), 0, 1)
    frame = pl.DataFrame({"y_true": gold.astype(int), "y_score": scores})
    frame.write_csv(place.folder / "scores.csv")
    return Command("probe", ("scores.csv",))


SITUATION = Situation(make, issues={"V260": "severe"}, worst="severe", not_in_headline=("permuted",))
