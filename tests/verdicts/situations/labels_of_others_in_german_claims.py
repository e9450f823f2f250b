"""German claims with four pieces of evidence each, three labels, most rows of a claim the same."""

import numpy as np
import polars as pl
from tests.verdicts.leaking import german
from tests.verdicts.making import THREE, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """In three of four rows the label is that of the claim."""
    rng = np.random.default_rng(352)
    claims = german(200, 352, THREE)
    of_row = np.repeat(np.arange(200), 4)
    own = claims["label"].gather(of_row).to_numpy()
    drawn = rng.choice(THREE, len(of_row))
    data = german(len(of_row), 353, THREE).with_columns(
        hypothesis=claims["hypothesis"].gather(of_row),
        label=pl.Series(np.where(rng.random(len(of_row)) < 0.75, own, drawn).tolist()),
    )
    return Command("audit", (written(place, "train.jsonl", data),), {"language": "de"})


SITUATION = Situation(make, issues={"V310": "warning"}, worst="warning")
