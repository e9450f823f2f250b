"""Gold and scores in which high scores stand beside 0: the score is that of what is not grounded."""

import numpy as np
import polars as pl
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Most items of gold 1 score below most items of gold 0."""
    rng = np.random.default_rng(3)
    gold = rng.integers(0, 2, 400)
    scores = np.clip(rng.normal(0.7 - 0.4 * gold, 0.15), 0, 1)
    pl.DataFrame({"y_true": gold, "y_score": scores}).write_csv(place.folder / "scores.csv")
    return Command("probe", ("scores.csv",))


SITUATION = Situation(
    make,
    issues={"V101": "blocker"},
    headline=("worse than chance",),
    worst="blocker",
    invalidates=("file-labels", "guard"),
    through_command_line=True,
)
