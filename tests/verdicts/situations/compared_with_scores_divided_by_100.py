"""Scores of a guard beside those of a better one that somebody divided by 100: all are below one half."""

import numpy as np
import polars as pl
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """The second ranks the items better, and says the same of all."""
    rng = np.random.default_rng(361)
    gold = rng.random(600) < 0.5
    for name, spread, by in (("first", 0.2, 1), ("second", 0.15, 100)):
        scores = np.clip(rng.normal(0.3 + 0.4 * gold, spread), 0, 1) / by
        pl.DataFrame({"y_true": gold.astype(int), "y_score": scores}).write_csv(place.folder / f"{name}.csv")
    return Command("compare", ("first.csv", "second.csv"))


SITUATION = Situation(make, issues={"V260": "severe"}, worst="severe", without=("V257",))
