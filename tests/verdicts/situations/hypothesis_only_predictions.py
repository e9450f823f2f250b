"""Saved probabilities of a model that read hypotheses alone, of data in which hypotheses recur."""

import numpy as np
import polars as pl
from tests.verdicts.making import THREE, clean
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Every hypothesis stands with three premises, and has the same probabilities with each."""
    data = clean(360, 6)
    hypotheses = data["hypothesis"].to_list()[:120] * 3
    rng = np.random.default_rng(2)
    scores = np.tile(rng.dirichlet((1, 1, 1), 120), (3, 1))
    best = scores.argmax(axis=1)
    gold = [
        THREE[place] if lucky else THREE[(place + 1) % 3]
        for place, lucky in zip(best, rng.random(360) < 0.6, strict=True)
    ]
    frame = data.select("premise").with_columns(
        hypothesis=pl.Series(hypotheses),
        label=pl.Series(gold),
        prediction=pl.Series([THREE[place] for place in best]),
        **{name: pl.Series(scores[:, place]) for place, name in enumerate(THREE)},
    )
    frame.write_ndjson(place.folder / "said.jsonl")
    return Command("probe", ("said.jsonl",))


SITUATION = Situation(make, issues={"V255": "severe"}, worst="severe", headline=("ignores the premise",))
