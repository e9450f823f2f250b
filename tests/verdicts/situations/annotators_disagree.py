"""Five annotators a row who agree hardly more than chance would."""

import numpy as np
import polars as pl
from tests.verdicts.making import THREE, clean
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Gold is what most of them say."""
    rng = np.random.default_rng(48)
    annotated = [rng.choice(THREE, 5, p=(0.4, 0.3, 0.3)).tolist() for _ in range(600)]
    gold = [max(THREE, key=each.count) for each in annotated]
    data = clean(600, 48).with_columns(annotator_labels=pl.Series(annotated), label=pl.Series(gold))
    data.write_ndjson(place.folder / "train.jsonl")
    return Command("audit", ("train.jsonl",))


SITUATION = Situation(make, issues={"V307": "warning"}, worst="warning")
