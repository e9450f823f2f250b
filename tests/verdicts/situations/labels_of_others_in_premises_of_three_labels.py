"""Three rows a premise, three labels of which one has half; the premise's label in most of its rows."""

import numpy as np
import polars as pl
from tests.verdicts.making import THREE, clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """In four of five rows the label is that of the premise."""
    rng = np.random.default_rng(354)
    premises, shares = 400, (0.25, 0.5, 0.25)
    own = np.repeat(rng.choice(THREE, premises, p=shares), 3)
    drawn = rng.choice(THREE, len(own), p=shares)
    data = clean(len(own), 354, per_premise=3).with_columns(
        label=pl.Series(np.where(rng.random(len(own)) < 0.8, own, drawn).tolist())
    )
    return Command("audit", (written(place, "train.jsonl", data),))


SITUATION = Situation(make, issues={"V310": "warning"}, worst="severe")
