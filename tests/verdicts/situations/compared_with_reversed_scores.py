"""The scores of a good guard beside scores whose direction is reversed."""

import numpy as np
import polars as pl
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """The second ranks nearly every grounded item below the others."""
    rng = np.random.default_rng(9)
    gold = rng.random(500) < 0.5
    scores = np.clip(rng.normal(0.2 + 0.6 * gold, 0.18), 0, 1)
    for name, given in (("good", scores), ("reversed", 1 - scores)):
        pl.DataFrame({"y_true": gold.astype(int), "y_score": given}).write_csv(place.folder / f"{name}.csv")
    return Command("compare", ("good.csv", "reversed.csv"))


SITUATION = Situation(
    make,
    issues={"V101": "blocker"},
    headline=("reversed", "worse than chance"),
    not_in_headline=("more accurate",),
    worst="blocker",
    invalidates=("compare_guards",),
    through_command_line=True,
)
